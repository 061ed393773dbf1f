import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bytes, clientFor, startLoopback, textOf } from './testkit/loopback.ts';

const pem = (name: string): string =>
  readFileSync(new URL(`testkit/tls/${name}.pem`, import.meta.url), 'utf8');
const closers: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
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
  async function proxyTo(port: number): Promise<{ readonly url: string; readonly hosts: string[] }> {
    const hosts: string[] = [];
    const sockets: Socket[] = [];
    const proxy = createHttpServer().on('connect', (request, socket) => {
      hosts.push(request.url ?? '');
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

  it('is not used for one on loopback', async () => {
    const proxy = await proxyTo(await secure());
    vi.stubEnv('HTTPS_PROXY', proxy.url);
    expect((await trusting(`https://localhost:${await secure()}`).login()).kind).toBe('ok');
    expect(proxy.hosts).toEqual([]);
  });
});
