import type { TrialReply } from './trial-reply.ts';

interface Waiting {
  readonly page: string;
  run(): Promise<void>;
  supersede(): void;
}

/** Trials one at a time; of each page only the newest waits. */
export class TrialQueue {
  readonly #onRest: () => void;
  #waiting: readonly Waiting[] = [];
  #working: Promise<void> | undefined;

  /** `onRest`: called whenever nothing is left to do. */
  constructor(onRest: () => void) {
    this.#onRest = onRest;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  ask<T>(page: string, work: () => Promise<TrialReply<T>>): Promise<TrialReply<T>> {
    const { promise, resolve, reject } = Promise.withResolvers<TrialReply<T>>();
    const { older = [], others = [] } = Object.groupBy(this.#waiting, (one) =>
      one.page === page ? 'older' : 'others',
    );
    for (const one of older) one.supersede();
    const run = (): Promise<void> => work().then(resolve, reject);
    this.#waiting = [...others, { page, run, supersede: () => resolve({ kind: 'superseded' }) }];
    this.#working ??= this.#work();
    return promise;
  }

  async #work(): Promise<void> {
    for (;;) {
      const [next, ...rest] = this.#waiting;
      this.#waiting = rest;
      if (next === undefined) break;
      await next.run();
    }
    this.#working = undefined;
    this.#onRest();
  }

  /** Whoever waits is told that it is over; resolves when nothing runs any more. */
  async close(): Promise<void> {
    for (const one of this.#waiting) one.supersede();
    this.#waiting = [];
    await this.#working;
  }
}
