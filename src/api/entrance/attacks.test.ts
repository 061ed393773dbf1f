import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { backupJournal } from '../../journal/sqlite/backup-journal.ts';
import { openSqliteJournal } from '../../journal/sqlite/open-sqlite.ts';
import { restoreJournal } from '../../journal/sqlite/restore-journal.ts';
import { findSessionOwner } from '../../operator/users/open-sessions.ts';
import { type GuardedServer, password, startGuardedServer } from '../testkit/guarded-server.ts';

let server: GuardedServer;

type Settings = Parameters<typeof startGuardedServer>[0];

/** For each test of this block another one, where nobody is known yet. */
function useServerEach(settings?: Settings): void {
  beforeEach(async () => {
    server = await startGuardedServer(settings);
  });
  afterEach(() => server.close());
}

/** For all tests of this block one, where Anna administers. */
function useServerOfAnna(settings?: Settings): { readonly secret: string } {
  const anna = { secret: '' };
  beforeAll(async () => {
    server = await startGuardedServer(settings);
    anna.secret = await server.enter('anna', 'administer');
  });
  afterAll(() => server.close());
  return anna;
}

const wrong = { name: 'anna', password: 'wrong' };
const right = { name: 'anna', password };

describe('who comes without a session', () => {
  const anna = useServerOfAnna();

  it.each([
    ['GET', '/api/session'],
    ['GET', '/api/users'],
    ['GET', '/api/audit'],
    ['POST', '/api/users'],
    ['POST', '/api/logout'],
    ['POST', '/api/password'],
  ])('%s %s is not answered', async (method, path) => {
    const body = { password, current: password };
    const answer = await server.ask(method, path, method === 'GET' ? {} : { body });
    expect(answer).toMatchObject({
      status: 401,
      body: { code: 'session-over', text: 'Please log in again.' },
    });
  });

  it('is refused before anything large is read', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(20_000_000), role: 'read' });
    expect((await server.ask('POST', '/api/users', { body }).catch(() => ({ status: 401 }))).status).toBe(
      401,
    );
    const ben = { body: { name: 'ben', role: 'read' } };
    expect((await server.ask('POST', '/api/users', ben, anna.secret)).status).toBe(200);
  });

  it('gets the document of the pages, which holds nothing, and health', async () => {
    expect(await server.ask('GET', '/orders/4711')).toMatchObject({
      status: 200,
      headers: {
        'content-security-policy': expect.stringContaining("; frame-ancestors 'none';"),
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      },
    });
    expect(await server.ask('GET', '/health/live')).toMatchObject({ status: 200 });
  });

  it.each(['', 'x', 'undefined', 'null', '[object Object]', '../../etc/passwd', 'a'.repeat(5_000)])(
    'the secret %s opens nothing',
    async (secret) => {
      expect((await server.ask('GET', '/api/session', {}, secret)).status).toBe(401);
    },
  );

  it('a hash that was read in the journal opens nothing', async () => {
    const { secret } = anna;
    const found = await findSessionOwner({ accounts: server.journal.accounts }, secret, '127.0.0.1');
    expect(found?.session).toMatch(/^[0-9a-f]{64}$/);
    expect((await server.ask('GET', '/api/session', {}, found?.session)).status).toBe(401);
  });
});

describe('brute force', () => {
  useServerEach();

  it('waits after a few wrong passwords, says how long, and gives no way in meanwhile', async () => {
    await server.enter('anna', 'administer');
    const answers = [];
    for (let n = 0; n < 6; n += 1) answers.push(await server.ask('POST', '/api/login', { body: wrong }));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429, 429, 429]);
    expect(answers[3]?.body).toMatchObject({ code: 'login-waits', details: { seconds: 2 } });
    expect((await server.ask('POST', '/api/login', { body: right })).status).toBe(429);
  });

  it('forged forwarded headers are no new address', async () => {
    await server.enter('anna', 'administer');
    const statuses = [];
    for (let n = 0; n < 5; n += 1) {
      const headers = { 'x-forwarded-for': `10.0.0.${n}`, forwarded: `for=10.0.1.${n}` };
      statuses.push((await server.ask('POST', '/api/login', { body: wrong, headers })).status);
    }
    expect(statuses.slice(3)).toEqual([429, 429]);
  });

  it('all is in the audit, with the address', async () => {
    const secret = await server.enter('anna', 'administer');
    await server.ask('POST', '/api/login', { body: { name: 'admin', password: 'admin' } });
    const { body } = await server.ask('GET', '/api/audit?limit=1', {}, secret);
    expect(body).toMatchObject({
      entries: [
        { kind: 'unknown', address: '127.0.0.1', text: 'failed to log in as “admin”', result: 'no-user' },
      ],
      before: expect.any(Number),
    });
  });

  it('a name that is not there takes the same work as a wrong password, and gets the same answer', async () => {
    await server.close();
    server = await startGuardedServer({ ln: 15 });
    await server.enter('anna', 'administer');
    const work: number[] = [];
    const answers = new Set<string>();
    for (const name of ['anna', 'nobody']) {
      const started = process.cpuUsage();
      const { body, status } = await server.ask('POST', '/api/login', { body: { name, password: 'wrong' } });
      answers.add(JSON.stringify([status, body]));
      work.push(process.cpuUsage(started).user);
    }
    expect(answers.size).toBe(1);
    const [known = 0, unknown = 0] = work;
    expect(unknown / known).toBeGreaterThan(0.4);
    expect(unknown / known).toBeLessThan(2.5);
  });
});

describe('locking out a colleague', () => {
  useServerEach({ proxies: ['127.0.0.1'] });
  const from = (address: string) => ({ 'x-forwarded-for': address });

  it('is not possible from another address', async () => {
    await server.enter('anna', 'administer');
    for (let n = 0; n < 20; n += 1)
      await server.ask('POST', '/api/login', { body: wrong, headers: from('10.0.0.66') });
    expect((await server.ask('POST', '/api/login', { body: wrong, headers: from('10.0.0.66') })).status).toBe(
      429,
    );
    expect((await server.ask('POST', '/api/login', { body: right, headers: from('10.0.0.7') })).status).toBe(
      200,
    );
  });

  describe('of the same address (a terminal server, the proxy of an office)', () => {
    const same = from('10.0.0.66');
    const attempt = (body: object) => server.ask('POST', '/api/login', { body, headers: same });

    it('is not possible where the colleague has logged in before', async () => {
      await server.enter('anna', 'administer');
      const { browser } = (await attempt(right)).body;
      expect(browser).toMatch(/^[\w-]{16}\.[\w-]{43}$/);
      for (let n = 0; n < 12; n += 1) await attempt(wrong);
      expect((await attempt(right)).status).toBe(429);
      const flood = Array.from({ length: 20 }, () => attempt({ name: 'nobody', password: 'wrong' }));
      expect((await attempt({ ...right, browser })).status).toBe(200);
      await Promise.all(flood);
    });

    it('the mark of a browser lets nobody in, gives no more tries, and is of no other user', async () => {
      await server.enter('anna', 'administer');
      await server.enter('ben', 'read');
      const { browser } = (await attempt(right)).body;
      const tries = async (body: object) => {
        const statuses = [];
        for (let n = 0; n < 5; n += 1) statuses.push((await attempt({ ...body, browser })).status);
        return statuses;
      };
      expect(await tries(wrong)).toEqual([401, 401, 401, 429, 429]);
      for (let n = 0; n < 4; n += 1) await attempt({ name: 'ben', password: 'wrong' });
      expect((await attempt({ name: 'ben', password, browser })).status).toBe(429);
      const forged = `${'A'.repeat(16)}.${String(browser).split('.')[1]}`;
      for (let n = 0; n < 4; n += 1) await attempt(wrong);
      expect((await attempt({ ...right, browser: forged })).status).toBe(429);
    });
  });

  it('a flood from one address leaves room for others', async () => {
    await server.enter('anna', 'administer');
    const flood = Array.from({ length: 40 }, (_, n) =>
      server.ask('POST', '/api/login', {
        body: { name: `user${n}`, password: 'wrong' },
        headers: from('10.0.0.66'),
      }),
    );
    const anna = server.ask('POST', '/api/login', { body: right, headers: from('10.0.0.7') });
    expect((await anna).status).toBe(200);
    expect((await Promise.all(flood)).some(({ body }) => body.code === 'login-busy')).toBe(true);
  });

  it('what a client puts before what the proxy says does not count', async () => {
    const secret = await server.enter('anna', 'administer');
    await server.ask('POST', '/api/login', { body: wrong, headers: from('1.1.1.1, 10.0.0.66') });
    const { body } = await server.ask('GET', '/api/audit?limit=1', {}, secret);
    expect(body).toMatchObject({ entries: [{ address: '10.0.0.66' }] });
  });
});

describe('another site', () => {
  const anna = useServerOfAnna();
  const write = (headers: Readonly<Record<string, string>>, body: object | string = right) =>
    server.askBare('POST', '/api/login', { body, headers });
  const json = { 'content-type': 'application/json' };

  it.each(['cross-site', 'same-site', 'none'])('cannot post (Sec-Fetch-Site: %s)', async (site) => {
    const answer = await write({ ...json, 'sec-fetch-site': site });
    expect(answer).toMatchObject({ status: 403, body: { code: 'other-site' } });
  });

  it('cannot post with an older browser either: its Origin is another one, or none', async () => {
    expect((await write({ ...json, origin: 'http://evil.example' })).status).toBe(403);
    expect((await write({ ...json, origin: 'null' })).status).toBe(403);
    expect((await write(json)).status).toBe(403);
    const { port } = new URL(server.url);
    expect((await write({ ...json, origin: `http://127.0.0.1:${Number(port) + 1}` })).status).toBe(403);
    expect((await write({ ...json, origin: server.url })).status).toBe(200);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'cannot post what a form sends (%s)',
    async (type) => {
      const headers = { 'content-type': type, 'sec-fetch-site': 'same-origin' };
      expect(await write(headers, JSON.stringify(right))).toMatchObject({
        ...{ status: 415, body: { code: 'not-json' } },
      });
    },
  );

  it('cannot post what is large, before anybody is logged in', async () => {
    const answer = await write(
      { ...json, 'sec-fetch-site': 'same-origin' },
      { ...right, agent: 'x'.repeat(11_000) },
    );
    expect(answer.status).toBe(413);
  });

  it('a session in hand changes nothing of that', async () => {
    const { secret } = anna;
    const headers = { ...json, 'sec-fetch-site': 'cross-site', authorization: `Session ${secret}` };
    const body = { name: 'mallory', role: 'administer' };
    expect((await server.askBare('POST', '/api/users', { body, headers })).status).toBe(403);
    expect(await server.journal.accounts.findUser('mallory')).toBeUndefined();
  });

  it('cannot embed an answer, nor have it taken for a page or a script', async () => {
    const { secret } = anna;
    for (const path of ['/api/session', '/api/document', '/api/nothing'])
      expect((await server.ask('GET', path, {}, secret)).headers).toMatchObject({
        'content-type': expect.stringContaining('application/json'),
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      });
  });

  it('gets no leave to read (CORS)', async () => {
    const headers = { origin: 'http://evil.example', 'access-control-request-method': 'POST' };
    const answer = await server.askBare('OPTIONS', '/api/login', { headers });
    expect(answer.status).toBe(403);
  });
});

describe('a name that leads here (DNS rebinding)', () => {
  useServerOfAnna();

  it.each(['evil.example', 'evil.example:8080', '127.0.0.1.evil.example', '', 'localhost.evil'])(
    'the host %s is not answered, health and numbers aside',
    async (host) => {
      for (const path of ['/', '/api/session', '/api/login'])
        expect(await server.askBare('GET', path, { headers: { host } })).toMatchObject({
          ...{ status: 421, body: { code: 'wrong-host' } },
        });
      expect((await server.askBare('GET', '/health/live', { headers: { host } })).status).toBe(200);
    },
  );

  it.each(['127.0.0.1:1', 'localhost:8080', '[::1]:8080', 'ERP-1', 'erp-1:80'])(
    'our own name %s is',
    async (host) => {
      expect((await server.askBare('GET', '/', { headers: { host } })).status).toBe(200);
    },
  );

  it('what a proxy says that browsers asked for counts too, and nobody else’s word', async () => {
    const headers = { 'x-forwarded-host': 'evil.example' };
    expect((await server.askBare('GET', '/', { headers })).status).toBe(200);
    const behind = { proxies: ['127.0.0.1'], url: 'https://erp.example/gateway/' };
    const other = await startGuardedServer(behind);
    onTestFinished(() => other.close());
    expect((await other.askBare('GET', '/', { headers })).status).toBe(421);
    const ours = { 'x-forwarded-host': 'erp.example' };
    expect((await other.askBare('GET', '/', { headers: ours })).status).toBe(200);
  });
});

describe('links', () => {
  useServerEach();

  it('work once, and a peek spends nothing', async () => {
    const token = await server.linkOf('anna', 'operate');
    for (let n = 0; n < 2; n += 1)
      expect(await server.ask('POST', '/api/welcome', { body: { token } })).toMatchObject({
        ...{ status: 200, body: { kind: 'password', name: 'anna', madeBy: 'root' } },
      });
    const body = { token, password };
    const answers = await Promise.all([1, 2, 3].map(() => server.ask('POST', '/api/welcome', { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    expect(await server.ask('POST', '/api/welcome', { body: { token } })).toMatchObject({
      ...{ status: 410, body: { code: 'link-over' } },
    });
  });

  it('for whoever may write the journal logs in at once', async () => {
    const token = await server.systemLink();
    const answer = await server.ask('POST', '/api/welcome', { body: { token } });
    expect(answer.body).toMatchObject({
      kind: 'in',
      login: { user: { name: 'root', kind: 'system', role: 'administer' }, secret: expect.any(String) },
    });
    expect((await server.ask('POST', '/api/welcome', { body: { token } })).status).toBe(410);
  });

  it('end after a quarter of an hour, by the clock of the journal', async () => {
    const token = await server.linkOf('anna', 'operate');
    const { DatabaseSync } = await import('node:sqlite');
    const db = new DatabaseSync(join(server.folder, 'journal.db'));
    const { lasts } =
      db.prepare("select expires - unixepoch('subsec') * 1000 as lasts from login_link").get() ?? {};
    expect(Number(lasts)).toBeGreaterThan(880_000);
    expect(Number(lasts)).toBeLessThanOrEqual(900_000);
    db.exec('update login_link set expires = expires - 900000');
    db.close();
    expect((await server.ask('POST', '/api/welcome', { body: { token, password } })).status).toBe(410);
  });
});

describe('sessions', () => {
  useServerEach();

  it('a secret that somebody planted beforehand is never taken over (fixation)', async () => {
    const planted = 'planted-by-somebody-else';
    await server.enter('anna', 'administer');
    const answer = await server.ask('POST', '/api/login', { body: right }, planted);
    expect(answer.body.secret).not.toBe(planted);
    expect((await server.ask('GET', '/api/session', {}, planted)).status).toBe(401);
    const again = await server.ask('POST', '/api/login', { body: right });
    expect(again.body.secret).not.toBe(answer.body.secret);
  });

  it('who is logged out is out, here or everywhere', async () => {
    const first = await server.enter('anna', 'operate');
    const second = String((await server.ask('POST', '/api/login', { body: right })).body.secret);
    const third = String((await server.ask('POST', '/api/login', { body: right })).body.secret);
    const status = async (secret: string) => (await server.ask('GET', '/api/session', {}, secret)).status;
    await server.ask('POST', '/api/logout', { body: {} }, first);
    expect([await status(first), await status(second)]).toEqual([401, 200]);
    await server.ask('POST', '/api/logout', { body: { everywhere: true } }, second);
    expect([await status(second), await status(third)]).toEqual([401, 401]);
  });

  it('end after twelve hours, or half an hour in which a page at most listened, and who listens hears no more', async () => {
    expect((await server.ask('GET', '/api/live')).status).toBe(401);
    const secret = await server.enter('anna', 'operate');
    const { DatabaseSync } = await import('node:sqlite');
    const db = new DatabaseSync(join(server.folder, 'journal.db'));
    const rest = (minutes: number) =>
      db.prepare('update login_session set seen = seen - ?').run(minutes * 60_000);
    const { lasts } = db.prepare('select ends - began as lasts from login_session').get() ?? {};
    expect(lasts).toBe(12 * 3_600_000);
    rest(29);
    const headers = { authorization: `Session ${secret}` };
    const lines = (await request(`${server.url}/api/live`, { headers })).body.iterator();
    expect((await lines.next()).done).toBe(false);
    rest(1);
    while (!(await lines.next()).done);
    expect((await server.ask('GET', '/api/session', {}, secret)).status).toBe(401);
    db.close();
  });

  it('another password ends the others', async () => {
    const first = await server.enter('anna', 'operate');
    const other = String((await server.ask('POST', '/api/login', { body: right })).body.secret);
    const next = { password: 'another horse entirely', current: 'wrong' };
    expect((await server.ask('POST', '/api/password', { body: next }, first)).status).toBe(403);
    const changed = await server.ask(
      'POST',
      '/api/password',
      { body: { ...next, current: password } },
      first,
    );
    expect(changed.status).toBe(200);
    for (const gone of [first, other])
      expect((await server.ask('GET', '/api/session', {}, gone)).status).toBe(401);
    expect((await server.ask('GET', '/api/session', {}, String(changed.body.secret))).status).toBe(200);
  });

  it('over plain HTTP no cookie is set, and none is taken', async () => {
    const secret = await server.enter('anna', 'operate');
    const answer = await server.ask('POST', '/api/login', { body: right });
    expect(answer.cookie).toBeUndefined();
    const headers = { cookie: `gateway=${secret}; __Host-gateway=${secret}` };
    expect((await server.ask('GET', '/api/session', { headers })).status).toBe(401);
  });

  it('a backup lets nobody in, and a restore ends all sessions', async () => {
    const secret = await server.enter('anna', 'operate');
    const link = await server.systemLink();
    const [path, copy] = ['journal.db', 'copy.db'].map((name) => join(server.folder, name));
    await backupJournal(path ?? '', copy ?? '');
    await server.journal.close();
    copyFileSync(copy ?? '', join(server.folder, 'other.db'));
    await restoreJournal(path ?? '', join(server.folder, 'other.db'));
    server.journal = openSqliteJournal(path ?? '');
    const { accounts } = server.journal;
    expect(await findSessionOwner({ accounts }, secret, '127.0.0.1')).toBeUndefined();
    expect(await accounts.findLink(link)).toBeUndefined();
    expect(await accounts.findUser('anna')).toMatchObject({ role: 'operate', password: expect.any(String) });
  });
});

describe('with TLS', () => {
  useServerEach({ proxies: ['127.0.0.1'], url: 'https://erp.example/gateway/' });

  async function cookieOf(): Promise<string> {
    await server.enter('anna', 'operate');
    const answer = await server.ask('POST', '/api/login', { body: right });
    expect(answer.body.secret).toBeUndefined();
    return answer.cookie ?? '';
  }

  it('the secret is a cookie that no script reads and no other site sends, named after the instance', async () => {
    const cookie = await cookieOf();
    expect(cookie).toMatch(
      /^__Host-gateway-[A-Za-z0-9]{12}=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    );
    expect(cookie).toContain(server.journal.id.replaceAll('-', '').slice(0, 12));
    const headers = { cookie: `other=1; ${cookie.split(';')[0]}` };
    expect(await server.ask('GET', '/api/session', { headers })).toMatchObject({
      ...{ status: 200, body: { user: { name: 'anna' } } },
    });
    const out = await server.ask('POST', '/api/logout', { body: {}, headers });
    expect(out.cookie).toMatch(/^__Host-gateway-\w+=; .*Max-Age=0$/);
  });

  it('a cookie with a post of another site does nothing', async () => {
    const cookie = (await cookieOf()).split(';')[0] ?? '';
    const headers = { cookie, 'sec-fetch-site': 'cross-site' };
    expect((await server.ask('POST', '/api/logout', { body: {}, headers })).status).toBe(403);
    expect((await server.ask('GET', '/api/session', { headers: { cookie } })).status).toBe(200);
  });

  it('an older browser posts with the Origin of the address that it sees', async () => {
    await server.enter('anna', 'operate');
    const headers = {
      'content-type': 'application/json',
      host: '127.0.0.1:8080',
      origin: 'https://erp.example',
    };
    expect((await server.askBare('POST', '/api/login', { body: right, headers })).status).toBe(200);
  });
});

describe('roles', () => {
  useServerEach();

  it.each(['read', 'operate'] as const)('who may %s cannot look at users, nor change one', async (role) => {
    const secret = await server.enter('anna', role);
    for (const path of ['/api/users', '/api/tokens', '/api/audit'])
      expect(await server.ask('GET', path, {}, secret)).toMatchObject({
        status: 403,
        body: { code: 'role' },
      });
    const posts = [
      ['POST', '/api/users', { name: 'mallory', role: 'administer' }],
      ['POST', '/api/users/anna/role', { role: 'administer' }],
      ['POST', '/api/users/anna/link', {}],
      ['POST', '/api/tokens', { name: 'mine', role: 'administer' }],
    ] as const;
    for (const [method, path, body] of posts)
      expect((await server.ask(method, path, { body }, secret)).status).toBe(403);
    expect((await server.ask('DELETE', '/api/users/anna', {}, secret)).status).toBe(403);
    expect(await server.journal.accounts.listUsers()).toMatchObject([{ name: 'anna', role }]);
  });

  it('who sees documents masked gets none from a route that does not mask', async () => {
    const anna = await server.enter('anna', 'read');
    expect(await server.ask('GET', '/api/document', {}, anna)).toMatchObject({ body: { price: '12.50' } });
    const by = { kind: 'system', name: 'root', address: '' } as const;
    await server.journal.accounts.changeUser('anna', { masked: true }, { by, reason: '' });
    const { body } = await server.ask('POST', '/api/login', { body: right });
    expect(await server.ask('GET', '/api/document', {}, String(body.secret))).toMatchObject({
      ...{ status: 403, body: { code: 'masked' } },
    });
    expect((await server.ask('GET', '/api/session', {}, String(body.secret))).body).toMatchObject({
      user: { name: 'anna', masked: true },
    });
  });

  it('a role that was taken away counts at the next request', async () => {
    await server.enter('anna', 'administer');
    const ben = await server.enter('ben', 'administer');
    const by = { kind: 'user', name: 'anna', address: '' } as const;
    await server.journal.accounts.changeUser('ben', { role: 'read' }, { by, reason: '' });
    expect((await server.ask('GET', '/api/users', {}, ben)).status).toBe(401);
  });

  it('an administrator adds, changes and removes, and each is in the audit', async () => {
    const anna = await server.enter('anna', 'administer');
    const added = await server.ask('POST', '/api/users', { body: { name: 'ben', role: 'read' } }, anna);
    const { token } = added.body;
    expect(added).toMatchObject({ status: 200, body: { code: 'user-added', token: expect.any(String) } });
    const opened = await server.ask('POST', '/api/welcome', { body: { token, password } });
    expect(opened.body).toMatchObject({ login: { user: { name: 'ben', role: 'read', masked: false } } });
    const change = { role: 'operate', reason: 'she is back' };
    expect((await server.ask('POST', '/api/users/ben/role', { body: change }, anna)).status).toBe(200);
    expect((await server.ask('DELETE', '/api/users/ben', {}, anna)).status).toBe(200);
    expect(await server.ask('DELETE', '/api/users/anna', {}, anna)).toMatchObject({
      ...{ status: 409, body: { code: 'last-administrator' } },
    });
    const { body } = await server.ask('GET', '/api/audit?who=anna&limit=4', {}, anna);
    expect(body.entries).toMatchObject([
      { text: 'removed the user ben', kind: 'user', name: 'anna', address: '127.0.0.1' },
      { text: 'ben may now see and decide', reason: 'she is back' },
      { text: 'made a link for ben' },
      { text: 'added the user ben, who may see' },
    ]);
  });

  it('a decision stands in the audit with who, from where and why, also one that was refused', async () => {
    const anna = await server.enter('anna', 'administer');
    // the message is that of the address, whatever else is named
    const named = { body: { reason: 'agreed by phone', id: '99' } };
    for (const id of ['12', '13', '14', '{}'])
      await server.ask('POST', `/api/messages/${id}/decisions`, named, anna);
    const ben = await server.enter('ben', 'read');
    await server.ask('POST', '/api/messages/15/decisions', { body: { reason: 'no right' } }, ben);
    const { body } = await server.ask('GET', '/api/audit?find=agreed&limit=9', {}, anna);
    const common = { name: 'anna', kind: 'user', address: '127.0.0.1', reason: 'agreed by phone' };
    expect(body.entries).toMatchObject([
      { ...common, object: '{}' },
      { ...common, text: 'discarded message 14', result: 'refused' },
      { ...common, text: 'discarded message 13', result: 'changed-meanwhile' },
      { ...common, text: 'discarded message 12', result: 'done' },
    ]);
  });

  it('refusals are told in the language of the reader', async () => {
    const headers = { 'accept-language': 'nl' };
    const answer = await server.ask('POST', '/api/login', { body: wrong, headers });
    expect(answer.body).toMatchObject({ code: 'login-wrong', text: 'Naam of wachtwoord klopt niet.' });
  });
});

describe('tokens of scripts', () => {
  useServerEach();

  it('need no signs of a browser, may what they may, and end', async () => {
    const anna = await server.enter('anna', 'administer');
    const made = await server.ask(
      'POST',
      '/api/tokens',
      { body: { name: 'nightly', role: 'administer' } },
      anna,
    );
    const headers = { authorization: `Bearer ${made.body.token}`, 'content-type': 'application/json' };
    const body = { name: 'ben', role: 'read' };
    expect((await server.askBare('POST', '/api/users', { body, headers })).status).toBe(200);
    const asForm = { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'text/plain' } };
    expect((await server.askBare('POST', '/api/users', asForm)).status).toBe(415);
    const audit = await server.askBare('GET', '/api/audit?limit=2', { headers });
    expect(audit.body.entries).toMatchObject([{}, { who: 'token nightly', kind: 'token', object: 'ben' }]);
    await server.ask('DELETE', '/api/tokens/nightly', {}, anna);
    expect((await server.askBare('GET', '/api/users', { headers })).status).toBe(401);
  });
});
