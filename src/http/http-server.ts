import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { parseListenAddress } from '../system/network-address.ts';

/** Something that listens. */
export interface ListeningServer {
  /** `http://127.0.0.1:8443`, with the port that was really taken. */
  readonly address: string;
  /** Another certificate for connections from now on, where it speaks TLS. */
  renew(tls: Certificate): void;
  /** Takes no more calls, lets those under way end (ten seconds at most), frees the port. */
  close(): Promise<void>;
}

/** PEM texts. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Milliseconds. */
const limits = { headersTimeout: 10_000, requestTimeout: 60_000, keepAliveTimeout: 60_000 };
const closing = 10_000;

/** Connections that may wait to be accepted: a burst must not be refused by the system. */
const backlog = 2_048;

/** Listens on `ADDRESS:PORT` (port 0 takes any); rejects when it cannot. */
export async function listen(
  where: string,
  app: RequestListener,
  tls?: Certificate,
): Promise<ListeningServer> {
  const { host, port } = parseListenAddress(where);
  const server = tls === undefined ? createServer(limits, app) : createTlsServer(secure(tls), app);
  server.on('request', (_request, response) => response.on('close', () => setImmediate(freeIdle, server)));
  server.listen({ host, port, backlog });
  await once(server, 'listening');
  return {
    address: `${tls === undefined ? 'http' : 'https'}://${hostText(host)}:${portOf(server)}`,
    renew: (other) => {
      if ('setSecureContext' in server) server.setSecureContext(secure(other));
    },
    close: () => close(server),
  };
}

function secure(tls: Certificate): ServerOptions {
  return { ...limits, ...tls, minVersion: 'TLSv1.2' };
}

/** A connection kept alive after its last answer must not hold up the closing. */
function freeIdle(server: Server): void {
  if (!server.listening) server.closeIdleConnections();
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), closing);
  await closed;
  clearTimeout(timer);
}

function hostText(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
