import type { AuthorKind, Role } from '../../journal/journal.ts';
import type { UserCode } from '../../operator/users/user-result.ts';

/** Actions of the audit: about users and what they open, and decisions on messages. */
export const userActions = [
  ...(['login', 'logout', 'logout-everywhere', 'set-password', 'add-link'] as const),
  ...(['add-user', 'change-role', 'mask-user', 'unmask-user', 'disable-user', 'enable-user'] as const),
  ...(['remove-user', 'add-token', 'remove-token'] as const),
  ...(['retry', 'force', 'release', 'discard', 'close', 'done'] as const),
];

export type UserAction = (typeof userActions)[number];

/** What is said of users, in one language. */
export interface UserWords {
  readonly results: Readonly<Record<UserCode, string>>;
  /** What each role may. */
  readonly roles: Readonly<Record<Role, string>>;
  readonly actions: Readonly<Record<UserAction, string>>;
  readonly failedLogin: string;
  /** What was typed was no name; it may have been a password. */
  readonly failedLoginUnnamed: string;
  readonly everybody: string;
  readonly kinds: Readonly<Record<AuthorKind, string>>;
}
