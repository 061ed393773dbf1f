import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { clientFor, grantLogin, startLoopback, textOf } from './testkit/loopback.ts';

const file = { filename: 'drawing.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF-1.7') };
let simulator: Simulator;
let client: ReturnType<typeof clientFor>;
beforeEach(async () => {
  simulator = await startSimulator();
  const { user, password } = simulator.credentials;
  client = clientFor(simulator.url, { auth: { email: user, password } });
});
afterEach(async () => {
  await client.close();
  await simulator.close();
});

describe('a stored document', () => {
  it('row 78: is found by its metadata and fetched from its link without credentials', async () => {
    const { document } = await client.metadata(simulator.addFile(file));
    expect(document).toMatchObject({ filename: 'drawing.pdf', contentType: 'application/pdf' });
    const answer = await client.follow(document?.downloadUrl ?? '');
    expect(answer.kind).toBe('ok');
    expect(textOf(answer)).toBe('%PDF-1.7');
    expect(simulator.requests().at(-1)).toMatchObject({ scheme: '', status: 200 });
  });

  it('whose link is over is not mistaken for a login that fails', async () => {
    const answer = await client.follow(`${simulator.url}/presigned/none`);
    expect(answer).toMatchObject({ kind: 'strange', status: 403 });
    expect(client.trouble()).toBeUndefined();
  });

  it('is fetched from the addresses that were looked at, whatever its host name means by then', async () => {
    const at = (host: string) => `${simulator.url.replace('127.0.0.1', host)}/company-search`;
    const asked = () => simulator.requests().length;
    expect(await client.follow(at('gone.invalid'), ['127.0.0.1'])).toMatchObject({ status: 401 });
    expect(asked()).toBe(1);
    for (const addresses of [['127.0.0.2'], []])
      expect(await client.follow(at('localhost'), addresses)).toMatchObject({ kind: 'retry' });
    expect(asked()).toBe(1);
  });

  it('can be downloaded with a token', async () => {
    expect(textOf(await client.download(simulator.addFile(file)))).toBe('%PDF-1.7');
    expect(simulator.requests().at(-1)?.scheme).toBe('Bearer');
  });

  it('whose id holds half a character is asked for all the same, and unknown', async () => {
    expect(await client.metadata('a\ud83d')).toMatchObject({ kind: 'notFound' });
    expect(simulator.requests().at(-1)?.path).toContain('a%EF%BF%BD');
  });

  it('that is unknown, or has no id, is said so', async () => {
    expect(await client.metadata('none')).toMatchObject({ kind: 'notFound' });
    expect((await client.metadata('')).kind).toBe('strange');
  });

  it('with metadata that cannot be used is tried again', async () => {
    const server = await startLoopback((seen, response) => {
      if (!grantLogin(seen, response)) response.end('{"id":"x"}');
    });
    const other = clientFor(server.url);
    const answer = await other.metadata('x');
    expect(answer.kind).toBe('retry');
    expect(textOf(answer)).toContain('no id, filename or downloadUrl');
    await other.close();
    await server.close();
  });
});

describe('links', () => {
  it.each(['file:///etc/passwd', 'ftp://x/y', 'nonsense'])('%s is not followed', async (url) => {
    const answer = await client.follow(url);
    expect(answer).toMatchObject({ kind: 'strange', status: 0 });
    expect(textOf(answer)).toContain('Not followed');
  });

  it('over plain http are followed only from an exchange on loopback', async () => {
    const other = clientFor('https://exchange.invalid');
    expect(textOf(await other.follow('http://example.invalid/x?secret'))).toBe(
      'Not followed: the link of the document is http: and not https:.',
    );
    await other.close();
  });
});

it('finds companies', async () => {
  expect(JSON.parse(textOf(await client.companies('simulated & co')))).toEqual({ data: [], total: 0 });
  expect(simulator.requests().at(-1)?.path).toBe('/company-search?query=simulated%20%26%20co');
  expect(JSON.parse(textOf(await client.companies('simulated')))).toMatchObject({ total: 1 });
});

it('reads any path with a token', async () => {
  expect((await client.get('/company-search?query=x')).kind).toBe('ok');
  expect((await client.get('/nowhere')).kind).toBe('notFound');
  expect((await client.get('nowhere')).kind).toBe('strange');
});
