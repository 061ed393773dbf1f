import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { HelmetOptions } from 'helmet';
import { parseListenAddress } from '../system/network-address.ts';
import { readText } from '../text/text-file.ts';

/**
 * Of what is not a page. No HSTS: it would bind every port of that name, and other servers of the machine are not ours to speak
 * for.
 */
export const commonHeaders: HelmetOptions = { strictTransportSecurity: false };

/** Something that listens. */
export interface ListeningServer {
  /** `http://127.0.0.1:8443`, with the port that was really taken. */
  readonly address: string;
  /** Another certificate for connections from now on, where it speaks TLS. */
  renew(tls: Certificate): void;
  /** Takes no more calls, lets those under way end (ten seconds at most), frees the port. */
  close(): Promise<void>;
}

/** PEM texts, or the files with them. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Where a server listens; its certificate as PEM files. */
export interface ServerSettings {
  readonly listen: string;
  readonly tls?: Certificate | undefined;
}

/** Listens as the settings of that key in the config say; rejects when the port or the certificate cannot be had. */
export async function listenAs(
  key: string,
  { listen: where, tls: files }: ServerSettings,
  app: RequestListener,
): Promise<ListeningServer> {
  if (files === undefined) return await listen(where, app);
  const [cert = '', secret = ''] = await Promise.all([files.cert, files.key].map(readText));
  return await listen(where, app, { cert, key: secret }).catch((cause: unknown) => {
    throw isOfTls(cause) ? new Error(notAPair(key, files), { cause }) : cause;
  });
}

/** OpenSSL's own words do not say which file is meant. */
const isOfTls = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_OSSL_');

const notAPair = (key: string, files: Certificate): string =>
  `${key}.tls: the certificate ${files.cert} and the key ${files.key} cannot be used together. Both must be PEM files, the key without a passphrase and of this certificate.`;

/** Milliseconds. */
const limits = { headersTimeout: 10_000, requestTimeout: 60_000, keepAliveTimeout: 60_000 };
const closing = 10_000;

/** Connections that may wait to be accepted: a burst must not be refused by the system. */
const backlog = 2_048;

/** Listens on `ADDRESS:PORT` (port 0 takes any); rejects when it cannot. */
async function listen(where: string, app: RequestListener, tls?: Certificate): Promise<ListeningServer> {
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
