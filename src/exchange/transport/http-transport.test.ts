import dns from 'node:dns';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../test/kit/port.ts';
import { bytes, clientFor, startLoopback, textOf } from '../testkit/loopback.ts';

const pem = (name: string): string =>
  readFileSync(new URL(`../testkit/tls/${name}.pem`, import.meta.url), 'utf8');
const closers: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  for (const close of closers.splice(0).reverse()) await close();
});

const portOf = (address: AddressInfo | string | null): number =>
  address !== null && typeof address === 'object' ? address.port : 0;

/** An exchange with TLS that grants logins and takes everything. */
async function secure(options: ServerOptions = {}): Promise<number> {
  const server = createServer({ key: pem('key'), cert: pem('cert'), ...options }, (_request, response) =>
    response.writeHead(200, { 'set-authorization': 'token' }).end('{}'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  closers.push(() => server.closeAllConnections());
  return portOf(server.address());
}

const trusting = (url: string) => {
  const client = clientFor(url, {}, { authority: pem('cert') });
  closers.push(() => client.close());
  return client;
};

describe('TLS', () => {
  it('works with a private authority', async () => {
    const client = trusting(`https://localhost:${await secure()}`);
    expect(await client.send('sci-connector/order', bytes('x'))).toMatchObject({ kind: 'ok' });
  });

  it('trusts nobody it does not know, and nothing was sent', async () => {
    const client = clientFor(`https://localhost:${await secure()}`);
    closers.push(() => client.close());
    const answer = await client.send('sci-connector/order', bytes('x'));
    expect(answer.kind).toBe('retry');
    expect(answer.unknown).toBeUndefined();
    expect(textOf(answer)).toMatch(
      /the certificate it shows is self-signed: .* exchange\.certificateAuthority \(DEPTH_ZERO_SELF_SIGNED_CERT\)\.$/,
    );
  });

  it('is told in plain words when something else answers there', async () => {
    const plain = await startLoopback((_seen, response) => response.end());
    closers.push(() => plain.close());
    const answer = await trusting(plain.url.replace('http:', 'https:')).login();
    expect(textOf(answer)).toContain('does not speak TLS: check port and proxy');
    expect(textOf(answer)).not.toMatch(/error:|routines/);
  });

  it('checks the name in the certificate', async () => {
    const client = trusting(`https://127.0.0.2:${await secure()}`);
    const answer = await client.login();
    expect(answer.kind).toBe('retry');
  });

  it('is 1.2 at the least', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const answer = await trusting(`https://localhost:${await secure(old)}`).login();
    expect(answer.kind).toBe('retry');
    expect(textOf(answer)).toContain('no TLS version from 1.2 on');
  });
});

describe('a proxy', () => {
  /** Tunnels every host to one port, and notes which hosts were asked for. */
  async function proxyTo(
    port: number,
    login?: string,
  ): Promise<{ readonly url: string; readonly hosts: string[] }> {
    const hosts: string[] = [];
    const wanted = login && `Basic ${Buffer.from(login).toString('base64')}`;
    const sockets: Socket[] = [];
    const proxy = createHttpServer().on('connect', (request, socket) => {
      hosts.push(request.url ?? '');
      if (wanted && request.headers['proxy-authorization'] !== wanted) {
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
        return;
      }
      const target = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      sockets.push(target);
      target.on('error', () => socket.destroy());
      socket.on('error', () => target.destroy());
      socket.pipe(target).pipe(socket);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    closers.push(() => proxy.close());
    closers.push(() => sockets.forEach((socket) => void socket.destroy()));
    return { url: `http://127.0.0.1:${portOf(proxy.address())}`, hosts };
  }

  it('from the environment is used for an exchange elsewhere', async () => {
    const proxy = await proxyTo(await secure());
    vi.stubEnv('HTTPS_PROXY', proxy.url);
    vi.stubEnv('NO_PROXY', '');
    const answer = await trusting('https://exchange.invalid').login();
    expect(proxy.hosts).toEqual(['exchange.invalid:443']);
    expect(textOf(answer)).toContain('the certificate it shows is for another host name');
  });

  it('that is away is told as such, and not as the exchange', async () => {
    const gone = await freePort();
    vi.stubEnv('NO_PROXY', '');
    vi.stubEnv('HTTPS_PROXY', `http://gateway:secret@127.0.0.1:${gone}`);
    const refused = textOf(await trusting('https://exchange.invalid').login());
    expect(refused).toContain(`the proxy 127.0.0.1:${gone}, which HTTPS_PROXY names, cannot be reached`);
    expect(refused).not.toContain('secret');
    const unknown = (hostname: string, _: unknown, tell: (error: Error) => void): void =>
      tell(Object.assign(new Error('unknown'), { code: 'ENOTFOUND', hostname }));
    vi.spyOn(dns, 'lookup').mockImplementation(unknown as typeof dns.lookup);
    vi.stubEnv('HTTPS_PROXY', 'http://proxy.invalid:3128');
    expect(textOf(await trusting('https://exchange.invalid').login())).toContain(
      'the proxy proxy.invalid:3128',
    );
    vi.stubEnv('NO_PROXY', 'exchange.invalid');
    expect(textOf(await trusting('https://exchange.invalid').login())).not.toContain('the proxy');
  });

  it('is not used for one on loopback', async () => {
    const proxy = await proxyTo(await secure());
    vi.stubEnv('HTTPS_PROXY', proxy.url);
    expect((await trusting(`https://localhost:${await secure()}`).login()).kind).toBe('ok');
    expect(proxy.hosts).toEqual([]);
  });

  it('that wants a login gets what its address holds, signs and all', async () => {
    const proxy = await proxyTo(await secure(), 'gateway:s@c:r/t');
    vi.stubEnv('HTTPS_PROXY', proxy.url.replace('http://', 'http://gateway:s%40c%3Ar%2Ft@'));
    vi.stubEnv('NO_PROXY', '');
    const answer = await trusting('https://exchange.invalid').login();
    expect(textOf(answer)).toContain('the certificate it shows is for another host name');
  });

  it('that refuses the login is told as such, without the password', async () => {
    const proxy = await proxyTo(await secure(), 'gateway:right');
    vi.stubEnv('HTTPS_PROXY', proxy.url.replace('http://', 'http://gateway:wrong@'));
    vi.stubEnv('NO_PROXY', '');
    const answer = await trusting('https://exchange.invalid').login();
    expect(answer).toMatchObject({ kind: 'retry' });
    expect(textOf(answer)).toContain('the proxy wants a user and a password');
    expect(textOf(answer)).not.toContain('wrong');
  });
});

describe('names', () => {
  /** What the name server says, one answer after the other; the last one stays. */
  function nameServer(...answers: readonly (readonly string[] | 'ENOTFOUND' | 'EAI_AGAIN')[]): void {
    const left = [...answers];
    const lookup = (_name: string, _options: unknown, tell: (...words: readonly unknown[]) => void): void => {
      const answer = (left.length > 1 ? left.shift() : left[0]) ?? [];
      if (typeof answer === 'string') tell(Object.assign(new Error(answer), { code: answer }));
      else
        tell(
          null,
          answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
    };
    vi.spyOn(dns, 'lookup').mockImplementation(lookup as typeof dns.lookup);
    vi.stubEnv('HTTPS_PROXY', '');
  }

  it.each([
    ['that nobody knows', 'ENOTFOUND', 'the host name is not known: check exchange.baseUrl'],
    ['while the name server is away', 'EAI_AGAIN', 'the name server does not answer (EAI_AGAIN)'],
  ] as const)('%s are waited for, and nothing was sent', async (_, code, words) => {
    const client = trusting(`https://exchange.invalid:${await secure()}`);
    nameServer(code);
    const answer = await client.send('sci-connector/order', bytes('x'));
    expect(answer.kind).toBe('retry');
    expect(answer.unknown).toBeUndefined();
    expect(textOf(answer)).toContain(words);
  });

  it('with an address of IPv6 that leads nowhere are reached by the other one', async () => {
    const client = trusting(`https://exchange.invalid:${await secure()}`);
    nameServer(['::1', '127.0.0.1']);
    const answer = await client.login();
    expect(textOf(answer)).toContain('is for another host name');
  });
});
