import { explainFailure } from '../../findings/localized-error.ts';
import { localize } from '../../findings/localized-text.ts';
import { pause } from '../../time/pause.ts';
import { buildOwnReply } from './answer.ts';
import type { SendCall } from './call.ts';
import { explainNotSent } from './rate-limit.ts';
import { abortAtDeadline } from './request-deadline.ts';

/**
 * Gives so many turns, `interval` milliseconds apart, that nobody else has: resolves to the milliseconds until the first.
 */
export type TakeTurns = (count: number, interval: number) => Promise<number>;

/**
 * A turn may be used up to this many milliseconds late. Turns are spaced as if a second were that much
 * longer, so that late use never exceeds the rate.
 */
const late = 50;

/**
 * One rate for several gateways: requests take turns, evenly apart, from what they share. Who waits here while turns are
 * asked for takes them together; turns that nobody uses, because their gateway died, are lost and nothing else.
 */
export class SharedRateLimit {
  readonly #take: TakeTurns;
  readonly #interval: number;
  #waiting: { give(turn: number): void; fail(error: unknown): void }[] = [];
  #asking = false;

  constructor(take: TakeTurns, perSecond: number) {
    this.#take = take;
    this.#interval = (1000 + late) / perSecond;
  }

  /**
   * Resolves when it is our turn; where `signal` aborts first to what kept us from it: that it was too far away, or that turns were
   * given or met too late to be used. Rejects when turns cannot be had.
   */
  async waitForTurn(signal: AbortSignal): Promise<'rate' | 'busy' | undefined> {
    for (let kept: 'rate' | 'busy' = 'rate'; ; kept = 'busy') {
      if (signal.aborted) return kept;
      const turn = await this.#next();
      const early = Math.ceil(turn - performance.now());
      if (early > 0) await pause(early, signal);
      if (signal.aborted) return early > 0 ? kept : 'busy';
      if (performance.now() - turn < late) return undefined;
    }
  }

  #next(): Promise<number> {
    return new Promise((give, fail) => {
      this.#waiting.push({ give, fail });
      if (!this.#asking) void this.#ask();
    });
  }

  async #ask(): Promise<void> {
    this.#asking = true;
    while (this.#waiting.length > 0) {
      const those = this.#waiting;
      this.#waiting = [];
      try {
        const wait = await this.#take(those.length, this.#interval);
        const first = performance.now() + wait;
        for (const [n, { give }] of those.entries()) give(first + n * this.#interval);
      } catch (error) {
        for (const { fail } of those) fail(error);
      }
    }
    this.#asking = false;
  }
}

/** Requests wait for a turn among all gateways, at most `patience` milliseconds; one that gave up was not sent. */
export function withSharedRateLimit(send: SendCall, turns: SharedRateLimit, patience: number): SendCall {
  return async (call) => {
    try {
      const kept = await abortAtDeadline(patience, call.signal, (signal) => turns.waitForTurn(signal));
      if (kept !== undefined)
        return buildOwnReply('retry', explainNotSent(call.signal, notSent[kept], patience));
    } catch (error) {
      return buildOwnReply('retry', localize('not-sent-rate-unknown', { why: explainFailure(error) }));
    }
    return send(call);
  };
}

const notSent = { rate: 'not-sent-shared-rate', busy: 'not-sent-busy' } as const;
