import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { clientFor, type Loopback, recordingLog, type SeenRequest, startLoopback } from './loopback.ts';

const quick = { refused: { first: 80, most: 80 }, retry: { first: 80, most: 80 } };

export const loginPath = '/v2/authentication/login';
export const refreshPath = '/v2/authentication/refresh';

/** An exchange whose tokens are `access-N` and `refresh-N`; only the last pair is good, a refresh token once. */
class TokenServer {
  n = 0;
  goodAccess = '';
  goodRefresh = '';
  /** Instead of the usual answer; true when it answered. */
  fault: (seen: SeenRequest, response: ServerResponse) => boolean = () => false;
  readonly handler = (seen: SeenRequest, response: ServerResponse): void => {
    if (this.fault(seen, response)) return;
    if (seen.path === loginPath) this.issue(response);
    else if (seen.path === refreshPath) this.#refresh(seen, response);
    else response.writeHead(seen.authorization === `Bearer ${this.goodAccess}` ? 200 : 401).end('{}');
  };

  issue(response: ServerResponse): void {
    this.n += 1;
    this.goodAccess = `access-${this.n}`;
    this.goodRefresh = `refresh-${this.n}`;
    const headers = {
      'SET-AUTHORIZATION': `Bearer ${this.goodAccess}`,
      'set-refresh-token': this.goodRefresh,
    };
    response.writeHead(200, headers).end();
  }

  #refresh(seen: SeenRequest, response: ServerResponse): void {
    if (seen.refreshToken !== this.goodRefresh) return void response.writeHead(401).end();
    this.goodRefresh = '';
    this.issue(response);
  }
}

/** A client of such an exchange; both end with the test. */
export async function start(
  overrides: Parameters<typeof clientFor>[1] = {},
  options: Parameters<typeof clientFor>[2] = {},
) {
  const exchange = new TokenServer();
  const server = await startLoopback(exchange.handler);
  const { log, lines } = recordingLog();
  const client = clientFor(server.url, overrides, { loginBackoff: quick, ...options }, log);
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  return { exchange, server, client, lines };
}

export const paths = (server: Loopback): string[] => server.seen.map(({ path }) => path);
