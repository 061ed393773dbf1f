import type { Logger } from 'pino';
import type { Journal } from '../journal/journal.ts';
import { JournalNotWritten } from '../journal/model/journal-errors.ts';
import { Repeating } from '../time/repeating.ts';

/** Milliseconds between two times that messages are counted. */
const countEvery = 60_000;

export interface PageUpkeepParts {
  readonly journal: Pick<Journal, 'acquireLease' | 'foldCounts' | 'noteMended'>;
  readonly log: Pick<Logger, 'error'>;
}

/** What the pages rely on, beside the work: messages are counted by hour, and refusals that a later document mended are noted. */
export class PageUpkeepLoop extends Repeating {
  readonly #parts: PageUpkeepParts;

  constructor(parts: PageUpkeepParts) {
    super(countEvery);
    this.#parts = parts;
  }

  protected override async round(): Promise<void> {
    const { journal, log } = this.#parts;
    try {
      // two gateways that do it at once wait for each other's rows
      if (await journal.acquireLease('counts')) await this.#count();
    } catch (error) {
      if (!(error instanceof JournalNotWritten))
        log.error(
          { code: 'page-upkeep-failed', err: error },
          'what the pages show could not be kept up; tried again',
        );
    }
  }

  async #count(): Promise<void> {
    const { journal } = this.#parts;
    while (!this.stopping.aborted && (await journal.foldCounts()));
    for (let after: number | undefined = 0; after !== undefined && !this.stopping.aborted; )
      after = await journal.noteMended(after);
  }
}
