import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { runCommandLine } from '../src/cli/testkit/ran.ts';
import { openSqliteJournal } from '../src/journal/sqlite/open-sqlite.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { patience } from './kit/machine.ts';
import { Site } from './kit/site.ts';

vi.setConfig({ testTimeout: 60_000 * patience });

/** The way in, from the command line to the API of a running gateway. */

let site: Site;
afterAll(lendWorkers());
afterEach(() => site.close());

const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  request(`${site.gateway.operatorUrl}${path}`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const tokenIn = (out: string): string => /welcome#(\S+)/.exec(out)?.[1] ?? '';

it('a link of the command line opens the pages of the gateway that runs', async () => {
  site = await Site.open();
  await site.start('none');
  const { out } = await runCommandLine(site.folder, 'pages');
  const opened = await post('/api/welcome', { token: tokenIn(out) });
  expect(opened.statusCode).toBe(200);
  const { login } = (await opened.body.json()) as { login: { secret: string } };
  expect(login).toMatchObject({ user: { kind: 'system', role: 'administer' }, site: { name: hostname() } });
  const headers = { authorization: `Session ${login.secret}` };
  const session = await request(`${site.gateway.operatorUrl}/api/session`, { headers });
  expect(session.statusCode).toBe(200);
  // the command line logs everybody out, and the gateway knows at once
  await runCommandLine(site.folder, 'user', 'log-out', '--all');
  expect((await request(`${site.gateway.operatorUrl}/api/session`, { headers })).statusCode).toBe(401);
});

it('a user sets a real password, logs in with it, and nobody else does', async () => {
  site = await Site.open();
  await site.start('none');
  const { out } = await runCommandLine(site.folder, 'user', 'add', 'anna', '--role', 'operate');
  const password = 'a horse and its stable';
  expect((await post('/api/welcome', { token: tokenIn(out), password })).statusCode).toBe(200);
  const right = await post('/api/login', { name: 'anna', password });
  expect(await right.body.json()).toMatchObject({ user: { name: 'anna', role: 'operate' } });
  const wrong = await post('/api/login', { name: 'anna', password: 'not that one' });
  expect(wrong.statusCode).toBe(401);
  const users = await request(`${site.gateway.operatorUrl}/api/users`);
  expect(users.statusCode).toBe(401);
});

it('reached over plain HTTP from other machines it has health, and neither pages nor an API', async () => {
  site = await Site.open({
    config: ({ http }) => {
      if (typeof http === 'object' && http) Object.assign(http, { operator: { listen: '0.0.0.0:0' } });
    },
  });
  await site.start('none');
  const at = (path: string) => request(`${site.gateway.operatorUrl?.replace('0.0.0.0', '127.0.0.1')}${path}`);
  expect((await at('/health/live')).statusCode).toBe(200);
  for (const path of ['/', '/api/session', '/api/login']) expect((await at(path)).statusCode).toBe(404);
  expect(site.log.join('')).toContain('no-pages');
  expect((await runCommandLine(site.folder, 'pages')).err).toContain('has no pages');
});

it('logins that fail again and again are told by health, wherever they failed', async () => {
  site = await Site.open();
  const { accounts, close } = openSqliteJournal(site.path('data/journal.db'));
  for (let n = 0; n < 10; n += 1)
    await accounts.beginLogin(
      { account: 'anna', address: `10.0.0.${n}` },
      { steps: [0], forget: 86_400_000 },
    );
  await close();
  await site.start('none');
  const reasons = async () => (await site.gateway.health()).reasons.map(({ code }) => code);
  await expect.poll(reasons, { timeout: 20_000 * patience }).toContain('failed-logins');
});

it('with a certificate of its own the way in is a cookie over TLS', async () => {
  const [cert, key] = ['cert', 'key'].map((kind) =>
    fileURLToPath(new URL(`../src/http/fixtures/loopback.${kind}.pem`, import.meta.url)),
  );
  site = await Site.open({
    config: ({ http }) => {
      const operator = { listen: '127.0.0.1:0', tls: { cert, key } };
      if (typeof http === 'object' && http) Object.assign(http, { operator });
    },
  });
  await site.start('none');
  const { out } = await runCommandLine(site.folder, 'pages');
  expect(out).toContain('\nhttps://127.0.0.1:PORT/welcome#');
  const dispatcher = new Agent({ connect: { ca: readFileSync(cert ?? '', 'utf8') } });
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  const url = site.gateway.operatorUrl ?? '';
  const opened = await request(`${url}/api/welcome`, {
    ...{ method: 'POST', headers, dispatcher, body: JSON.stringify({ token: tokenIn(out) }) },
  });
  const cookie = String(opened.headers['set-cookie']);
  expect(cookie).toMatch(/^__Host-gateway-\w{12}=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/);
  expect(JSON.stringify(await opened.body.json())).not.toContain('secret');
  const session = await request(`${url}/api/session`, {
    ...{ dispatcher, headers: { cookie: cookie.split(';')[0] ?? '' } },
  });
  expect(session.statusCode).toBe(200);
  await dispatcher.close();
});
