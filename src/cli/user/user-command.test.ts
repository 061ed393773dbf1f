import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { hasRights } from '../../../test/kit/machine.ts';
import type { Journal } from '../../journal/journal.ts';
import { openSqliteJournal } from '../../journal/sqlite/open-sqlite.ts';
import { logInByLink, setPasswordByLink } from '../../operator/users/login.ts';
import { findTokenOwner } from '../../operator/users/open-sessions.ts';
import { PasswordQueue } from '../../operator/users/password-queue.ts';
import { runCommandLine } from '../testkit/ran.ts';

let folder: string;
let journal: Journal;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-user-'));
  configure({ listen: '127.0.0.1:8080' });
  journal = openSqliteJournal(join(folder, 'journal.db'));
});
afterEach(async () => {
  await journal.close();
  rmSync(folder, { recursive: true });
});

function configure(operator: object, more: object = {}): void {
  const config = { journal: { sqlite: 'journal.db' }, http: { operator }, channels: {}, ...more };
  writeFileSync(join(folder, 'gateway.yaml'), stringify(config));
}

const gateway = (...words: readonly string[]) => runCommandLine(folder, ...words);
const user = (...words: readonly string[]) => gateway('user', ...words);
const access = () => ({
  accounts: journal.accounts,
  random: (size: number) => new Uint8Array(size),
  queue: new PasswordQueue(),
  cost: { ln: 4, r: 8, p: 1 },
});
const here = { address: '127.0.0.1', agent: '' };
const tokenIn = (out: string): string => /welcome#(\S+)/.exec(out)?.[1] ?? '';

it('a user is added beside the running gateway, and sets a password by the printed link, once', async () => {
  const { out, code } = await user('add', 'Anna', '--role', 'administer');
  expect(code).toBe(0);
  expect(out).toMatch(
    /^user Anna: anna may log in\. The link sets a password; it works once, until .*\nhttp:\/\/127\.0\.0\.1:8080\/welcome#[\w-]{43}\n$/,
  );
  const set = await setPasswordByLink(access(), tokenIn(out), 'a horse and its stable', here);
  expect(set).toMatchObject({ kind: 'done', session: { role: 'administer' } });
  expect(await logInByLink(access(), tokenIn(out), here)).toMatchObject({ code: 'link-over' });
  expect(await user('list')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^NAME +MAY .*\nanna +do everything, also mappings and users +.* 1$/m),
  });
});

it('before the first start the command says what to do first', async () => {
  configure({ listen: '127.0.0.1:8080' }, { journal: { sqlite: 'later.db' } });
  const { code, err } = await user('add', 'anna', '--role', 'administer');
  expect(code).not.toBe(0);
  expect(err).toMatch(/There is no journal at .*later\.db yet: .* Start it, then run this again; /);
});

it('what cannot be is refused with exit status 1', async () => {
  await user('add', 'anna', '--role', 'administer');
  const refusals = [
    await user('add', 'anna', '--role', 'read'),
    await user('add', 'Anna Maria', '--role', 'read'),
    await user('link', 'ben'),
    await user('remove', 'anna'),
    await user('disable', 'anna'),
    await user('role', 'anna', 'read'),
  ];
  for (const { code, out } of refusals) {
    expect(code).toBe(1);
    expect(out).toMatch(/^REFUSED user /);
  }
  expect((await user('add', 'ben')).code).not.toBe(0);
  expect((await user('log-out')).err).toContain('Say whose sessions end');
});

it('roles, masks and blocks are changed with a reason, and the audit knows that it was the command line', async () => {
  for (const name of ['anna', 'ben']) await user('add', name, '--role', 'administer');
  await user('role', 'ben', 'operate', '--reason', 'another desk');
  expect((await user('mask', 'ben')).out).toContain('REFUSED user ben: Only who may read');
  await user('role', 'ben', 'read');
  await user('mask', 'ben');
  expect((await user('role', 'ben', 'administer')).out).toContain('REFUSED');
  await user('disable', 'ben');
  expect(await journal.accounts.findUser('ben')).toMatchObject({
    ...{ role: 'read', masked: true, disabled: true },
  });
  expect((await user('list')).out).toMatch(/^ben .* disabled, documents masked, no password yet$/m);
  await user('enable', 'ben');
  await user('remove', 'ben');
  const { out } = await user('audit', '--find', 'another desk');
  expect(out).toMatch(/command line, \S+ .* ben may now see and decide +another desk$/m);
  const csv = (await user('audit', '--format', 'csv', '--limit', '1')).out.split('\n');
  expect(csv[0]).toBe('"at","kind","who","from","action","object","detail","reason","result","times","last"');
  expect(csv[1]).toMatch(/^"2.*Z","system",".*","remove-user","ben","","","done","1","2.*Z"$/);
});

it('decisions at the command line stand in the audit, with their reason', async () => {
  const source = { kind: 'file', id: 'a', name: 'a.xml', size: 1, mtime: 1 } as const;
  const bytes = Buffer.from('<Order/>');
  const [id] = await journal.receive([
    { channel: 'orders', direction: 'inbound', name: 'a.xml', source, bytes },
  ]);
  await gateway('journal', 'discard', `${id}`, '--reason', 'by phone');
  await journal.carryOutCommands();
  const { out } = await user('audit', '--find', 'by phone');
  expect(out).toMatch(new RegExp(`command line, \\S+ .* discarded message ${id} +by phone$`, 'm'));
});

it('a token is shown once, and taken away', async () => {
  const { out } = await user('token', 'nightly', '--role', 'read', '--days', '30');
  const [, token = ''] = out.split('\n');
  expect(await findTokenOwner(access(), token, '')).toMatchObject({ name: 'nightly', role: 'read' });
  expect((await user('list')).out).toContain('nightly');
  expect((await user('list')).out).not.toContain(token);
  expect((await user('token', 'nightly', '--remove')).code).toBe(0);
  expect(await findTokenOwner(access(), token, '')).toBeUndefined();
});

it.each(['0', '36501', '999999999'])('a token of %s days is refused with what works', async (days) => {
  const { code, err } = await user('token', 'nightly', '--role', 'read', '--days', days);
  expect([code, err]).toEqual([2, expect.stringContaining('from 1 to 36500')]);
});

it('a link begins with the address that browsers see', async () => {
  configure({ listen: '0.0.0.0:8080', url: 'https://erp.example/gateway', proxies: ['10.0.0.4'] });
  expect((await user('add', 'anna', '--role', 'read')).out).toContain(
    '\nhttps://erp.example/gateway/welcome#',
  );
  configure({ listen: '0.0.0.0:8080' }, { language: 'nl' });
  const { out } = await user('link', 'anna');
  expect(out).toMatch(
    /^user anna: anna kan inloggen zodra .*\nDeze site heeft geen pagina’s: andere machines/,
  );
  expect(out).not.toContain('welcome#');
});

it('on a site without pages nobody gets a link that leads nowhere: it is said how to get pages', async () => {
  writeFileSync(join(folder, 'gateway.yaml'), stringify({ journal: { sqlite: 'journal.db' }, channels: {} }));
  const { out, code } = await user('add', 'anna', '--role', 'read');
  expect(code).toBe(0);
  expect(out).toMatch(
    /^user anna: anna can log in as soon as there are pages; .*\nThis site has no pages: put `http: \{ operator/,
  );
  expect((await gateway('pages')).err).toContain('put `http: { operator');
});

it('a port that is chosen at the start is not told as port 0', async () => {
  configure({ listen: '127.0.0.1:0' });
  const { out } = await user('add', 'anna', '--role', 'read');
  expect(out).toMatch(/http:\/\/127\.0\.0\.1:PORT\/welcome#[\w-]{43}\nPORT stands for a port/);
  expect((await gateway('pages', '--file', 'open.html')).err).toContain('PORT stands for a port');
});

it('pages gives a way in to whoever may write the journal', async () => {
  const { out, code } = await gateway('pages');
  expect(code).toBe(0);
  expect(await logInByLink(access(), tokenIn(out), here)).toMatchObject({
    session: { owner: { kind: 'system' }, role: 'administer' },
  });
});

it('pages writes a file that leads there, for this account alone or saying that it is not, and shows the link nowhere', async () => {
  const { out } = await gateway('pages', '--file', 'open.html');
  expect(out).not.toContain('welcome#');
  if (hasRights) expect(statSync(join(folder, 'open.html')).mode & 0o777).toBe(0o600);
  expect(out.includes('Whoever may read its folder may read it')).toBe(!hasRights);
  const page = readFileSync(join(folder, 'open.html'), 'utf8');
  expect(page).toContain('http-equiv="refresh"');
  const token = /welcome#([\w-]+)"/.exec(page)?.[1] ?? '';
  expect(await logInByLink(access(), token, here)).toMatchObject({ kind: 'done' });
});

it('pages says so where there are none, or no gateway runs', async () => {
  configure({ listen: '0.0.0.0:8080' });
  expect(await gateway('pages')).toMatchObject({ code: 2, err: expect.stringContaining('has no pages') });
  configure({ listen: '127.0.0.1:8080' });
  await journal.close();
  expect(await gateway('pages')).toMatchObject({ code: 2, err: expect.stringContaining('No gateway runs') });
  journal = openSqliteJournal(join(folder, 'journal.db'));
});
