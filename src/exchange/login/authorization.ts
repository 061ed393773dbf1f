import type { ExchangeSettings } from '../../config/schema/config-schema.ts';
import type { Call, Reply, SendCall } from '../transport/call.ts';
import type { LoginGuard } from './login-guard.ts';
import type { Access, TokenSession } from './token-pair.ts';

/** Basic credentials as RFC 7617 wants them: UTF-8, nothing trimmed, the password may hold colons. */
export const encodeBasicCredentials = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;

export interface AuthOptions {
  readonly mode: ExchangeSettings['auth']['mode'];
  readonly basic: string;
  readonly tokens: TokenSession;
  readonly guard: LoginGuard;
}

/** Says who we are in every request. A token that is refused is renewed once and the request repeated once. */
export function withAuth(send: SendCall, options: AuthOptions): SendCall {
  const seldom = new RareRequestDetector(minute);
  return (call) => {
    if (call.authentication === 'own') return send(call);
    const basic =
      call.authentication === 'any' && (options.mode === 'auto' ? seldom.isRare() : options.mode === 'basic');
    return basic ? withBasic(send, call, options) : withToken(send, call, options.tokens);
  };
}

/** Below one request a minute Basic is what the specification advises, above it a token (section 5, rule 8). */
const minute = 60_000;

/** Tells whether requests come less often than one in `window` milliseconds. By monotonic time. */
export class RareRequestDetector {
  readonly #window: number;
  #last = -Infinity;

  constructor(window: number) {
    this.#window = window;
  }

  /** Notes a request; true when the one before it is longer ago than the window. */
  isRare(now = performance.now()): boolean {
    const seldom = now - this.#last > this.#window;
    this.#last = now;
    return seldom;
  }
}

async function withToken(send: SendCall, call: Call, tokens: TokenSession): Promise<Reply> {
  const access = await tokens.access();
  const reply = await bearer(send, call, access);
  if ('failed' in access || reply.answer.kind !== 'down') return reply;
  return bearer(send, call, await tokens.renew(access.token));
}

async function bearer(send: SendCall, call: Call, access: Access): Promise<Reply> {
  if ('failed' in access) return { answer: access.failed, headers: {} };
  return send(withAuthorizationHeader(call, `Bearer ${access.token}`));
}

/** A refused Basic is a refused login: it is not tried again with every message. */
async function withBasic(send: SendCall, call: Call, { basic, guard }: AuthOptions): Promise<Reply> {
  const refusal = guard.refusal();
  if (refusal) return { answer: refusal, headers: {} };
  const reply = await send(withAuthorizationHeader(call, basic));
  if (reply.answer.status === 401) return { ...reply, answer: guard.noteFailure(reply.answer) };
  if (reply.answer.kind === 'ok') guard.noteSuccess();
  return reply;
}

const withAuthorizationHeader = (call: Call, authorization: string): Call => ({
  ...call,
  headers: { ...call.headers, authorization },
});
