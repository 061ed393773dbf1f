import { describe, expect, it } from 'vitest';
import { quoteText } from '../../findings/localized-text.ts';
import { SecretRedactor } from '../../text/secret-redactor.ts';
import { recordingLog, textOf } from '../testkit/loopback.ts';
import { loginPath, paths, refreshPath, start } from '../testkit/token-server.ts';
import { buildOwnAnswer } from '../transport/answer.ts';
import { LoginGuard } from './login-guard.ts';
import { lifetimes, TokenSession } from './token-pair.ts';

describe('logging in', () => {
  it('row 48: happens once for many requests at the same time', async () => {
    const { client, server } = await start();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => client.order(String(n))));
    expect(answers.every(({ kind }) => kind === 'ok')).toBe(true);
    expect(server.count(loginPath)).toBe(1);
  });

  it('row 86: sends the password exactly as it is: colon, umlaut and trailing blank', async () => {
    const { client, server } = await start({ auth: { email: 'bjørn@example.com', password: 'a:ø:c ' } });
    await client.order('1');
    const encoded = server.seen[0]?.authorization.replace('Basic ', '') ?? '';
    expect(Buffer.from(encoded, 'base64').toString('utf8')).toBe('bjørn@example.com:a:ø:c ');
    expect(server.seen[1]?.authorization).toBe('Bearer access-1');
  });

  it('row 49: fails when the answer has no token', async () => {
    const { client, exchange } = await start();
    exchange.fault = (_seen, response) => {
      response.writeHead(200).end();
      return true;
    };
    const answer = await client.order('1');
    expect(answer.kind).toBe('down');
    expect(textOf(answer)).toContain('no Set-Authorization header');
    expect(client.trouble()).toContain('no Set-Authorization header');
  });

  it.each(['SET-AUTHORIZATION', 'set-authorization', 'Set-authorization'])(
    'row 49: takes the token from a header written %s',
    async (name) => {
      const { client, server, exchange } = await start();
      exchange.fault = ({ path }, response) => {
        if (path !== loginPath) return false;
        // as raw headers go out: in the very case in which they are written
        response
          .writeHead(200, [name, 'access-9', name.replace(/auth.*/i, 'REFRESH-Token'), 'refresh-9'])
          .end();
        return true;
      };
      await client.order('1');
      expect(server.seen.find(({ path }) => path.endsWith('/order/1'))?.authorization).toBe(
        'Bearer access-9',
      );
    },
  );

  it('row 50: is not tried with every message when it is refused, and works again by itself', async () => {
    const { client, server, exchange, lines } = await start();
    exchange.fault = (_seen, response) => {
      response.writeHead(401).end('bad credentials');
      return true;
    };
    const answers = [];
    for (let n = 0; n < 5; n += 1) answers.push(await client.order('1'));
    expect(answers.map(({ kind }) => kind)).toEqual(Array(5).fill('down'));
    expect(answers[4]?.retryAfter).toBeGreaterThan(0);
    expect(server.count(loginPath)).toBe(1);
    expect(client.trouble()).toContain('401 (bad credentials)');
    expect(lines.filter((line) => line.includes('exchange-login-down'))).toHaveLength(1);
    exchange.fault = () => false;
    await expect.poll(async () => (await client.order('1')).kind).toBe('ok');
    expect(client.trouble()).toBeUndefined();
  });

  it('whose reply is lost once is tried again before anybody fails with it', async () => {
    const { client, server, exchange, lines } = await start();
    exchange.fault = ({ path }, response) => {
      if (path !== loginPath || server.count(loginPath) > 1) return false;
      response.destroy();
      return true;
    };
    const answers = await Promise.all([1, 2, 3].map((n) => client.order(`${n}`)));
    expect(answers.map(({ kind }) => kind)).toEqual(['ok', 'ok', 'ok']);
    expect(server.count(loginPath)).toBe(2);
    expect(lines.filter((line) => line.includes('exchange-login'))).toEqual([]);
  });

  it('that gets no reply twice counts as failed, and is tried once at a time from then on', async () => {
    const { client, server, exchange } = await start();
    exchange.fault = (_seen, response) => Boolean(response.destroy());
    expect(await client.order('1')).toMatchObject({ kind: 'retry', status: 0, away: true });
    expect(server.count(loginPath)).toBe(2);
    await expect.poll(async () => [await client.order('1'), server.count(loginPath)][1]).toBe(3);
  });

  it('waits longer with every failure', async () => {
    const { client, exchange, lines } = await start(
      {},
      {
        loginBackoff: { refused: { first: 10, most: 35 }, retry: { first: 10, most: 35 } },
      },
    );
    exchange.fault = (_seen, response) => {
      response.writeHead(401).end();
      return true;
    };
    const waits = () => lines.flatMap((line) => /"nextTryMs":(\d+)/.exec(line)?.[1] ?? []);
    await expect.poll(async () => [await client.order('1'), waits().length][1], { timeout: 5000 }).toBe(4);
    expect(waits()).toEqual(['10', '20', '35', '35']);
  });

  it('that meets a broken exchange is a matter of waiting, not of credentials', async () => {
    const { client, exchange } = await start();
    exchange.fault = (_seen, response) => {
      response.writeHead(503, { 'retry-after': '7' }).end();
      return true;
    };
    const answer = await client.send('sci-connector/order', new Uint8Array());
    expect(answer).toMatchObject({ kind: 'retry', retryAfter: 7000 });
    expect(answer.unknown).toBeUndefined();
    expect(client.trouble()).toContain('503');
  });

  it('that is told to come back in 31 years waits an hour at most', async () => {
    const { client, exchange } = await start();
    exchange.fault = (_seen, response) => {
      response.writeHead(503, { 'retry-after': '999999999' }).end();
      return true;
    };
    expect(await client.order('1')).toMatchObject({ kind: 'retry', retryAfter: 3_600_000 });
  });

  it('on demand tells what came of it', async () => {
    const { client, exchange } = await start();
    expect(await client.login()).toMatchObject({ kind: 'ok', status: 200 });
    exchange.fault = (_seen, response) => {
      response.writeHead(401).end();
      return true;
    };
    expect((await client.login()).kind).toBe('down');
  });

  it('on demand asks the exchange, also when somebody else needs a token at the same time', async () => {
    const { log } = recordingLog();
    const hour = { first: 3_600_000, most: 3_600_000 };
    const guard = new LoginGuard(log, { refused: hour, retry: hour });
    const replies = [
      { answer: buildOwnAnswer('down', quoteText('no'), { status: 401 }), headers: {} },
      {
        answer: buildOwnAnswer('ok', quoteText(''), { status: 200 }),
        headers: { 'set-authorization': 'access-1' },
      },
    ];
    const send = async () =>
      replies.shift() ?? { answer: buildOwnAnswer('down', quoteText('asked again')), headers: {} };
    const session = new TokenSession({
      ...{ send, guard, log, lifetimes, basic: 'Basic eDp5', secrets: new SecretRedactor(), paths: {} },
      closing: new AbortController().signal,
    });
    expect(await session.access()).toMatchObject({ failed: { kind: 'down' } });
    const [login] = await Promise.all([session.login(), session.access()]);
    expect(login.kind).toBe('ok');
  });
});

describe('renewing', () => {
  it('refreshes at 80 % of the lifetime, with the Refresh-Token header alone', async () => {
    const { client, server } = await start({}, { lifetimes: { access: 500, refresh: 60_000 } });
    await client.order('1');
    await expect.poll(async () => [await client.order('1'), server.count(refreshPath)][1]).toBe(1);
    const [login, refresh] = [loginPath, refreshPath].map((path) =>
      server.seen.find((seen) => seen.path === path),
    );
    expect((refresh?.at ?? 0) - (login?.at ?? 0)).toBeGreaterThanOrEqual(390);
    expect(refresh).toMatchObject({ method: 'GET', authorization: '', refreshToken: 'refresh-1' });
    expect(server.seen.at(-1)?.authorization).toBe('Bearer access-2');
    expect(server.count(loginPath)).toBe(1);
  });

  it('follows the exp of the token when it says less than ten minutes', async () => {
    const { client, server, exchange } = await start();
    exchange.fault = ({ path }, response) => {
      if (path !== loginPath) return false;
      exchange.goodAccess = `e30.${Buffer.from(JSON.stringify({ exp: Date.now() / 1000 + 1.5 })).toString('base64url')}.x`;
      exchange.goodRefresh = 'refresh-0';
      response
        .writeHead(200, { 'set-authorization': exchange.goodAccess, 'set-refresh-token': 'refresh-0' })
        .end();
      return true;
    };
    await client.order('1');
    expect(server.count(refreshPath)).toBe(0);
    await expect
      .poll(async () => [await client.order('1'), server.count(refreshPath)][1], { timeout: 4000 })
      .toBe(1);
  });

  it('row 46: after a 401 in the middle happens once for all, and each request is repeated once', async () => {
    const { client, server, exchange } = await start();
    await client.order('1');
    exchange.goodAccess = 'ended early';
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => client.order(`b${n}`)));
    expect(answers.every(({ kind }) => kind === 'ok')).toBe(true);
    expect(server.count(refreshPath)).toBe(1);
    expect(server.count(loginPath)).toBe(1);
    for (let n = 0; n < 6; n += 1) expect(server.count(`/order/b${n}`)).toBeLessThanOrEqual(2);
  });

  it('row 47: logs in when the refresh token was used by somebody else', async () => {
    const { client, server, exchange } = await start();
    await client.order('1');
    Object.assign(exchange, { goodAccess: 'ended', goodRefresh: 'used' });
    expect((await client.order('2')).kind).toBe('ok');
    expect(paths(server)).toEqual([loginPath, '/order/1', '/order/2', refreshPath, loginPath, '/order/2']);
  });

  it('logs in when the refresh has no new tokens', async () => {
    const { client, exchange } = await start();
    await client.order('1');
    exchange.goodAccess = 'ended';
    exchange.fault = ({ path }, response) => path === refreshPath && Boolean(response.writeHead(200).end());
    expect((await client.order('2')).kind).toBe('ok');
  });

  it('that fails leaves the old token in use while it lasts', async () => {
    const { client, server, exchange } = await start({}, { lifetimes: { access: 3_000, refresh: 60_000 } });
    await client.order('1');
    exchange.fault = ({ path }, response) =>
      path.startsWith('/v2/authentication') && Boolean(response.writeHead(500).end());
    await expect.poll(async () => [await client.order('1'), server.count(refreshPath)][1]).toBe(1);
    expect((await client.order('1')).kind).toBe('ok');
  });

  it('does not use a refresh token that has ended', async () => {
    const { client, server, exchange } = await start({}, { lifetimes: { access: 60_000, refresh: 0 } });
    await client.order('1');
    exchange.goodAccess = 'ended';
    await client.order('2');
    expect(server.count(refreshPath)).toBe(0);
    expect(server.count(loginPath)).toBe(2);
  });

  it('is not repeated for a request that is refused with a new token too', async () => {
    const { client, server, exchange, lines } = await start();
    exchange.fault = ({ path }, response) =>
      path.startsWith('/order/') && Boolean(response.writeHead(403).end('no role'));
    expect(await client.order('1')).toMatchObject({ kind: 'down', status: 403 });
    expect(server.count('/order/1')).toBe(2);
    expect(client.trouble()).toContain('403 although the login works (no role)');
    await client.order('1');
    expect(lines.filter((line) => line.includes('exchange-access-refused'))).toHaveLength(1);
    exchange.fault = () => false;
    await client.order('1');
    expect(client.trouble()).toBeUndefined();
  });
});

describe('an operation', () => {
  it.each([404, 400, 500])(
    'that is answered %i is not refused: nobody has to look at the rights',
    async (status) => {
      const { client, exchange } = await start();
      exchange.fault = ({ path }, response) =>
        path.startsWith('/order/') && Boolean(response.writeHead(status).end('no'));
      await client.order('1');
      expect(client.refusal()).toBeUndefined();
    },
  );

  it('that was kept back by a refused login is not refused once the login works', async () => {
    const { client, exchange } = await start();
    exchange.fault = (_seen, response) => Boolean(response.writeHead(401).end());
    await client.order('1');
    expect(client.refusal()?.en).toContain('401');
    exchange.fault = ({ path }, response) => path !== loginPath && Boolean(response.writeHead(404).end());
    await expect.poll(async () => (await client.order('1')).status).toBe(404);
    expect(client.refusal()).toBeUndefined();
  });
});

describe('closing', () => {
  it('logs out with the Refresh-Token header alone', async () => {
    const { client, server } = await start();
    await client.order('1');
    await client.close();
    const { method, authorization, refreshToken, path, body } = server.seen.at(-1) ?? {};
    expect({ method, authorization, refreshToken, path, body }).toEqual({
      method: 'POST',
      path: '/v2/authentication/logout',
      authorization: '',
      refreshToken: 'refresh-1',
      body: '',
    });
    expect((await client.order('1')).kind).toBe('retry');
    expect((await client.login()).kind).toBe('retry');
  });

  it('says nothing to an exchange at which nobody logged in', async () => {
    const { client, server } = await start();
    await client.close();
    await client.close();
    expect(server.seen).toEqual([]);
  });
});

describe('mode basic', () => {
  it('row 75: is used only where the specification allows it', async () => {
    const { client, server, exchange } = await start({ auth: { mode: 'basic' } });
    exchange.fault = ({ path }, response) => path !== loginPath && Boolean(response.end('{"data":[]}'));
    await client.send('api-connector/order', new Uint8Array());
    await client.send('api-connector/order-response', new Uint8Array());
    await client.search({ since: '2026-01-01T00:00:00.000Z', offset: 0, limit: 100 });
    expect(server.count(loginPath)).toBe(0);
    await client.send('sci-connector/order', new Uint8Array());
    await client.order('1');
    await client.shipment('1');
    const schemes = server.seen.map(({ path, authorization }) => `${path} ${authorization.split(' ')[0]}`);
    expect(schemes).toEqual([
      '/v2/api-connector/order Basic',
      '/v2/api-connector/order-response Basic',
      '/v2/order-search/search Basic',
      '/v2/authentication/login Basic',
      '/sci-connector/order Bearer',
      '/order/1 Bearer',
      '/shipment/1 Bearer',
    ]);
  });

  it('does not hammer with refused credentials either', async () => {
    const { client, server, exchange } = await start({ auth: { mode: 'basic' } });
    exchange.fault = (_seen, response) => Boolean(response.writeHead(401).end());
    for (let n = 0; n < 4; n += 1)
      expect((await client.send('api-connector/order', new Uint8Array())).kind).toBe('down');
    expect(server.seen).toHaveLength(1);
    expect(client.trouble()).toContain('401');
  });

  it('counts what is refused at the same time once', async () => {
    const { client, exchange, lines } = await start({ auth: { mode: 'basic' } });
    exchange.fault = (_seen, response) => Boolean(response.writeHead(401).end());
    const all = [1, 2, 3].map(() => client.send('api-connector/order', new Uint8Array()));
    expect((await Promise.all(all)).map(({ kind }) => kind)).toEqual(['down', 'down', 'down']);
    expect(lines.filter((line) => line.includes('exchange-login-down'))).toHaveLength(1);
  });
});

describe('secrets', () => {
  it('are in no answer and no log line, even when the exchange says them', async () => {
    const { client, exchange, lines } = await start();
    await client.order('1');
    exchange.fault = ({ path, authorization }, response) =>
      Boolean(
        response.writeHead(path === '/order/x' ? 400 : 401).end(`you sent ${authorization} secret-word`),
      );
    const refused = await client.order('x');
    const down = await client.send('sci-connector/order', new Uint8Array());
    const said = [textOf(refused), textOf(down), client.trouble(), ...lines].join('\n');
    expect(said).toContain('[redacted]');
    const basic = Buffer.from('user@example.com:secret-word').toString('base64');
    for (const secret of ['secret-word', 'access-1', 'refresh-1', basic]) expect(said).not.toContain(secret);
  });
});
