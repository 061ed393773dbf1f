import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { configIn, inEnglish } from '../testkit/config.ts';
import { checkPorts, explainPortError } from './check-ports.ts';

const operator = (listen: string) => configIn('/site', { http: { operator: { listen } } });
const failing = (code: string) => Object.assign(new Error(code), { code });

async function taken(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('tells a port that is free, and frees it again', async () => {
  const where = await taken();
  const free = `127.0.0.1:0`;
  for (let n = 0; n < 2; n += 1)
    expect(inEnglish(await checkPorts(operator(free), false))).toMatchObject([
      { level: 'ok', about: 'port of http.operator' },
    ]);
  expect(where).not.toBe(free);
});

it('tells one that another program has, unless it is the gateway that runs', async () => {
  const config = operator(await taken());
  expect(inEnglish(await checkPorts(config, false))).toMatchObject([
    { level: 'wrong', what: expect.stringContaining('Another program listens on 127.0.0.1:') },
  ]);
  expect(inEnglish(await checkPorts(config, true))).toMatchObject([{ level: 'ok' }]);
});

it('tells an address that this machine does not have, and a port that does not exist', async () => {
  expect(inEnglish(await checkPorts(operator('192.0.2.1:8080'), true))).toMatchObject([
    { level: 'wrong', what: expect.stringContaining('This machine has no address 192.0.2.1') },
  ]);
  expect(inEnglish(await checkPorts(operator('127.0.0.1:99999'), false))).toMatchObject([
    { level: 'wrong', what: 'There is no port 99999: the highest is 65535.' },
  ]);
});

it('says in words what the system says', () => {
  expect(explainPortError('0.0.0.0:443', failing('EACCES')).en).toContain(
    'Ports below 1024 need a right of their own',
  );
  expect(explainPortError('nowhere:80', failing('ENOTFOUND')).en).toContain(
    'The name nowhere is not known here',
  );
  expect(explainPortError('a:80', failing('EOTHER')).en).toBe('Nobody can listen on a:80: EOTHER.');
});

it.each(['0.0.0.0', '[::]'])('warns of a port without pages, at %s', async (host) => {
  expect(inEnglish(await checkPorts(operator(`${host}:0`), false))).toMatchObject([
    {
      level: 'warn',
      what: expect.stringMatching(/other machines can reach it.*has no pages.*listen on 127\.0\.0\.1:0\./),
    },
  ]);
});

it.each([{ tls: { cert: 'a.pem', key: 'b.pem' } }, { proxies: ['10.0.0.1'] }])(
  'a port with %j has pages, wherever it is reached',
  async (more) => {
    const config = configIn('/site', { http: { operator: { listen: '0.0.0.0:0', ...more } } });
    expect(inEnglish(await checkPorts(config, false))).toMatchObject([{ level: 'ok' }]);
  },
);
