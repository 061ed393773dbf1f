import type { Author, Role } from '../../journal/journal.ts';

/** Who asks, and what that one may now. */
export interface Principal extends Author {
  readonly kind: 'user' | 'system' | 'token';
  readonly role: Role;
  /** Bodies of documents are shown masked: no value of one may be seen, nor searched for. */
  readonly masked: boolean;
  /** Hash of its session; absent: it came with a token. */
  readonly session?: string;
  /** When the session ends at the latest; RFC 3339, UTC. */
  readonly ends?: string;
}

export const authorOf = ({ kind, name, address }: Principal): Author => ({ kind, name, address });
