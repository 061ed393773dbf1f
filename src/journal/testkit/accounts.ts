import { describe, expect, it } from 'vitest';
import type { Author, LoginDelays, NewLink, NewSession, NewUser } from '../journal.ts';
import type { Kit } from './kit.ts';

const by: Author = { kind: 'system', name: 'root', address: 'erp-1' };
const reasoned = { by, reason: 'asked for' };
const user = (name: string, more: Partial<NewUser> = {}): NewUser => ({
  ...{ name, role: 'operate', masked: false },
  ...more,
});
const link = (hash: string, name: string, more: Partial<NewLink> = {}): NewLink => ({
  ...{ hash, owner: { kind: 'user', name }, purpose: 'password', lasts: 900_000 },
  ...more,
});
const session = (hash: string, more: Partial<NewSession> = {}): NewSession => ({
  ...{ hash, lasts: 43_200_000, address: '10.0.0.7', agent: 'a browser' },
  ...more,
});
const idle = 1_800_000;
const delays: LoginDelays = { steps: [0, 0, 1_000, 60_000], forget: 86_400_000 };
const anna = { account: 'anna', address: '10.0.0.7' };

/** Users, links, sessions, tokens, wrong passwords and the audit. */
export function accountsBehaviour(kit: Kit): void {
  const accounts = () => kit.journal.accounts;

  /** With a password, and this session open. */
  async function logIn(name: string, hash: string): Promise<void> {
    await accounts().addLink(link(`link of ${hash}`, name), by);
    await accounts().openByLink(`link of ${hash}`, session(hash), `password of ${name}`);
  }

  const audit = async () =>
    (await accounts().listAudit({ limit: 100 }))
      .map(({ by: { name }, action, object, detail }) => [name, action, object, detail].join(' '))
      .reverse();

  describe('accounts', () => {
    it('each name is there once, with what it may', async () => {
      expect(await accounts().addUser(user('anna', { role: 'administer' }), by)).toBe(true);
      expect(await accounts().addUser(user('anna'), by)).toBe(false);
      await accounts().addUser(user('ben', { masked: true }), by);
      await kit.reopen();
      expect(await accounts().listUsers()).toMatchObject([
        { name: 'anna', role: 'administer', masked: false, disabled: false, hasPassword: false, sessions: 0 },
        { name: 'ben', role: 'operate', masked: true },
      ]);
      expect(await accounts().findUser('carl')).toBeUndefined();
      expect(await audit()).toEqual(['root add-user anna administer', 'root add-user ben operate']);
    });

    it('the key of the site is the first that was given, for every gateway and after each start', async () => {
      const keys = await Promise.all(['one', 'two'].map((fresh) => accounts().siteKey(fresh)));
      expect(new Set(keys).size).toBe(1);
      await kit.reopen();
      expect(await accounts().siteKey('three')).toBe(keys[0]);
    });

    it('a link works once, until its end, and the next one ends it', async () => {
      await accounts().addUser(user('anna'), by);
      const expires = await accounts().addLink(link('one', 'anna'), by);
      expect(Date.parse(expires ?? '') - Date.now()).toBeGreaterThan(800_000);
      expect((await accounts().listUsers())[0]?.linkExpires).toBe(expires);
      await accounts().addLink(link('two', 'anna'), by);
      expect(await accounts().openByLink('one', session('s'))).toBeUndefined();
      expect(await accounts().findLink('two')).toMatchObject({
        ...{ owner: { kind: 'user', name: 'anna' }, purpose: 'password', madeBy: 'root' },
      });
      expect(await accounts().openByLink('two', session('s'))).toBeUndefined();
      const both = await Promise.all(
        ['s', 't'].map((hash) => accounts().openByLink('two', session(hash), 'password')),
      );
      expect(both.filter(Boolean)).toMatchObject([
        { owner: { kind: 'user', name: 'anna' }, role: 'operate', masked: false },
      ]);
      expect(await accounts().findLink('two')).toBeUndefined();
      await accounts().addLink(link('late', 'anna'), by);
      await kit.damage('update login_link set expires = expires - 900001');
      expect(await accounts().findLink('late')).toBeUndefined();
      expect(await accounts().openByLink('late', session('u'), 'password')).toBeUndefined();
      expect(await accounts().addLink(link('nobody', 'carl'), by)).toBeUndefined();
    });

    it('an account of the system gets in by a link, and may everything', async () => {
      const owner = { kind: 'system', name: 'root' } as const;
      await accounts().addLink(link('one', 'root', { owner, purpose: 'login' }), by);
      expect(await accounts().openByLink('one', session('s'))).toMatchObject({
        ...{ owner, role: 'administer', masked: false },
      });
      expect(await accounts().endSessions(owner, by)).toBe(1);
      expect(await accounts().findSession('s', idle)).toBeUndefined();
    });

    it('a new password ends all sessions and links but the one that it begins', async () => {
      await accounts().addUser(user('anna'), by);
      await logIn('anna', 's');
      await accounts().openByPassword(anna, 'password of anna', session('other'));
      await accounts().addLink(link('open', 'anna'), by);
      expect(await accounts().changePassword('s', 'next', session('new'))).toMatchObject({ role: 'operate' });
      for (const gone of ['s', 'other']) expect(await accounts().findSession(gone, idle)).toBeUndefined();
      expect(await accounts().findSession('new', idle)).toMatchObject({ address: '10.0.0.7' });
      expect(await accounts().findLink('open')).toBeUndefined();
      expect(await accounts().changePassword('s', 'mine', session('y'))).toBeUndefined();
      expect(await accounts().openByPassword(anna, 'password of anna', session('z'))).toBeUndefined();
    });

    it('a session ends when it was not used for long, and at its end', async () => {
      await accounts().addUser(user('anna'), by);
      await logIn('anna', 's');
      await kit.damage('update login_session set seen = seen - 1700000');
      expect(await accounts().findSession('s', idle)).toMatchObject({ address: '10.0.0.7' });
      await kit.damage('update login_session set seen = seen - 1700000');
      expect(await accounts().findSession('s', idle)).toBeDefined();
      await kit.damage('update login_session set seen = seen - 1700000');
      expect(await accounts().findSession('s', idle, false)).toBeDefined();
      await kit.damage('update login_session set seen = seen - 100001');
      expect(await accounts().findSession('s', idle)).toBeUndefined();
      await logIn('anna', 't');
      await kit.damage('update login_session set ends = ends - 43200001');
      expect(await accounts().findSession('t', idle)).toBeUndefined();
      expect((await accounts().listUsers())[0]?.sessions).toBe(0);
    });

    it('what was noted while the clock was a day ahead locks nobody out and lets nobody in once it is right', async () => {
      await accounts().addUser(user('anna'), by);
      await logIn('anna', 's');
      await accounts().addLink(link('open', 'anna'), by);
      for (let n = 0; n < 5; n += 1) await accounts().beginLogin(anna, delays);
      await kit.damage(
        'update login_session set began = began + 86400000, seen = seen + 86400000, ends = ends + 86400000',
      );
      await kit.damage('update login_link set expires = expires + 86400000');
      await kit.damage('update login_failure set last = last + 86400000, until = until + 86400000');
      expect(await accounts().findSession('s', idle)).toBeUndefined();
      expect(await accounts().changePassword('s', 'mine', session('t'))).toBeUndefined();
      expect(await accounts().findLink('open')).toBeUndefined();
      expect(await accounts().openByLink('open', session('u'), 'mine')).toBeUndefined();
      expect(await accounts().summarizeLoginFailures(3_600_000)).toEqual({ count: 0 });
      expect(await accounts().beginLogin(anna, delays)).toBe(0);
      expect(await accounts().openByPassword(anna, 'password of anna', session('v'))).toBeDefined();
    });

    it('what a user may is read anew each time, and a change ends the sessions', async () => {
      await accounts().addUser(user('anna', { role: 'administer' }), by);
      await accounts().addUser(user('ben', { role: 'administer' }), by);
      await logIn('anna', 's');
      await kit.damage("update account set role = 'read', masked = 1 where name = 'anna'");
      expect(await accounts().findSession('s', idle)).toMatchObject({ role: 'read', masked: true });
      expect(await accounts().changeUser('anna', { role: 'operate' }, reasoned)).toBe('done');
      expect(await accounts().findSession('s', idle)).toBeUndefined();
      await logIn('anna', 't');
      expect(await accounts().changeUser('anna', { disabled: true }, reasoned)).toBe('done');
      expect(await accounts().openByPassword(anna, 'password of anna', session('u'))).toBeUndefined();
      expect(await accounts().changeUser('carl', { disabled: true }, reasoned)).toBe('unknown');
      expect(await accounts().listAudit({ limit: 1 })).toMatchObject([
        { by, action: 'disable-user', object: 'anna', reason: 'asked for', result: 'done' },
      ]);
    });

    it('the last administrator who may log in stays one, also of two who remove each other', async () => {
      for (const name of ['anna', 'ben', 'carl'])
        await accounts().addUser(user(name, { role: 'administer' }), by);
      await accounts().changeUser('carl', { disabled: true }, reasoned);
      const both = await Promise.all(
        ['anna', 'ben'].map((name) => accounts().changeUser(name, { role: 'read' }, reasoned)),
      );
      expect(both.sort()).toEqual(['done', 'last']);
      const [left = ''] = (await accounts().listUsers()).flatMap(({ name, role, disabled }) =>
        role === 'administer' && !disabled ? [name] : [],
      );
      expect(await accounts().removeUser(left, reasoned)).toBe('last');
      expect(await accounts().changeUser(left, { disabled: true }, reasoned)).toBe('last');
      expect(await accounts().changeUser(left, { masked: true }, reasoned)).toBe('done');
      expect(await accounts().removeUser('carl', reasoned)).toBe('done');
    });

    it('who is removed has no session, and who comes under that name has none either', async () => {
      await accounts().addUser(user('anna'), by);
      await logIn('anna', 's');
      await accounts().addLink(link('open', 'anna'), by);
      await accounts().removeUser('anna', reasoned);
      await accounts().addUser(user('anna', { role: 'administer' }), by);
      expect(await accounts().findSession('s', idle)).toBeUndefined();
      expect(await accounts().findLink('open')).toBeUndefined();
    });

    it('logs out one, all of a user, and everybody', async () => {
      for (const name of ['anna', 'ben']) await accounts().addUser(user(name), by);
      for (const [name, hash] of [
        ['anna', 'a'],
        ['ben', 'b'],
      ] as const)
        await logIn(name, hash);
      await accounts().openByPassword(anna, 'password of anna', session('c'));
      expect(await accounts().endSession('c', by)).toBe(true);
      expect(await accounts().endSession('c', by)).toBe(false);
      expect(await accounts().endSessions({ kind: 'user', name: 'anna' }, by)).toBe(1);
      expect(await accounts().findSession('b', idle)).toBeDefined();
      expect(await accounts().endSessions(undefined, by)).toBe(1);
    });

    it('a token of a script works until its end', async () => {
      const token = { name: 'nightly', hash: 'h', role: 'read' } as const;
      expect(await accounts().addToken({ ...token, lasts: 1_000_000 }, by)).toBe(true);
      expect(await accounts().addToken(token, by)).toBe(false);
      expect(await accounts().findToken('h')).toMatchObject({ name: 'nightly', role: 'read' });
      expect((await accounts().listTokens())[0]?.used).toBeDefined();
      await kit.damage('update access_token set expires = expires - 1000001');
      expect(await accounts().findToken('h')).toBeUndefined();
      expect(await accounts().removeToken('nightly', reasoned)).toBe(true);
      expect(await accounts().removeToken('nightly', reasoned)).toBe(false);
      await accounts().addToken(token, by);
      expect((await accounts().findToken('h'))?.expires).toBeUndefined();
    });

    it('wrong passwords make the next one wait, of that name from that address alone', async () => {
      const waits = [];
      for (let n = 0; n < 4; n += 1) waits.push(await accounts().beginLogin(anna, delays));
      expect(waits.slice(0, 3)).toEqual([0, 0, 0]);
      expect(waits[3]).toBeGreaterThan(0);
      expect(waits[3]).toBeLessThanOrEqual(1_000);
      expect(await accounts().beginLogin({ ...anna, address: '10.0.0.8' }, delays)).toBe(0);
      expect(await accounts().beginLogin({ ...anna, account: 'ben' }, delays)).toBe(0);
      await kit.reopen();
      await kit.damage('update login_failure set until = until - 1000');
      expect(await accounts().beginLogin(anna, delays)).toBe(0);
      expect(await accounts().beginLogin(anna, delays)).toBeGreaterThan(50_000);
      expect(await accounts().summarizeLoginFailures(3_600_000)).toMatchObject({ count: 6 });
      await kit.damage('update login_failure set last = last - 86400001, until = 0');
      expect(await accounts().summarizeLoginFailures(3_600_000)).toEqual({ count: 0 });
      expect(await accounts().beginLogin(anna, delays)).toBe(0);
    });

    it('many tries at once are counted one by one', async () => {
      const waits = await Promise.all(Array.from({ length: 10 }, () => accounts().beginLogin(anna, delays)));
      expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
    });

    it('the right password forgets the wrong ones of that address', async () => {
      await accounts().addUser(user('anna'), by);
      await logIn('anna', 's');
      for (const address of ['10.0.0.7', '10.0.0.8'])
        await accounts().beginLogin({ ...anna, address }, delays);
      await accounts().openByPassword(anna, 'password of anna', session('t'));
      expect(await accounts().summarizeLoginFailures(3_600_000)).toMatchObject({
        ...{ count: 1, last: { address: '10.0.0.8' } },
      });
    });

    it('the audit is read by page, and by who, what and when', async () => {
      for (const name of ['a', 'b', 'c']) await accounts().addUser(user(name), by);
      await accounts().addAuditEntry({
        ...{ by: { kind: 'unknown', name: '', address: '10.0.0.9' }, reason: '' },
        ...{ action: 'login', object: 'admin', result: 'wrong' },
      });
      const [newest, second] = await accounts().listAudit({ limit: 2 });
      expect(newest).toMatchObject({ by: { kind: 'unknown' }, object: 'admin', result: 'wrong' });
      const before = second?.id ?? 0;
      expect((await accounts().listAudit({ limit: 2, before })).map(({ object }) => object)).toEqual([
        'b',
        'a',
      ]);
      expect(await accounts().listAudit({ limit: 9, actions: ['login'] })).toHaveLength(1);
      expect(await accounts().listAudit({ limit: 9, who: 'root' })).toHaveLength(3);
      expect(await accounts().listAudit({ limit: 9, find: 'DMI' })).toHaveLength(1);
      expect(await accounts().listAudit({ limit: 9, find: '%' })).toHaveLength(0);
      expect(await accounts().listAudit({ limit: 9, since: '2100-01-01T00:00:00.000Z' })).toEqual([]);
    });

    it('counts in one entry what repeats itself, of each place and then of all', async () => {
      const repeats = { crowd: 'no-user', within: 60_000, own: 3, most: 5 };
      const fail = (name: string, address: string, crowd = 'no-user') =>
        accounts().addRepeatableEntry(
          {
            ...{ by: { kind: 'unknown', name: '', address }, reason: '' },
            ...{ action: 'login', object: name, result: 'no-user' },
          },
          { ...repeats, crowd, from: address },
        );
      const shown = async () =>
        (await accounts().listAudit({ limit: 100 }))
          .map(({ object, by: { address }, times = 1 }) => `${object} ${address} ${times}`)
          .reverse();
      for (let n = 0; n < 6; n += 1) await fail('a', '10.0.0.7');
      await fail('b', '10.0.0.8');
      await fail('c', '10.0.0.7');
      expect(await shown()).toEqual(['a 10.0.0.7 1', 'a 10.0.0.7 1', 'a 10.0.0.7 5', 'b 10.0.0.8 1']);
      await fail('d', '10.0.0.9');
      await kit.reopen();
      for (const address of ['10.0.0.10', '10.0.0.11', '10.0.0.7']) await fail('e', address);
      await fail('anna', '10.0.0.7', 'wrong anna');
      expect((await shown()).slice(2)).toEqual([
        ...['a 10.0.0.7 5', 'b 10.0.0.8 1', 'd 10.0.0.9 1', 'e  3', 'anna 10.0.0.7 1'],
      ]);
      const [counting] = (await accounts().listAudit({ limit: 9 })).filter(({ times }) => times === 5);
      expect(Date.parse(counting?.last ?? '')).toBeGreaterThanOrEqual(Date.parse(counting?.at ?? ''));
      // it was noted long ago, and counted one a moment ago
      await kit.damage('update audit_entry set at = at - 50000');
      const since = new Date(Date.now() - 25_000).toISOString();
      expect((await accounts().listAudit({ limit: 9, since })).map(({ object }) => object)).toEqual([
        'e',
        'a',
      ]);
      await kit.damage('update audit_entry set at = at - 10001');
      await fail('f', '10.0.0.7');
      expect((await shown()).at(-1)).toBe('f 10.0.0.7 1');
    });
  });
}
