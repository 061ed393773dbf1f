import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Journal, Role } from '../../journal/journal.ts';
import { openSqliteJournal } from '../../journal/sqlite/open-sqlite.ts';
import { type LoginAccess, logIn, logInByLink, networkOf, setPassword, setPasswordByLink } from './login.ts';
import { addSystemLink, addUser, addUserLink, changeUser, logOutUser, removeUser } from './manage-users.ts';
import { findSessionOwner, findTokenOwner, logOut } from './open-sessions.ts';
import { PasswordQueue } from './password-queue.ts';
import { readAudit } from './read-audit.ts';
import { addToken, removeToken } from './script-tokens.ts';

let folder: string;
let journal: Journal;
let access: LoginAccess;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'users-'));
  journal = openSqliteJournal(join(folder, 'journal.db'));
  const { accounts } = journal;
  access = { accounts, random: randomBytes, queue: new PasswordQueue(), cost: { ln: 4, r: 8, p: 1 } };
});
afterEach(async () => {
  await journal.close();
  rmSync(folder, { recursive: true });
});

const by = { kind: 'system', name: 'root', address: 'erp-1' } as const;
const here = { address: '10.0.0.7', agent: 'a browser' };
const there = { address: '10.0.0.8', agent: 'a browser' };
const password = 'a horse and its stable';

async function linkOf(name: string, role: Role = 'operate'): Promise<string> {
  const added = await addUser(access, { name, role, masked: false }, by);
  return added.kind === 'done' ? added.token : '';
}

/** The secret of a session. */
const secretOf = (result: object): string =>
  'secret' in result && typeof result.secret === 'string' ? result.secret : '';

async function addWithPassword(name: string, role: Role = 'operate'): Promise<string> {
  return secretOf(await setPasswordByLink(access, await linkOf(name, role), password, here));
}

const codeOf = (result: object): unknown => ('code' in result ? result.code : 'done');

it('by a link a user sets a password, and is logged in', async () => {
  const token = await linkOf('Anna', 'administer');
  for (let n = 0; n < 2; n += 1)
    expect(await logInByLink(access, token, here)).toMatchObject({
      ...{ kind: 'password', name: 'anna', madeBy: 'root' },
    });
  const secret = secretOf(await setPasswordByLink(access, token, password, here));
  const anna = await findSessionOwner(access, secret, here.address);
  expect(anna).toMatchObject({ kind: 'user', role: 'administer' });
  expect(await logIn(access, { name: ' ANNA ', password }, here)).toMatchObject({ kind: 'done' });
});

it.each([
  ['short', 'password-short'],
  ['x'.repeat(201), 'password-long'],
  ['Anna12345678', 'password-is-name'],
])('the password %s is refused, and the link stays', async (unfit, code) => {
  const token = await linkOf('anna');
  expect(await setPasswordByLink(access, token, unfit, here)).toMatchObject({ code });
  expect(await setPasswordByLink(access, token, password, here)).toMatchObject({ kind: 'done' });
});

it('a link that was used, or is older than another, opens nothing', async () => {
  const first = await linkOf('anna');
  const second = await addUserLink(access, 'anna', by);
  const token = second.kind === 'done' ? second.token : '';
  expect(await logInByLink(access, first, here)).toMatchObject({ code: 'link-over' });
  expect(await setPasswordByLink(access, first, password, here)).toMatchObject({ code: 'link-over' });
  const [one, other] = await Promise.all([1, 2].map(() => setPasswordByLink(access, token, password, here)));
  expect([one?.kind, other?.kind].sort()).toEqual(['done', 'refused']);
  expect(await logInByLink(access, token, here)).toMatchObject({ code: 'link-over' });
  expect(await addUserLink(access, 'nobody', by)).toMatchObject({ code: 'no-user' });
});

it('whoever may write the journal gets in as an account of the system, once', async () => {
  const { token } = await addSystemLink(access, by);
  expect(await setPasswordByLink(access, token, password, here)).toMatchObject({ code: 'link-over' });
  const secret = secretOf(await logInByLink(access, token, here));
  const root = await findSessionOwner(access, secret, here.address);
  expect(root).toMatchObject({ kind: 'system', name: 'root', role: 'administer' });
  expect(await logInByLink(access, token, here)).toMatchObject({ code: 'link-over' });
  const change = { password: 'another horse entirely', current: '' };
  expect(root && (await setPassword(access, root, change, here))).toMatchObject({ code: 'not-for-system' });
});

it('wrong name, wrong password and a disabled user get one answer, and the audit knows which it was', async () => {
  await addWithPassword('anna', 'administer');
  await addWithPassword('ben');
  await changeUser(access, 'ben', { disabled: true }, by);
  const answers = [
    await logIn(access, { name: 'anna', password: 'wrong' }, here),
    await logIn(access, { name: 'nobody', password }, here),
    await logIn(access, { name: 'ben', password }, here),
    await logIn(access, { name: 'my secret, typed into the wrong field', password }, here),
  ];
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  const { entries } = await readAudit(access, { limit: 4 });
  expect((await readAudit(access, { limit: 100 })).before).toBeUndefined();
  expect(entries.map(({ object, result }) => [object, result])).toEqual([
    ['', 'no-user'],
    ['ben', 'disabled'],
    ['nobody', 'no-user'],
    ['anna', 'wrong'],
  ]);
});

it('wrong passwords make the next one wait, and nobody is locked out from another address', async () => {
  await addWithPassword('anna');
  const wrong = { name: 'anna', password: 'wrong' };
  const codes = [];
  for (let n = 0; n < 4; n += 1) codes.push(codeOf(await logIn(access, wrong, here)));
  expect(codes).toEqual(['login-wrong', 'login-wrong', 'login-wrong', 'login-waits']);
  // also with the right password: who guesses learns nothing meanwhile
  expect(await logIn(access, { name: 'anna', password }, here)).toMatchObject({ code: 'login-waits' });
  expect(await logIn(access, { name: 'anna', password }, there)).toMatchObject({ kind: 'done' });
});

it('many tries at once are no way around the waiting', async () => {
  await addWithPassword('anna');
  const tries = Array.from({ length: 30 }, () => logIn(access, { name: 'anna', password: 'wrong' }, here));
  const codes = (await Promise.all(tries)).map(codeOf);
  expect(codes.filter((code) => code === 'login-wrong').length).toBeLessThanOrEqual(3);
  expect(codes).toContain('login-busy');
});

it('a network of IPv6 counts as one address', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(['10.0.0.7', '::1'].map(networkOf)).toEqual(['10.0.0.7', '::1']);
});

it('another password needs the one before, and ends what is open elsewhere', async () => {
  const mine = await addWithPassword('anna');
  const other = await logIn(access, { name: 'anna', password }, there);
  const anna = await findSessionOwner(access, mine, here.address);
  if (!anna || other.kind !== 'done') throw new Error('nobody is logged in');
  const next = { password: 'another horse entirely', current: 'not the one before' };
  const short = { password: 'short', current: password };
  expect(await setPassword(access, anna, short, here)).toMatchObject({ code: 'password-short' });
  expect(await setPassword(access, anna, next, here)).toMatchObject({ code: 'password-wrong' });
  expect(await setPassword(access, anna, { ...next, current: password }, here)).toMatchObject({
    kind: 'done',
  });
  expect(await findSessionOwner(access, other.secret, there.address)).toBeUndefined();
  expect(await logIn(access, { name: 'anna', password }, there)).toMatchObject({ code: 'login-wrong' });
});

it('who finds an open browser cannot guess the password there', async () => {
  const anna = await findSessionOwner(access, await addWithPassword('anna'), here.address);
  if (!anna) throw new Error('nobody is logged in');
  const change = { password: 'another horse entirely', current: 'a guess' };
  const codes = [];
  for (let n = 0; n < 4; n += 1) codes.push(codeOf(await setPassword(access, anna, change, here)));
  expect(codes).toEqual(['password-wrong', 'password-wrong', 'password-wrong', 'login-waits']);
});

it('a hash of another cost is renewed at the next login', async () => {
  await addWithPassword('anna');
  const before = await journal.accounts.findUser('anna');
  await logIn({ ...access, cost: { ln: 5, r: 8, p: 1 } }, { name: 'anna', password }, here);
  const after = await journal.accounts.findUser('anna');
  expect(before?.password).toMatch(/^\$scrypt\$ln=4,/);
  expect(after?.password).toMatch(/^\$scrypt\$ln=5,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
});

it('a changed role, a disabled user and a removed one end the sessions', async () => {
  await addWithPassword('root-user', 'administer');
  const changes = [
    (name: string) => changeUser(access, name, { role: 'read' }, by),
    (name: string) => changeUser(access, name, { disabled: true }, by),
    (name: string) => removeUser(access, name, by),
    (name: string) => logOutUser(access, name, by),
  ];
  for (const [n, change] of changes.entries()) {
    const secret = await addWithPassword(`user${n}`);
    expect(await findSessionOwner(access, secret, here.address)).toBeDefined();
    expect(await change(`user${n}`)).toMatchObject({ kind: 'done' });
    expect(await findSessionOwner(access, secret, here.address)).toBeUndefined();
  }
});

it('who decides sees documents as they are, and a name is short', async () => {
  const user = (change: object) =>
    addUser(access, { name: 'anna', role: 'read', masked: true, ...change }, by);
  for (const role of ['operate', 'administer'] as const)
    expect(await user({ role })).toMatchObject({ code: 'masked-reads' });
  expect(await user({ name: 'a'.repeat(65) })).toMatchObject({ code: 'name-unfit' });
  expect(await user({})).toMatchObject({ kind: 'done' });
  expect(await changeUser(access, 'anna', { role: 'operate' }, by)).toMatchObject({ code: 'masked-reads' });
  await addWithPassword('ben');
  expect(await changeUser(access, 'ben', { masked: true }, by)).toMatchObject({ code: 'masked-reads' });
});

it('the last administrator cannot be removed, disabled or demoted', async () => {
  await addWithPassword('anna', 'administer');
  await addWithPassword('ben');
  const refusals = [
    await removeUser(access, 'anna', by),
    await changeUser(access, 'anna', { disabled: true }, by),
    await changeUser(access, 'anna', { role: 'operate' }, by),
  ];
  for (const refusal of refusals)
    expect(refusal).toEqual({ kind: 'refused', code: 'last-administrator', values: { name: 'anna' } });
});

it('logs out here, and everywhere', async () => {
  const first = await addWithPassword('anna');
  const second = await logIn(access, { name: 'anna', password }, there);
  const third = await logIn(access, { name: 'anna', password }, there);
  if (second.kind !== 'done' || third.kind !== 'done') throw new Error('nobody is logged in');
  const owners = () =>
    Promise.all(
      [first, second.secret, third.secret].map((one) => findSessionOwner(access, one, here.address)),
    );
  const [anna] = await owners();
  if (anna) await logOut(access, anna, false);
  const [gone, open] = await owners();
  expect([gone, open]).toMatchObject([undefined, { name: 'anna' }]);
  if (open) await logOut(access, open, true);
  expect(await owners()).toEqual([undefined, undefined, undefined]);
});

it('a script gets in by its token until that is taken away', async () => {
  const added = await addToken(access, { name: 'nightly', role: 'read' }, by);
  const token = added.kind === 'done' && 'token' in added ? added.token : '';
  expect(token).toMatch(/^scsn_gateway_[\w-]{43}$/);
  const script = await findTokenOwner(access, token, here.address);
  expect(script).toMatchObject({ kind: 'token', role: 'read' });
  expect(await addToken(access, { name: 'nightly', role: 'read' }, by)).toMatchObject({
    code: 'token-taken',
  });
  await removeToken(access, 'nightly', by);
  expect(await findTokenOwner(access, token, here.address)).toBeUndefined();
});

it('nothing that opens anything lies in the journal', async () => {
  const token = await linkOf('anna');
  const secret = secretOf(await setPasswordByLink(access, token, password, here));
  const link = await addUserLink(access, 'anna', by);
  const script = await addToken(access, { name: 'nightly', role: 'read' }, by);
  const { DatabaseSync } = await import('node:sqlite');
  const db = new DatabaseSync(join(folder, 'journal.db'), { readOnly: true });
  const rows = ['login_link', 'login_session', 'access_token', 'account', 'audit_entry'].flatMap((table) =>
    db.prepare(`select * from ${table}`).all(),
  );
  db.close();
  const text = JSON.stringify(rows);
  expect(text).toContain('nightly');
  const given = [link, script].map((one) => ('token' in one ? one.token : ''));
  for (const one of [token, secret, ...given]) expect(text.includes(one)).toBe(false);
});
