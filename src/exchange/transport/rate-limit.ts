import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import { TurnQueue } from '../../time/turn-queue.ts';
import { buildOwnReply } from './answer.ts';
import type { SendCall } from './call.ts';
import { abortAtDeadline } from './request-deadline.ts';

/** One request's place in the rate: `sent` when it goes out, `done` when it has ended. */
interface Slot {
  sent(): void;
  done(): void;
}

/**
 * At most `parallel` requests under way, at most `perSecond` in any second. Counted from the moment a request really goes out, so
 * that the exchange never sees more either. Those of one channel wait in their order, and the channels take turns: one with many
 * delays no other one.
 */
export class RateLimit {
  readonly #parallel: number;
  readonly #size: number;
  /** Milliseconds in which `size` requests may go out. */
  readonly #window: number;
  readonly #sentAt: number[] = [];
  readonly #queue = new TurnQueue<() => void>();
  #running = 0;
  #unsent = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(rate: { readonly perSecond: number; readonly parallel: number }) {
    this.#parallel = rate.parallel;
    this.#size = Math.max(1, Math.floor(rate.perSecond));
    this.#window = (this.#size * 1000) / rate.perSecond;
  }

  /** Resolves when it is our turn; undefined when `signal` aborts first. */
  enter(turn: string, signal: AbortSignal): Promise<Slot | undefined> {
    return new Promise((resolve) => {
      const start = (): void => {
        signal.removeEventListener('abort', leave);
        resolve(this.#slot());
      };
      const leave = (): void => {
        this.#queue.remove(turn, start);
        resolve(undefined);
      };
      if (signal.aborted) return resolve(undefined);
      signal.addEventListener('abort', leave, { once: true });
      this.#queue.push(turn, start);
      this.#pump();
    });
  }

  /** What keeps those that wait from their turn now; `busy`: nothing does, and nobody came to let them go. */
  get limit(): 'parallel' | 'perSecond' | 'busy' {
    if (this.#running >= this.#parallel) return 'parallel';
    return this.#wait() > 0 ? 'perSecond' : 'busy';
  }

  #slot(): Slot {
    let waiting = true;
    const sent = (): void => {
      if (!waiting) return;
      waiting = false;
      this.#unsent -= 1;
      this.#sentAt.push(performance.now());
      this.#pump();
    };
    const done = (): void => {
      sent();
      this.#running -= 1;
      this.#pump();
    };
    return { sent, done };
  }

  #pump(): void {
    clearTimeout(this.#timer);
    while (!this.#queue.isEmpty && this.#running < this.#parallel) {
      const wait = this.#wait();
      if (wait > 0) {
        if (wait < Infinity) this.#timer = setTimeout(() => this.#pump(), Math.ceil(wait));
        return;
      }
      this.#running += 1;
      this.#unsent += 1;
      this.#queue.shift()?.();
    }
  }

  /** Milliseconds until one more may go out; Infinity while those under way fill the window. */
  #wait(): number {
    const now = performance.now();
    while (this.#sentAt[0] !== undefined && this.#sentAt[0] <= now - this.#window) this.#sentAt.shift();
    if (this.#sentAt.length + this.#unsent < this.#size) return 0;
    return (this.#sentAt[0] ?? Infinity) + this.#window - now;
  }
}

/** Requests wait for their turn, at most `patience` milliseconds; one that gave up was not sent. */
export function withRateLimit(send: SendCall, rate: RateLimit, patience: number): SendCall {
  return async (call) => {
    const turn = call.channel ?? call.operation;
    const slot = await abortAtDeadline(patience, call.signal, (signal) => rate.enter(turn, signal));
    if (!slot) return buildOwnReply('retry', explainNotSent(call.signal, notSent[rate.limit], patience));
    try {
      return await send({ ...call, onSent: slot.sent });
    } finally {
      slot.done();
    }
  };
}

const notSent = {
  parallel: 'not-sent-parallel',
  perSecond: 'not-sent-rate',
  busy: 'not-sent-busy',
} as const;

/** Of a request that gave up waiting for its turn after so many milliseconds. */
export const explainNotSent = (
  signal: AbortSignal | undefined,
  why: (typeof notSent)[keyof typeof notSent] | 'not-sent-shared-rate',
  patience: number,
): LocalizedText =>
  signal?.aborted ? localize('not-sent-stopped') : localize(why, { seconds: patience / 1000 });
