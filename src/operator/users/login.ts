import type {
  AccountStore,
  LoginAttempt,
  NewSession,
  Session,
  UserCredentials,
} from '../../journal/journal.ts';
import { readBrowserMark } from './known-browser.ts';
import { failedLoginEntries, lifetimes, loginDelays } from './lifetimes.ts';
import {
  hashPassword,
  isOutdated,
  type PasswordCost,
  passwordCost,
  verifyPassword,
} from './password-hash.ts';
import type { PasswordQueue } from './password-queue.ts';
import { checkPassword } from './password-rules.ts';
import type { Principal } from './principal.ts';
import { createSecret, hashSecret, type RandomBytes } from './secrets.ts';
import { parseUserName } from './user-names.ts';
import { refused, type UserRefusal } from './user-result.ts';

export interface LoginAccess {
  readonly accounts: AccountStore;
  readonly random: RandomBytes;
  readonly queue: PasswordQueue;
  /** Less in tests. */
  readonly cost?: PasswordCost;
}

/** From where somebody comes. */
export interface Origin {
  readonly address: string;
  /** The browser, as it calls itself. */
  readonly agent: string;
  /** The mark that it was given at an earlier login. */
  readonly browser?: string | undefined;
}

/** A session began; its secret is given to whoever came, and is new each time. */
export interface LoggedIn {
  readonly kind: 'done';
  readonly secret: string;
  readonly session: Session;
}

export interface Credentials {
  readonly name: string;
  readonly password: string;
}

/** The same answer, after the same work, whether there is such a user or not. */
export async function logIn(
  access: LoginAccess,
  { name: given, password }: Credentials,
  origin: Origin,
): Promise<LoggedIn | UserRefusal> {
  const { accounts, queue } = access;
  const name = parseUserName(given);
  const attempt = await attemptBy(access, name ?? '', origin);
  const answer = await queue.run(attempt.address, async () => {
    const waits = await refusalOfWait(accounts, attempt);
    if (waits) return waits;
    const user = name === undefined ? undefined : await accounts.findUser(name);
    const isRight = await verifyPassword(password, user?.password, access.cost);
    if (!isRight || user?.password === undefined) return await noteFailure(access, name, user, origin);
    const begun = await begin(access, origin, (session) =>
      accounts.openByPassword({ ...attempt, account: user.name }, user.password ?? '', session),
    );
    if (begun === undefined) return await noteFailure(access, name, user, origin);
    await renewHash(access, user, password);
    return begun;
  });
  return answer ?? refused('login-busy');
}

/** From now on it counts as failed, until it has not. */
async function refusalOfWait(
  accounts: AccountStore,
  attempt: LoginAttempt,
): Promise<UserRefusal | undefined> {
  const wait = await accounts.beginLogin(attempt, loginDelays);
  return wait === 0 ? undefined : refused('login-waits', { seconds: Math.ceil(wait / 1000) });
}

/** A browser that the user is known in counts by itself, beside others of its address. */
async function attemptBy(access: LoginAccess, account: string, origin: Origin): Promise<LoginAttempt> {
  const attempt = attemptOf(account, origin);
  const known = origin.browser && (await readBrowserMark(access, account, origin.browser));
  return known ? { ...attempt, address: `${attempt.address} (browser ${known})` } : attempt;
}

const attemptOf = (account: string, { address }: Origin): LoginAttempt => ({
  account,
  address: networkOf(address),
});

/** Whoever has an address of IPv6 has 2^64 of them. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address === '::1') return address;
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const [before, after] = [head, tail].map((part) => (part ? part.split(':') : []));
  const zeros = Array.from({ length: 8 - (before?.length ?? 0) - (after?.length ?? 0) }, () => '0');
  const groups = tail === undefined ? (before ?? []) : [...(before ?? []), ...zeros, ...(after ?? [])];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** A name that cannot be one may be a password in the wrong place: it is not kept. */
async function noteFailure(
  { accounts }: LoginAccess,
  name: string | undefined,
  user: UserCredentials | undefined,
  { address }: Origin,
): Promise<UserRefusal> {
  const result = user === undefined ? 'no-user' : user.disabled ? 'disabled' : 'wrong';
  const by = { kind: 'unknown', name: '', address } as const;
  // invented names are alike, however many there are
  const crowd = user === undefined ? result : `${result} ${user.name}`;
  await accounts.addRepeatableEntry(
    { by, action: 'login', object: name ?? '', reason: '', result },
    { crowd, from: networkOf(address), ...failedLoginEntries },
  );
  return refused('login-wrong');
}

async function renewHash(
  { accounts, random, cost = passwordCost }: LoginAccess,
  { name, password: before }: UserCredentials,
  password: string,
): Promise<void> {
  if (before === undefined || !isOutdated(before, cost)) return;
  await accounts.replaceHash(name, before, await hashPassword(password, random(16), cost));
}

/** A link that was not used yet: by it a user sets a password. */
export interface PasswordLink {
  readonly kind: 'password';
  readonly name: string;
  /** Who gave it. */
  readonly madeBy: string;
  readonly expires: string;
}

/**
 * What comes of a link: an account of the system is logged in, and the link is spent. A user is asked for a password first; the link is
 * spent when that is set.
 */
export async function logInByLink(
  access: LoginAccess,
  token: string,
  origin: Origin,
): Promise<LoggedIn | PasswordLink | UserRefusal> {
  const { accounts } = access;
  const hash = hashSecret(token);
  const link = await accounts.findLink(hash);
  if (link?.purpose === 'password') {
    const { owner, madeBy, expires } = link;
    return { kind: 'password', name: owner.name, madeBy, expires };
  }
  const begun = await begin(access, origin, (session) => accounts.openByLink(hash, session));
  return begun ?? refused('link-over');
}

/** Spends a link: sets a password, ends what was open of that user, and logs in. */
export async function setPasswordByLink(
  access: LoginAccess,
  token: string,
  password: string,
  origin: Origin,
): Promise<LoggedIn | UserRefusal> {
  const { accounts, random, cost, queue } = access;
  const link = hashSecret(token);
  const found = await accounts.findLink(link);
  if (found?.purpose !== 'password') return refused('link-over');
  const unfit = checkPassword(password, found.owner.name);
  if (unfit) return unfit;
  const answer = await queue.run(origin.address, async () => {
    const hash = await hashPassword(password, random(16), cost);
    const begun = await begin(access, origin, (session) => accounts.openByLink(link, session, hash));
    return begun ?? refused('link-over');
  });
  return answer ?? refused('login-busy');
}

/** A secret that nobody knew before: who plants one in a browser beforehand has nothing of it. */
async function begin(
  { random }: LoginAccess,
  { address, agent }: Origin,
  open: (session: NewSession) => Promise<Session | undefined>,
): Promise<LoggedIn | undefined> {
  const { text: secret, hash } = createSecret(random);
  const session = await open({ hash, lasts: lifetimes.session, address, agent });
  return session && { kind: 'done', secret, session };
}

export interface PasswordChange {
  readonly password: string;
  /** The one before. */
  readonly current: string;
}

/** Sets another password: all sessions of the user end, and another one begins. */
export async function setPassword(
  access: LoginAccess,
  principal: Principal,
  change: PasswordChange,
  origin: Origin,
): Promise<LoggedIn | UserRefusal> {
  const { name, session, kind } = principal;
  if (kind !== 'user' || session === undefined) return refused('not-for-system');
  const unfit = checkPassword(change.password, name);
  if (unfit) return unfit;
  const answer = await access.queue.run(origin.address, async () => {
    const wrong = await refusalOfCurrent(access, principal, change, origin);
    if (wrong) return wrong;
    const hash = await hashPassword(change.password, access.random(16), access.cost);
    const begun = await begin(access, origin, (next) => access.accounts.changePassword(session, hash, next));
    return begun ?? refused('session-over');
  });
  return answer ?? refused('login-busy');
}

/** Who finds an open browser cannot set another password, nor guess the one there is. */
async function refusalOfCurrent(
  { accounts, cost }: LoginAccess,
  { name }: Principal,
  { current }: PasswordChange,
  origin: Origin,
): Promise<UserRefusal | undefined> {
  const waits = await refusalOfWait(accounts, attemptOf(name, origin));
  if (waits) return waits;
  const user = await accounts.findUser(name);
  return (await verifyPassword(current, user?.password, cost)) ? undefined : refused('password-wrong');
}
