import { setTimeout } from 'node:timers/promises';
import { mostOf } from '../journal/lanes.ts';
import type { Message } from '../journal/message.ts';
import { WakeUp } from '../wake-up.ts';

/**
 * Hands for each kind of work; one lane alone has half of them at most. The exchange's own rate and parallel limits lie below
 * this. A check makes room for the next one at once; deliveries are claimed some at a time, by one commit.
 */
export const hands = {
  checks: { total: 16, together: 1 },
  /** Large documents have hands of their own: one that takes its deadline holds up no small ones. */
  largeChecks: { total: 2, together: 1 },
  deliveries: { total: 32, together: 4 },
};

/** Milliseconds for which the end of some is waited for, so that the next are taken together. */
const patience = 20;

export interface Wanted {
  /** Hands that are free. */
  readonly count: number;
  readonly busy: readonly number[];
  /** How many of each lane are under way: a lane gets no more hands than stay free. */
  readonly held: ReadonlyMap<string, number>;
}

export interface HandsParts {
  /** Messages under way at once. */
  readonly total: number;
  /** So many are taken together, by one commit, while a lane has more than its share to do. */
  readonly together: number;
  /** What comes next, of each lane in turn. */
  take(wanted: Wanted): Promise<readonly Message[]>;
  /** Brings a message as far as it gets; never rejects. */
  work(message: Message): Promise<void>;
}

/**
 * The messages of one kind of work that are under way: checks, and the deliveries of each direction. These do not hold each
 * other back, and neither do lanes: one alone has half of the hands at most, so that another one always finds some free.
 */
export class Hands {
  readonly #parts: HandsParts;
  readonly #wakeUp = new WakeUp();
  readonly #working = new Map<number, { readonly lane: string; readonly done: Promise<void> }>();

  constructor(parts: HandsParts) {
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
    const { total, take } = this.#parts;
    const count = total - this.#working.size;
    if (count === 0) return false;
    const taken = await take({ count, busy: [...this.#working.keys()], held: this.#held() });
    for (const message of taken)
      if (!this.#working.has(message.id))
        this.#working.set(message.id, { lane: message.lane, done: this.#work(message) });
    return taken.length > 0;
  }

  /** Resolves at once while each lane has room, else when some of those under way have ended, or after a while. */
  async room(): Promise<void> {
    const late = setTimeout(patience, 'late');
    while (this.#isFull()) {
      const ends = [...this.#working.values()].map(({ done }) => done);
      if ((await Promise.race([late, ...ends])) === 'late') return;
    }
  }

  /** Resolves when nothing is under way. */
  async drained(): Promise<void> {
    await Promise.all([...this.#working.values()].map(({ done }) => done));
  }

  #held(): ReadonlyMap<string, number> {
    const held = new Map<string, number>();
    for (const { lane } of this.#working.values()) held.set(lane, (held.get(lane) ?? 0) + 1);
    return held;
  }

  /** A lane has its share, or nearly. */
  #isFull(): boolean {
    const { total, together } = this.#parts;
    const free = total - this.#working.size;
    return [...this.#held().values()].some((count) => mostOf(free, count) < together);
  }

  async #work(message: Message): Promise<void> {
    await this.#parts.work(message);
    this.#working.delete(message.id);
    this.wake();
  }
}
