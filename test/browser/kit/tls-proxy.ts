import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as forward } from 'node:http';
import { createServer } from 'node:https';
import { fileURLToPath } from 'node:url';

const pem = (kind: string): Buffer =>
  readFileSync(fileURLToPath(new URL(`../../../src/http/fixtures/loopback.${kind}.pem`, import.meta.url)));

/** What stands before the gateway at many sites: TLS ends here, and the gateway is one of several things below one name. */
export interface TlsProxy {
  /** `https://127.0.0.1:1234/gateway/` */
  readonly url: string;
  /** Where what is asked below the prefix goes. */
  target: string;
  /** What was asked outside of the prefix: another's. */
  readonly strayed: readonly string[];
  close(): void;
}

export async function startTlsProxy(prefix: string): Promise<TlsProxy> {
  const strayed: string[] = [];
  const server = createServer({ cert: pem('cert'), key: pem('key') }, (request, response) => {
    const { url = '', method, headers } = request;
    if (!url.startsWith(prefix)) {
      strayed.push(url);
      response.writeHead(404).end();
      return;
    }
    const forwarded = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' };
    const target = new URL(`/${url.slice(prefix.length)}`, proxy.target);
    const passed = forward(target, { method, headers: { ...headers, ...forwarded } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const proxy: TlsProxy = {
    ...{ url: `https://127.0.0.1:${port}${prefix}`, target: '', strayed },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return proxy;
}
