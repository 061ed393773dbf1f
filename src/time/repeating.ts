import { pause } from './pause.ts';

/** Milliseconds from the end of a round to the next one, maybe by how long the round took (milliseconds). */
export type PauseAfter = number | ((took: number) => number);

/** Runs rounds until the signal aborts, or one says that nothing is left to do. Rejects with what a round rejects with. */
export async function repeat(
  signal: AbortSignal,
  pauseAfter: PauseAfter,
  round: () => Promise<unknown>,
): Promise<void> {
  while (!signal.aborted) {
    const started = performance.now();
    if ((await round()) === 'done') return;
    const took = performance.now() - started;
    await pause(typeof pauseAfter === 'number' ? pauseAfter : pauseAfter(took), signal);
  }
}

/** Something that is done again and again, with a pause after each round, until it is stopped. */
export abstract class Repeating {
  readonly #pauseAfter: PauseAfter;
  readonly #abort = new AbortController();

  constructor(pauseAfter: PauseAfter) {
    this.#pauseAfter = pauseAfter;
  }

  /** Resolves when it has been stopped, or when a round says that nothing is left to do. */
  run(): Promise<void> {
    return repeat(this.stopping, this.#pauseAfter, () => this.round());
  }

  stop(): void {
    this.#abort.abort();
  }

  /** Aborts when it is stopped. */
  protected get stopping(): AbortSignal {
    return this.#abort.signal;
  }

  /** Once. `'done'`: it need not be done again. */
  protected abstract round(): Promise<unknown>;
}
