import type { AccountStore, Author, NewUser, SessionOwner, UserChange } from '../../journal/journal.ts';
import { lifetimes } from './lifetimes.ts';
import { createSecret, type RandomBytes } from './secrets.ts';
import { parseUserName } from './user-names.ts';
import { refused, succeeded, type UserDone, type UserRefusal, type UserResult } from './user-result.ts';

/** A link that works once. The token goes into the fragment of the address: no server and no log sees it there. */
export interface LinkResult extends UserDone {
  readonly token: string;
}

interface Access {
  readonly accounts: AccountStore;
  readonly random: RandomBytes;
}

/** Adds a user, and makes the link by which that one sets a password. */
export async function addUser(access: Access, user: NewUser, by: Author): Promise<LinkResult | UserRefusal> {
  const name = parseUserName(user.name);
  if (name === undefined) return refused('name-unfit', { name: user.name });
  if (isMaskedDecider(user)) return refused('masked-reads', { name });
  if (!(await access.accounts.addUser({ ...user, name }, by))) return refused('name-taken', { name });
  return await addLink(access, name, by, 'user-added');
}

/** Makes a link by which a user sets a password, the first or another one. */
export const addUserLink = (access: Access, name: string, by: Author): Promise<LinkResult | UserRefusal> =>
  addLink(access, nameOf(name), by, 'link-made');

async function addLink(
  access: Access,
  name: string,
  by: Author,
  code: 'user-added' | 'link-made',
): Promise<LinkResult | UserRefusal> {
  const made = await makeLink(access, { kind: 'user', name }, by, 'password');
  if (made !== undefined) return { ...succeeded(code, { name, until: made.until }), token: made.token };
  const user = await access.accounts.findUser(name);
  return refused(user?.disabled ? 'user-disabled' : 'no-user', { name });
}

/** Makes a link that logs in at once, as an account of the system: for whoever may write the journal. */
export async function addSystemLink(access: Access, by: Author): Promise<LinkResult> {
  const made = await makeLink(access, { kind: 'system', name: by.name }, by, 'login');
  if (made === undefined) throw new Error('A link for an account of the system needs no user.');
  return { ...succeeded('link-made', { name: by.name, until: made.until }), token: made.token };
}

async function makeLink(
  { accounts, random }: Access,
  owner: SessionOwner,
  by: Author,
  purpose: 'login' | 'password',
): Promise<{ readonly token: string; readonly until: string } | undefined> {
  const { text: token, hash } = createSecret(random);
  const until = await accounts.addLink({ hash, owner, purpose, lasts: lifetimes.link }, by);
  return until === undefined ? undefined : { token, until };
}

/** Ends the sessions of the user. */
export async function changeUser(
  { accounts }: Pick<Access, 'accounts'>,
  given: string,
  change: UserChange,
  by: Author,
  reason = '',
): Promise<UserResult> {
  const name = nameOf(given);
  const user = await accounts.findUser(name);
  if (user && isMaskedDecider({ ...user, ...change })) return refused('masked-reads', { name });
  return changeResult(await accounts.changeUser(name, change, { by, reason }), 'user-changed', name);
}

/** Decisions show what they are about: documents are masked for readers alone. */
const isMaskedDecider = ({ role, masked }: Pick<NewUser, 'role' | 'masked'>): boolean =>
  masked && role !== 'read';

export async function removeUser(
  { accounts }: Pick<Access, 'accounts'>,
  given: string,
  by: Author,
  reason = '',
): Promise<UserResult> {
  const name = nameOf(given);
  return changeResult(await accounts.removeUser(name, { by, reason }), 'user-removed', name);
}

/** Ends the sessions of a user, or of everybody. */
export async function logOutUser(
  { accounts }: Pick<Access, 'accounts'>,
  given: string | undefined,
  by: Author,
): Promise<UserResult> {
  const name = given === undefined ? undefined : nameOf(given);
  const owner = name === undefined ? undefined : ({ kind: 'user', name } as const);
  if (name !== undefined && (await accounts.findUser(name)) === undefined)
    return refused('no-user', { name });
  return succeeded('logged-out', { count: await accounts.endSessions(owner, by) });
}

function changeResult(
  result: 'done' | 'unknown' | 'last',
  code: 'user-changed' | 'user-removed',
  name: string,
): UserResult {
  if (result === 'unknown') return refused('no-user', { name });
  if (result === 'last') return refused('last-administrator', { name });
  return succeeded(code, { name });
}

/** What can be no name is nobody's. */
const nameOf = (text: string): string => parseUserName(text) ?? text;
