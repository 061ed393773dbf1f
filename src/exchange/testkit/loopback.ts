import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Logger, pino } from 'pino';
import type { ExchangeSettings } from '../../config/schema/config-schema.ts';
import { createExchangeClient, type ExchangeOptions } from '../create-client.ts';
import type { Answer } from '../exchange-client.ts';

/** One request as the server saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
  readonly refreshToken: string;
  readonly contentType: string;
  readonly body: string;
  /** Monotonic milliseconds. */
  readonly at: number;
}

export type Handler = (seen: SeenRequest, response: ServerResponse, request: IncomingMessage) => void;

export interface Loopback {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  /** Of requests to a path. */
  count(path: string): number;
  close(): Promise<void>;
}

/** A server on loopback that behaves as badly as `handler` wants; bodies are read before it is called. */
export async function startLoopback(handler: Handler): Promise<Loopback> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const entry = await read(request);
    seen.push(entry);
    handler(entry, response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    count: (path) => seen.filter((entry) => entry.path === path).length,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(request: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const one = (name: string): string => String(request.headers[name] ?? '');
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    authorization: one('authorization'),
    refreshToken: one('refresh-token'),
    contentType: one('content-type'),
    body: Buffer.concat(chunks).toString('utf8'),
    at: performance.now(),
  };
}

/** A login that always works, for servers whose fault lies elsewhere. True when the request was one. */
export function grantLogin({ path }: SeenRequest, response: ServerResponse, token = 'token-1'): boolean {
  if (path !== '/v2/authentication/login') return false;
  response.writeHead(200, { 'set-authorization': token, 'set-refresh-token': `refresh-${token}` }).end();
  return true;
}

export const silent: Logger = pino({ level: 'silent' });

/** A log that keeps its lines. */
export function recordingLog(): { readonly log: Logger; readonly lines: string[] } {
  const lines: string[] = [];
  return { log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }), lines };
}

type Overrides = Partial<Omit<ExchangeSettings, 'auth'>> & {
  readonly auth?: Partial<ExchangeSettings['auth']>;
};

/** Paths as the specification prints them. */
export const renderLog = { profile: 'search', paths: {} } as const;

export function settingsFor(baseUrl: string, { auth, ...rest }: Overrides = {}): ExchangeSettings {
  return {
    baseUrl,
    rate: { perSecond: 1000, parallel: 10 },
    timeout: 5_000,
    ...renderLog,
    contract: {},
    despatchAdvice: false,
    upload: false,
    ...rest,
    auth: { mode: 'token', email: 'user@example.com', password: 'secret-word', ...auth },
  };
}

export function clientFor(
  baseUrl: string,
  overrides: Overrides = {},
  options: ExchangeOptions = {},
  log: Logger = silent,
): ReturnType<typeof createExchangeClient> {
  return createExchangeClient(settingsFor(baseUrl, overrides), log, options);
}

export const textOf = ({ body }: Answer): string => new TextDecoder().decode(body);

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
