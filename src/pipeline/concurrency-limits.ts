import { setTimeout } from 'node:timers/promises';
import type { CapacityQuery } from '../journal/journal.ts';
import { computeLaneLimit } from '../journal/lanes/lane-turns.ts';
import type { Message } from '../journal/model/message.ts';
import { hasFewProcessors } from '../system/few-processors.ts';
import { WakeSignal } from '../time/wake-up.ts';

/**
 * How much of one kind of work may run: `total` at once, of which one lane gets half at most; `together`
 * are taken at a time.
 */
export interface ConcurrencyLimit {
  readonly total: number;
  readonly together: number;
  /** A lane that has as many gets no more while others have some too. */
  readonly beside?: number;
}

/**
 * Large documents have hands of their own: one that takes its deadline holds up no small ones, and however many there are, a few
 * are in memory.
 */
export const concurrencyLimits = {
  // what one thread has at a time twice, since what it has checked waits for the journal's disk. Few processors have enough to do with as
  // many as eight, where other folders wait too: what comes there would wait behind more (bench/first-of-large-file.ts)
  checks: { total: 64, together: 4, ...(hasFewProcessors ? { beside: 8 } : {}) },
  largeChecks: { total: 2, together: 1 },
  largeDeliveries: { total: 4, together: 1 },
};

/** Is more in hand than what has its turn at once, at an exchange that takes so many requests a second? */
export const areTurnsFew = (perSecond: number): boolean => perSecond < 100;

/**
 * Deliveries of small documents, where the exchange takes so many requests a second (its limits lie below this). What is in hand
 * waits there for its channel's turn: where turns are few, so is that. Elsewhere each waits for three commits of up to 40 ms
 * (src/journal/sqlite/group-commit.ts): with 32 in hand, a lane alone would send 300 to 400
 * a second. With over 50, the most that are sent at once (`exchange.rate.parallel`), a slow one would leave others nothing.
 */
export const computeDeliveryLimit = (perSecond: number): ConcurrencyLimit =>
  areTurnsFew(perSecond) ? { total: 32, together: 4 } : { total: 96, together: 8 };

/** Milliseconds for which a lane counts as one that has some, after its last. */
const lanePatience = 5000;

/** Milliseconds for which the end of some is waited for, so that the next are taken together. */
const takeTogetherWithin = 20;

export interface LimiterParts extends ConcurrencyLimit {
  /** Are they for large documents? */
  readonly large: boolean;
  /** What comes next, of each lane in turn. */
  take(wanted: CapacityQuery): Promise<readonly Message[]>;
  /** Brings a message as far as it gets; never rejects. */
  work(message: Message): Promise<void>;
}

/**
 * The messages of one kind of work that are under way: checks, and the deliveries of each direction. These do not hold each
 * other back, and neither do lanes: one alone has half of the hands at most, so that another one always finds some free.
 */
export class ConcurrencyLimiter {
  readonly #parts: LimiterParts;
  readonly #wakeUp = new WakeSignal();
  readonly #working = new Map<number, { readonly lane: string; readonly done: Promise<void> }>();

  /** When each lane last got some; monotonic, milliseconds. */
  readonly #taken = new Map<string, number>();

  constructor(parts: LimiterParts) {
    this.#parts = parts;
  }

  /** There may be something to do. */
  wake(): void {
    this.#wakeUp.call();
  }

  /** Until there may be something to do, or for so many milliseconds. */
  wait(longest: number): Promise<void> {
    return this.#wakeUp.wait(longest);
  }

  /** True: something was taken, and there may be more. False: whoever calls waits to be woken, as by each end. */
  async take(): Promise<boolean> {
    const { total, large, take } = this.#parts;
    const count = total - this.#working.size;
    if (count === 0) return false;
    const taken = await take({ count, busy: [...this.#working.keys()], held: this.#held(), large });
    for (const message of taken) {
      this.#taken.set(message.lane, performance.now());
      if (!this.#working.has(message.id))
        this.#working.set(message.id, { lane: message.lane, done: this.#work(message) });
    }
    return taken.length > 0;
  }

  /** Resolves at once while each lane has room, else when some of those under way have ended, or after a while. */
  async waitForRoom(): Promise<void> {
    const late = setTimeout(takeTogetherWithin, 'late');
    while (this.#isFull()) {
      const ends = [...this.#working.values()].map(({ done }) => done);
      if ((await Promise.race([late, ...ends])) === 'late') return;
    }
  }

  /** Resolves when nothing is under way. */
  async waitUntilIdle(): Promise<void> {
    await Promise.all([...this.#working.values()].map(({ done }) => done));
  }

  #held(): ReadonlyMap<string, number> {
    const held = new Map<string, number>();
    for (const { lane } of this.#working.values()) held.set(lane, (held.get(lane) ?? 0) + 1);
    const { total, beside = total } = this.#parts;
    // whoever holds as many as there are gets no more
    if (this.#haveSeveral()) for (const [lane, count] of held) if (count >= beside) held.set(lane, total);
    return held;
  }

  #haveSeveral(): boolean {
    const from = performance.now() - lanePatience;
    for (const [lane, at] of this.#taken) if (at < from) this.#taken.delete(lane);
    return this.#taken.size > 1;
  }

  /** A lane has its share, or nearly. */
  #isFull(): boolean {
    const { total, together } = this.#parts;
    const free = total - this.#working.size;
    return [...this.#held().values()].some((count) => computeLaneLimit(free, count) < together);
  }

  async #work(message: Message): Promise<void> {
    await this.#parts.work(message);
    this.#working.delete(message.id);
    this.wake();
  }
}
