import express, {
  type ErrorRequestHandler,
  type Express,
  type NextFunction,
  type Request,
  type Response,
} from 'express';
import helmet from 'helmet';
import type { WebhookSettings } from '../config/schema/config-schema.ts';
import { findJsonExcess } from '../exchange/documents/json-parts.ts';
import type { Log } from '../system/log.ts';
import { rejectAfter } from '../time/deadline.ts';
import { BodyBudget, largestBody } from './body-budget.ts';
import { type Certificate, commonHeaders, type ListeningServer, listenAs } from './http-server.ts';
import { RefusalLog } from './refusal-log.ts';
import { sendJson } from './send-json.ts';
import { buildCallerCheck, type CallerCheck } from './webhook-credentials.ts';
import { parseNotices, trimSlashes } from './webhook-notice.ts';

/** One call of the exchange, its transport checked: what it means is for others to find out. */
export type WebhookRequest =
  | {
      readonly kind: 'event';
      readonly method: string;
      readonly path: string;
      /** JSON, UTF-8 without a byte order mark; anything where `broken`. */
      readonly body: Uint8Array;
      /** It is not JSON: kept all the same, and answered with 400. */
      readonly broken?: true;
    }
  | {
      readonly kind: 'order' | 'shipment' | 'unsaid';
      readonly method: string;
      readonly path: string;
      readonly id: string;
    };

type WebhookAnswer = 'accepted' | 'unknown-path';

/** Resolves when the request is on disk; rejects when it could not be stored: the exchange then tries again. */
export type ReceiveCall = (request: WebhookRequest) => Promise<WebhookAnswer>;

/** Milliseconds in which `receive` must have stored what came. */
const deadline = 25_000;

export interface WebhookServer extends ListeningServer {
  /** From now on it asks for these credentials, and shows this certificate. */
  change(settings: Pick<WebhookSettings, 'auth'>, tls?: Certificate): void;
}

/** Starts the webhook receiver; rejects when the port or the certificate cannot be had. */
export async function startWebhook(
  settings: WebhookSettings,
  receive: ReceiveCall,
  log: Log,
): Promise<WebhookServer> {
  let gate = buildCallerCheck(settings.auth);
  const server = await listenAs(
    'http.webhook',
    settings,
    webhookApp(() => gate, new Receiver(receive, log)),
  );
  return {
    ...server,
    change({ auth }, tls) {
      gate = buildCallerCheck(auth);
      if (tls) server.renew(tls);
    },
  };
}

function webhookApp(gateNow: () => CallerCheck, receiver: Receiver): Express {
  const app = express();
  app.use(helmet(commonHeaders));
  app.use((request, response, next) => {
    const gate = gateNow();
    if (gate.isAdmitted(request.headers.authorization, request.socket.remoteAddress)) return next();
    if (gate.challenge !== '') response.set('WWW-Authenticate', gate.challenge);
    receiver.refuse(request, response, 401, 'The credentials are missing or wrong.');
  });
  app.use((request, response, next) => {
    if (['GET', 'POST', 'PUT'].includes(request.method)) return next();
    response.set('Allow', 'GET, POST, PUT');
    receiver.refuse(request, response, 405, 'Only GET, POST and PUT are understood here.');
  });
  app.get('/{*path}', (request, response) => receiver.notice(request, response));
  app.use((request, response, next) => {
    if (isJsonType(request.headers['content-type'])) return next();
    receiver.refuse(request, response, 415, 'Only application/json is understood.');
  });
  app.use((request, response, next) => receiver.admit(request, response, next));
  app.use(express.raw({ type: () => true, limit: largestBody }));
  app.use((request, response) => receiver.event(request, response));
  app.use(receiver.failed);
  return app;
}

/** A request without a content type is taken at its word: its body must be JSON anyway. */
function isJsonType(header = 'application/json'): boolean {
  const type = header.split(';')[0]?.trim().toLowerCase() ?? '';
  return type === 'application/json' || type.endsWith('+json');
}

class Receiver {
  readonly #receive: ReceiveCall;
  readonly #refusals: RefusalLog;
  readonly #underWay = new BodyBudget();

  constructor(receive: ReceiveCall, log: Log) {
    this.#receive = receive;
    this.#refusals = new RefusalLog(log);
  }

  async event(request: Request, response: Response): Promise<void> {
    const { body, why } = jsonBody(request.body);
    const path = trimSlashes(urlOf(request).pathname);
    const call = { kind: 'event', method: request.method, path } as const;
    if (body !== undefined) return this.#store(request, response, [{ ...call, body }]);
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const refuse = () => this.refuse(request, response, 400, why);
    if (raw.length === 0) return refuse();
    await this.#store(request, response, [{ ...call, body: raw, broken: true }], refuse);
  }

  async notice(request: Request, response: Response): Promise<void> {
    const notices = parseNotices(urlOf(request));
    if (notices === undefined)
      return this.refuse(request, response, 400, 'There is no id of an order or shipment.');
    await this.#store(
      request,
      response,
      notices.map((notice) => ({ ...notice, method: request.method })),
    );
  }

  /** Where more comes at once than there is memory for, nothing of it is read. */
  admit(request: Request, response: Response, next: NextFunction): void {
    this.#underWay.admit(request, response, next, () => {
      response.set('Retry-After', '5');
      this.refuse(request, response, 503, 'Too many large calls at once. Please try again.');
    });
  }

  /** The path is not logged: where it is the secret that admits a caller, whoever reads the log would know it. */
  refuse(request: Request, response: Response, status: number, reason: string): void {
    this.#refusals.report(status, { method: request.method, from: request.ip }, `webhook refused: ${reason}`);
    sendJson(response, status, { error: reason });
  }

  /** Express calls it for whatever was thrown: 413 and the like from reading the body; anything else is 503, never 500. */
  readonly failed: ErrorRequestHandler = (error: unknown, request, response, _next) => {
    const status = statusOf(error);
    if (status === undefined) return this.#notStored(request, response, error);
    const reason = status === 413 ? 'The body is larger than 10 MB.' : 'The request cannot be read.';
    this.refuse(request, response, status, reason);
  };

  /** Durable first, then the answer. */
  async #store(
    request: Request,
    response: Response,
    calls: readonly WebhookRequest[],
    answer: () => void = () => sendJson(response, 202, { accepted: true }),
  ): Promise<void> {
    try {
      for (const call of calls)
        if ((await storeInTime(this.#kept(response, this.#receive(call)))) === 'unknown-path')
          return this.refuse(request, response, 404, 'No channel listens at this path.');
      answer();
    } catch (error) {
      this.#notStored(request, response, error);
    }
  }

  #kept<T>(response: Response, work: Promise<T>): Promise<T> {
    this.#underWay.holdUntil(response, work);
    return work;
  }

  #notStored(request: Request, response: Response, error: unknown): void {
    const fields = { method: request.method, err: error };
    this.#refusals.report(503, fields, 'a webhook could not be stored; the exchange was asked to come again');
    response.set('Retry-After', '30');
    sendJson(response, 503, { error: 'It could not be stored. Please try again.' });
  }
}

function urlOf(request: Request): URL {
  return new URL(request.originalUrl.replace(/^\/+/, '/'), 'http://gateway');
}

interface JsonBody {
  /** The bytes without a byte order mark, when they are JSON in UTF-8. */
  readonly body?: Uint8Array;
  /** Why it is not taken, where there is none. */
  readonly why: string;
}

function jsonBody(raw: unknown): JsonBody {
  const why = 'The body is not JSON.';
  if (!Buffer.isBuffer(raw)) return { why };
  const hasMark = raw[0] === 0xef && raw[1] === 0xbb && raw[2] === 0xbf;
  const body = hasMark ? raw.subarray(3) : raw;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    const excess = findJsonExcess(text);
    if (excess)
      return { why: excess === 'deep' ? 'The body nests too deep.' : 'The body holds too many values.' };
    JSON.parse(text);
    return { body, why };
  } catch {
    return { why };
  }
}

/** The 4xx that reading a request asked for. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return undefined;
  return error.status >= 400 && error.status < 500 ? error.status : undefined;
}

const storeInTime = <T>(work: Promise<T>): Promise<T> =>
  rejectAfter(deadline, work, () => new Error(`It was not stored within ${deadline / 1000} seconds.`));
