import type { Logger } from 'pino';
import type { Config } from '../config/schema/config-schema.ts';
import type { Journal, RetentionCutoff } from '../journal/journal.ts';
import { JournalNotWritten } from '../journal/model/journal-errors.ts';
import { pause } from '../time/pause.ts';
import { Repeating } from '../time/repeating.ts';
import { deletionNow } from '../time/steady-clock.ts';

/** Milliseconds between two looks for what has expired. */
const lookEvery = 3_600_000;

/** Messages that are deleted in one transaction: a few milliseconds, which is how long everything else may wait. */
const batchSize = 20;

/** After each bite there is a pause this many times as long. */
const pauseFactor = 4;

export interface RetentionParts {
  readonly keep: Config['journal']['keep'];
  readonly journal: Pick<Journal, 'acquireLease' | 'prune' | 'shrink'>;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

/** Deletes what has expired (`journal.keep`) in small bites, one gateway at a time, and gives the room back to the disk. */
export class RetentionLoop extends Repeating {
  readonly #parts: RetentionParts;

  constructor(parts: RetentionParts) {
    super(lookEvery);
    this.#parts = parts;
  }

  override async run(): Promise<void> {
    const isOn = Object.values(this.#parts.keep).some((age) => age !== undefined);
    if (isOn) await super.run();
  }

  protected override async round(): Promise<void> {
    const { journal, keep, log } = this.#parts;
    try {
      if (!(await journal.acquireLease('retention'))) return;
      const expiry = computeCutoff(keep, deletionNow());
      let count = 0;
      await this.#inBites(async () => {
        const done = await journal.prune(expiry, batchSize);
        count += done;
        return done === batchSize;
      });
      if (count > 0) log.info({ messages: count }, 'expired messages were deleted from the journal');
      await this.#inBites(() => journal.shrink());
    } catch (error) {
      if (!(error instanceof JournalNotWritten))
        log.error(
          { code: 'retention-failed', err: error },
          'what has expired could not be deleted; tried again',
        );
    }
  }

  /** Until `take` says that there is no more, or we stop. */
  async #inBites(take: () => Promise<boolean>): Promise<void> {
    for (let more = true; more && !this.stopping.aborted; ) {
      const started = performance.now();
      more = await take();
      await pause(pauseFactor * (performance.now() - started), this.stopping);
    }
  }
}

/** Milliseconds: a search reads the day before its cursor again each day, and must know what it has seen. */
const newsKeptAtLeast = 2 * 86_400_000;

/** Ages become instants. What was seen is forgotten as messages are. */
export function computeCutoff(
  { bodies, messages, noNews }: RetentionParts['keep'],
  now: number,
): RetentionCutoff {
  const before = (age: number | undefined): string | undefined =>
    age === undefined ? undefined : new Date(now - age).toISOString();
  const seen = messages === undefined ? undefined : Math.max(messages, newsKeptAtLeast);
  return { bodies: before(bodies), messages: before(messages), noNews: before(noNews), seen: before(seen) };
}
