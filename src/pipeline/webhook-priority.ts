import { setTimeout } from 'node:timers/promises';

/** Milliseconds. */
const priorityTimes = {
  /** So soon after a call the next one is expected. */
  burst: 10,
  /** For so long work gives way: each of its loops goes on fifty times a second, however many calls come. */
  pause: 20,
};

/**
 * Calls of the exchange, which waits for the answer, go before work for which nobody waits. It gives way before work is taken, since
 * what was taken keeps the event loop busy beside the journal: without it the slowest of a hundred calls took 327 ms instead of 74
 * (medians of three, `node bench/webhooks-per-second.ts`). An own queue for urgent writes in the journal (they commit first, others
 * after 20 ms) measured no better, and would be one for each kind of journal.
 */
export class WebhookPriority {
  #under = 0;
  /** When the last call ended; monotonic. */
  #ended = Number.NEGATIVE_INFINITY;

  /** A call that somebody waits for. */
  async runFirst<T>(store: () => Promise<T>): Promise<T> {
    this.#under += 1;
    try {
      return await store();
    } finally {
      this.#under -= 1;
      this.#ended = performance.now();
    }
  }

  /** Waits a little while calls come. */
  async giveWay(): Promise<void> {
    if (this.#under > 0 || performance.now() - this.#ended < priorityTimes.burst)
      await setTimeout(priorityTimes.pause);
  }
}
