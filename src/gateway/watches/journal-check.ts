import type { Journal } from '../../journal/journal.ts';
import type { Log } from '../../system/log.ts';
import { pause } from '../../time/pause.ts';
import { Repeating } from '../../time/repeating.ts';

/** Milliseconds. */
const times = {
  /** From the start of the gateway to the first check: a start has other things to do. */
  first: 60_000,
  /** From the end of one check to the next, at least. */
  between: 3_600_000,
};

/** After each part there is a pause of so many times as it took. */
const idle = 20;

/** A check that takes long comes more seldom: it reads for a hundredth of the time at most. */
const seldom = 5;

/**
 * Reads all of the journal again and again, part by part, so that pages that somebody overwrote, or a disk that does not give back
 * what was written, are noticed before what stands there is needed. What is found, the journal tells (`trouble`).
 */
export class JournalCheck extends Repeating {
  readonly #journal: Pick<Journal, 'checkPart'>;
  readonly #log: Pick<Log, 'error'>;

  constructor(journal: Pick<Journal, 'checkPart'>, log: Pick<Log, 'error'>) {
    super((took) => Math.max(times.between, seldom * took));
    this.#journal = journal;
    this.#log = log;
  }

  override async run(): Promise<void> {
    await pause(times.first, this.stopping);
    await super.run();
  }

  /** All of it once. */
  override async round(): Promise<void> {
    try {
      for (let more = true; more && !this.stopping.aborted; ) {
        const started = performance.now();
        more = await this.#journal.checkPart();
        await pause(idle * (performance.now() - started), this.stopping);
      }
    } catch (error) {
      this.#log.error(
        { code: 'journal-not-checked', err: error },
        'the journal could not be checked; tried again',
      );
    }
  }
}
