import type { AuthorKind, Role } from '../../journal/journal.ts';
import type { AuditAction } from '../../operator/users/audit-topics.ts';
import type { UserCode } from '../../operator/users/user-result.ts';

/** What is said of users, in one language. */
export interface UserWords {
  readonly results: Readonly<Record<UserCode, string>>;
  /** What each role may. */
  readonly roles: Readonly<Record<Role, string>>;
  readonly actions: Readonly<Record<AuditAction, string>>;
  readonly failedLogin: string;
  /** What was typed was no name; it may have been a password. */
  readonly failedLoginUnnamed: string;
  /** Follows one of these: how many more there were, of the same name, of invented names, or from other addresses. */
  readonly failedLoginsMore: Readonly<Record<'again' | 'underOtherNames' | 'fromOthers', string>>;
  readonly everybody: string;
  readonly kinds: Readonly<Record<AuthorKind, string>>;
}
