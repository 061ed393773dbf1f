import type { AccountStore } from '../../journal/journal.ts';
import { lifetimes } from './lifetimes.ts';
import { authorOf, type Principal } from './principal.ts';
import { hashSecret } from './secrets.ts';

interface Access {
  readonly accounts: AccountStore;
}

/** Whose session it is, with what that one may now. `isUse`: it does not become idle. Undefined: it has ended. */
export async function findSessionOwner(
  { accounts }: Access,
  secret: string,
  address: string,
  isUse = true,
): Promise<Principal | undefined> {
  const hash = hashSecret(secret);
  const session = await accounts.findSession(hash, lifetimes.idle, isUse);
  if (session === undefined) return undefined;
  const { owner, role, masked, ends } = session;
  return { ...owner, address, role, masked, session: hash, ends };
}

/** What a script may that has this token. Undefined: there is none, or it has expired. */
export async function findTokenOwner(
  { accounts }: Access,
  token: string,
  address: string,
): Promise<Principal | undefined> {
  const found = await accounts.findToken(hashSecret(token));
  if (found === undefined) return undefined;
  return { kind: 'token', name: found.name, address, role: found.role, masked: false };
}

/** `everywhere`: all sessions of the owner end. */
export async function logOut({ accounts }: Access, principal: Principal, everywhere: boolean): Promise<void> {
  const { kind, name, session } = principal;
  if (kind === 'token' || session === undefined) return;
  if (everywhere) await accounts.endSessions({ kind, name }, authorOf(principal));
  else await accounts.endSession(session, authorOf(principal));
}
