import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import { localize } from '../../findings/localized-text.ts';
import type { SecretRedactor } from '../../text/secret-redactor.ts';
import { pause } from '../../time/pause.ts';
import type { Answer } from '../exchange-client.ts';
import { buildOwnAnswer } from '../transport/answer.ts';
import { type Call, headerOf, type Reply, type SendCall } from '../transport/call.ts';
import { buildAuthenticationCall, type PathSettings } from '../transport/operations.ts';
import type { LoginGuard } from './login-guard.ts';
import { lifetimeOf } from './token-lifetime.ts';

/** A token to use, or the answer for whoever cannot be served without one. */
export type Access = { readonly token: string } | { readonly failed: Answer };

/** Milliseconds (specification, section 5, rule 5); a readable `exp` wins. */
export interface Lifetimes {
  readonly access: number;
  readonly refresh: number;
}
export const lifetimes: Lifetimes = { access: 10 * 60_000, refresh: 24 * 3_600_000 };

/** Milliseconds from a login or refresh whose reply was lost to the next. */
const secondTryAfter = 1000;

/** The share of a token's lifetime after which it is renewed. */
const useUntil = 0.8;

interface TokenPair {
  readonly access: string;
  /** Monotonic milliseconds, like the two below: clocks may be set. */
  readonly renewAt: number;
  readonly endsAt: number;
  readonly refresh?: { readonly token: string; readonly endsAt: number };
}

export interface TokensOptions {
  readonly send: SendCall;
  /** Authorization header for the login. */
  readonly basic: string;
  readonly guard: LoginGuard;
  readonly secrets: SecretRedactor;
  readonly lifetimes: Lifetimes;
  readonly paths: PathSettings['paths'];
  readonly log: Logger;
  /** Aborts when the client closes: ends a login or refresh under way. */
  readonly closing: AbortSignal;
}

/**
 * The pair of tokens (specification, sections 3 and 5). One login or refresh at a time, whoever asks: a refresh kills
 * the refresh token it used. A refused refresh token leads to a login; failed logins are kept apart by the guard.
 */
export class TokenSession {
  readonly #options: TokensOptions;
  #pair: TokenPair | undefined;
  #flight: Promise<Access> | undefined;

  constructor(options: TokensOptions) {
    this.#options = options;
  }

  async access(): Promise<Access> {
    const pair = this.#pair;
    if (pair && performance.now() < pair.renewAt) return { token: pair.access };
    return this.#once(() => this.#renewed());
  }

  /** After a 401 for this token: another one, unless somebody renewed it meanwhile. */
  async renew(refused: string): Promise<Access> {
    if (this.#pair?.access === refused) this.#pair = { ...this.#pair, renewAt: 0, endsAt: 0 };
    return this.access();
  }

  /** Logs in after what is under way, whatever the guard says. */
  async login(): Promise<Answer> {
    // also whoever waited may have begun another one: what came of that is no answer to this login
    while (this.#flight) await this.#flight;
    const access = await this.#once(() => this.#loggedIn((call) => this.#sendOnce(call)));
    return 'failed' in access
      ? access.failed
      : buildOwnAnswer('ok', localize('answer-logged-in'), { status: 200 });
  }

  /** Invalidates the refresh token there; the access token lives out its minutes. Best effort. */
  async logout(signal: AbortSignal): Promise<void> {
    await this.#flight;
    const refresh = this.#pair?.refresh;
    this.#pair = undefined;
    if (!refresh) return;
    const call = buildAuthenticationCall('logout', { 'refresh-token': refresh.token }, this.#options.paths);
    const { answer } = await this.#options.send({ ...call, signal });
    if (answer.kind !== 'ok')
      this.#options.log.warn({ status: answer.status }, 'The exchange refused the logout.');
  }

  #once(work: () => Promise<Access>): Promise<Access> {
    this.#flight ??= work().finally(() => {
      this.#flight = undefined;
    });
    return this.#flight;
  }

  /** What fails leaves the old token in use while it lasts. */
  async #renewed(): Promise<Access> {
    const refusal = this.#options.guard.refusal();
    const access = refusal ? { failed: refusal } : ((await this.#refreshed()) ?? (await this.#loggedIn()));
    return 'failed' in access ? (this.#stillGood() ?? access) : access;
  }

  /** Undefined when a login is the next thing to try. */
  async #refreshed(): Promise<Access | undefined> {
    const refresh = this.#pair?.refresh;
    if (!refresh || performance.now() >= refresh.endsAt) return undefined;
    const headers = { 'refresh-token': refresh.token };
    const reply = await this.#send(buildAuthenticationCall('refresh', headers, this.#options.paths));
    if (reply.answer.kind === 'retry') return this.#failed(reply.answer);
    this.#dropRefresh();
    return reply.answer.kind === 'ok' ? this.#take(reply) : undefined;
  }

  async #loggedIn(send = (call: Call) => this.#send(call)): Promise<Access> {
    const headers = { authorization: this.#options.basic };
    const reply = await send(buildAuthenticationCall('login', headers, this.#options.paths));
    if (reply.answer.kind !== 'ok') return this.#failed(reply.answer);
    return this.#take(reply) ?? this.#failed(noTokenAnswer(reply.answer.status));
  }

  /** A reply may be lost once: all who wait for the token would fail with it, as if nothing was there. */
  async #send(call: Call): Promise<Reply> {
    const { closing, guard } = this.#options;
    const reply = await this.#sendOnce(call);
    if (reply.answer.away !== true || reply.answer.status > 0 || guard.trouble() !== undefined) return reply;
    await pause(secondTryAfter, closing);
    return await this.#sendOnce(call);
  }

  #sendOnce(call: Call): Promise<Reply> {
    return this.#options.send({ ...call, signal: this.#options.closing });
  }

  #failed(answer: Answer): Access {
    const { closing, guard } = this.#options;
    // one that we broke off says nothing of the exchange
    return { failed: closing.aborted ? answer : guard.noteFailure(answer) };
  }

  /** Past its renewal, but not over: better than nothing. */
  #stillGood(): Access | undefined {
    const pair = this.#pair;
    return pair && performance.now() < pair.endsAt ? { token: pair.access } : undefined;
  }

  #dropRefresh(): void {
    if (!this.#pair) return;
    const { refresh: _used, ...rest } = this.#pair;
    this.#pair = rest;
  }

  #take({ headers }: Reply): Access | undefined {
    const access = withoutPrefix(headerOf(headers, 'set-authorization'));
    if (access === undefined) return undefined;
    const refresh = withoutPrefix(headerOf(headers, 'set-refresh-token'));
    this.#pair = this.#pairOf(access, refresh, headers);
    for (const secret of [access, refresh]) this.#options.secrets.add(secret ?? '');
    this.#options.guard.noteSuccess();
    return { token: access };
  }

  #pairOf(access: string, refresh: string | undefined, headers: IncomingHttpHeaders): TokenPair {
    const now = performance.now();
    const lasts = lifetimeOf(access, headers, this.#options.lifetimes.access);
    const pair = { access, renewAt: now + lasts * useUntil, endsAt: now + lasts };
    if (refresh === undefined) return pair;
    const endsAt = now + lifetimeOf(refresh, headers, this.#options.lifetimes.refresh);
    return { ...pair, refresh: { token: refresh, endsAt } };
  }
}

/** Set-Authorization may hold the token alone or with its scheme. */
function withoutPrefix(value: string | undefined): string | undefined {
  const token = value?.replace(/^\s*bearer\s+/i, '').trim();
  return token === '' ? undefined : token;
}

const noTokenAnswer = (status: number): Answer =>
  buildOwnAnswer('down', localize('answer-no-token'), { status });
