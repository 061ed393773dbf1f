import type { IncomingHttpHeaders } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { getCACertificates } from 'node:tls';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { localize } from '../../findings/localized-text.ts';
import type { SecretRedactor } from '../../text/secret-redactor.ts';
import type { Answer } from '../exchange-client.ts';
import {
  answerKindOf,
  buildOwnAnswer,
  buildOwnReply,
  isAwayStatus,
  isRedirect,
  mayBeDone,
  parseRetryAfter,
} from './answer.ts';
import type { BaseUrl } from './base-url.ts';
import type { Call, SendCall } from './call.ts';
import { explainNoAnswer } from './no-answer.ts';
import { buildRedirectAnswer, buildWebPageAnswer, isWebPage } from './other-answerer.ts';
import { type AnswerBody, type BodyLimits, decodeBody, readBody } from './response-body.ts';
import { saysFailure } from './said-failure.ts';

/** Milliseconds to reach the exchange, within the deadline of the request. */
const connectTimeout = 10_000;

/**
 * Connections to the exchange: TLS 1.2 at least, HTTP/1.1, one request at a time on each; HTTPS_PROXY and NO_PROXY
 * hold, except on loopback. Deadlines are the business of `withDeadline`.
 * @param authority PEM of a private certificate authority, beside those that Node knows
 * @param pinned the only addresses to connect to, whatever the name means by then; a proxy looks names up itself
 */
export function createDispatcher(
  address: BaseUrl,
  authority?: string,
  pinned?: readonly string[],
): Dispatcher {
  const tls = {
    minVersion: 'TLSv1.2' as const,
    ...(authority === undefined ? {} : { ca: [...getCACertificates('default'), authority] }),
  };
  const options = {
    connect: { timeout: connectTimeout, ...tls, ...(pinned ? { lookup: pinnedLookup(pinned) } : {}) },
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  return address.loopback ? new Agent(options) : new EnvHttpProxyAgent({ ...options, requestTls: tls });
}

function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (hostname, { all }, callback) => {
    const [first] = found;
    if (!first) callback(Object.assign(new Error(`${hostname} is not known`), { code: 'ENOTFOUND' }), '');
    else if (all) callback(null, found);
    else callback(null, first.address, first.family);
  };
}

/** The innermost `send`: one HTTP request, its answer classified. */
export function createTransport(
  address: BaseUrl,
  dispatcher: Dispatcher,
  secrets: SecretRedactor,
  limits: BodyLimits,
): SendCall {
  return async (call) => {
    let sent = false;
    const noticing = dispatcher.compose(
      whenSent(() => {
        sent = true;
        call.onSent?.();
      }),
    );
    try {
      const response = await noticing.request(requestOf(address, call));
      const { statusCode: status, headers } = response;
      const body = await readBody(decodeBody(response.body, headers), call, answerKindOf(status), limits);
      return { answer: answerOf(call, { status, headers, read: body }, secrets), headers };
    } catch (error) {
      const unknown = sent && call.changes;
      return buildOwnReply('retry', explainNoAnswer(address, error), { unknown, away: true });
    }
  };
}

function requestOf(address: BaseUrl, call: Call): Dispatcher.RequestOptions {
  return {
    origin: address.origin,
    path: address.prefix + call.path,
    method: call.method,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'scsn-gateway',
      ...call.headers,
    },
    body: call.body ?? null,
    signal: call.signal ?? null,
  };
}

interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly read: AnswerBody;
}

function answerOf(call: Call, { status, headers, read }: HttpAnswer, secrets: SecretRedactor): Answer {
  const kind = answerKindOf(status);
  const wait = parseRetryAfter(headers);
  if (!call.mayBePage && isRedirect(status)) return buildRedirectAnswer(call, status, headers);
  if (kind === 'ok' && !call.mayBePage && isWebPage(read.bytes, headers))
    return buildWebPageAnswer(call, status, read.bytes);
  if (call.needsBody && kind === 'ok') {
    const problem = read.problem ?? (isMissing(call, read) ? localize('answer-empty') : undefined);
    if (problem !== undefined) return buildOwnAnswer('retry', problem, { status });
    return { kind, status, body: read.bytes };
  }
  return {
    kind: kind === 'ok' && call.changes && saysFailure(read.bytes) ? 'strange' : kind,
    status,
    body: secrets.redact(read.bytes),
    ...(wait === undefined ? {} : { retryAfter: wait }),
    ...(call.changes && mayBeDone(status) ? { unknown: true as const } : {}),
    ...(isAwayStatus(status) ? { away: true as const } : {}),
  };
}

/** A file may be empty; what is to be JSON is not. */
const isMissing = ({ mayBePage }: Call, { bytes }: AnswerBody): boolean => !mayBePage && bytes.length === 0;

/** Calls back when a request goes onto its connection: from then on it may have been carried out. */
function whenSent(callback: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart: (controller, context) => {
        callback();
        handler.onRequestStart?.(controller, context);
      },
      onRequestUpgrade: (...event) => handler.onRequestUpgrade?.(...event),
      onResponseStart: (...event) => handler.onResponseStart?.(...event),
      onResponseData: (...event) => handler.onResponseData?.(...event),
      onResponseEnd: (...event) => handler.onResponseEnd?.(...event),
      onResponseError: (...event) => handler.onResponseError?.(...event),
    });
}
