import { setTimeout } from 'node:timers/promises';
import type { Work } from '../journal/interface.ts';
import type { Message } from '../journal/message.ts';
import type { Direction } from '../types.ts';
import { WakeUp } from './wake-up.ts';

/** Messages under way at once; the exchange's own rate and parallel limits lie below this. */
const concurrency = 16;
/** While there are more, so many ends are waited for (milliseconds at most): the next are claimed together, by one commit. */
const together = { messages: 4, patience: 20 };

export interface HandsParts {
  readonly direction: Direction;
  readonly journal: Pick<Work, 'claim'>;
  /** Brings a message as far as it gets; never rejects. */
  work(message: Message): Promise<void>;
}

/**
 * The messages of one direction that are under way. The two directions do not hold each other back: an exchange that does not
 * answer keeps all hands of its direction busy, and files for the ERP are written meanwhile.
 */
export class Hands {
  readonly #parts: HandsParts;
  readonly #wakeUp = new WakeUp();
  readonly #working = new Map<number, Promise<void>>();

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

  /** True: there may be more. */
  async claim(): Promise<boolean> {
    const count = concurrency - this.#working.size;
    if (count === 0) return true;
    const { direction, journal } = this.#parts;
    const claimed = await journal.claim({
      direction,
      count,
      due: Date.now(),
      busy: [...this.#working.keys()],
    });
    for (const message of claimed) this.#working.set(message.id, this.#work(message));
    return claimed.length === count;
  }

  /** Resolves when there is room for some messages, or at least for one: those under way may take long. */
  async room(): Promise<void> {
    const late = setTimeout(together.patience, 'late');
    const free = () => concurrency - this.#working.size;
    while (free() < together.messages) {
      const over = (await Promise.race([late, ...this.#working.values()])) === 'late';
      if (over && free() > 0) return;
      if (over) return await Promise.race(this.#working.values());
    }
  }

  /** Resolves when nothing is under way. */
  async drained(): Promise<void> {
    await Promise.all(this.#working.values());
  }

  async #work(message: Message): Promise<void> {
    await this.#parts.work(message);
    this.#working.delete(message.id);
    this.wake();
  }
}
