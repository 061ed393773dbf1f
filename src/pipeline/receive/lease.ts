import type { Leases } from '../../journal/journal.ts';
import { JournalNotWritten } from '../../journal/model/journal-errors.ts';
import type { Log } from '../../system/log.ts';

/**
 * Milliseconds for which a journal's word is believed. Well below the length of a lease: whoever stood still for longer may
 * have been replaced.
 */
const leaseBelievedFor = 12_000;

/**
 * A lease of the journal: one gateway at a time does what it names, such as picking up files from a folder.
 */
export class Lease {
  readonly name: string;
  readonly #journal: Omit<Leases, 'reserveTurns' | 'releaseOtherLeases'>;
  readonly #log: Pick<Log, 'error'>;
  /** When the journal was last asked with success; monotonic. */
  #confirmed = Number.NEGATIVE_INFINITY;

  constructor(
    name: string,
    journal: Omit<Leases, 'reserveTurns' | 'releaseOtherLeases'>,
    log: Pick<Log, 'error'>,
  ) {
    this.name = name;
    this.#journal = journal;
    this.#log = log;
  }

  /** Is it ours, for a while? Not to know means no. */
  acquire(): Promise<boolean> {
    return this.#ask((name) => this.#journal.acquireLease(name));
  }

  /** As `acquire`, and false where the journal has forgotten that it was ours: another gateway may have had it since. */
  renew(): Promise<boolean> {
    return this.#ask((name) => this.#journal.renewLease(name));
  }

  async #ask(ask: (name: string) => Promise<boolean>): Promise<boolean> {
    const asked = performance.now();
    try {
      const ours = await ask(this.name);
      this.#confirmed = ours ? asked : Number.NEGATIVE_INFINITY;
      return ours;
    } catch (error) {
      this.#logFailure(error, 'could not ask the journal whose turn it is');
      return false;
    }
  }

  /** Certainly ours now, as far as a clock can tell. */
  isHeld(): boolean {
    return !this.#journal.shared || performance.now() - this.#confirmed < leaseBelievedFor;
  }

  /** Another gateway may do it. */
  async release(): Promise<void> {
    this.#confirmed = Number.NEGATIVE_INFINITY;
    try {
      await this.#journal.releaseLease(this.name);
    } catch (error) {
      // the lease runs out by itself
      this.#logFailure(error, 'could not tell the journal whose turn it is');
    }
  }

  /** That it can't be written is told once, by the journal. */
  #logFailure(error: unknown, what: string): void {
    if (!(error instanceof JournalNotWritten)) this.#log.error({ err: error, lease: this.name }, what);
  }
}
