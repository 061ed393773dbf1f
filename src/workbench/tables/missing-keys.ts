import type { OwnFolders } from '../../pipeline/runtime/runtime-snapshot.ts';
import { coverJournal } from '../coverage/cover-journal.ts';
import type { MissingTableKeyCount, TableKeyCount } from '../coverage/mapping-usage.ts';
import type { PublicationSite } from '../publish/publication-site.ts';

/** Values of real messages that a mapping looked up: those that are in no table, and how often the others came. Plain data. */
export interface MissingKeys {
  readonly keys: readonly MissingTableKeyCount[];
  /** Rows that were looked up, the most used first. */
  readonly met: readonly TableKeyCount[];
  /** Messages that were run again. */
  readonly messages: number;
  /** Not all could be run in time, or more different values were met than are kept. */
  readonly isIncomplete: boolean;
}

/** Milliseconds that messages are run again for one answer, and that an answer is given again. */
const times = { patience: 20_000, fresh: 60_000 };

type MissingSite = Pick<PublicationSite, 'journal' | 'channels'>;

/** Runs the messages of a journal again on the mappings as they are now; one mapping at a time, and not twice within a minute. */
export class MissingKeyFinder {
  readonly #known = new Map<string, { readonly at: number; readonly found: Promise<MissingKeys> }>();
  readonly #stop = new AbortController();
  #last: Promise<unknown> = Promise.resolve();

  find(site: MissingSite, own: OwnFolders, mapping: string, since: string): Promise<MissingKeys> {
    const known = this.#known.get(mapping);
    if (known && performance.now() - known.at < times.fresh) return known.found;
    const found = this.#last.then(() => this.#run(site, own, mapping, since));
    this.#last = found.catch(() => this.#known.delete(mapping));
    this.#known.set(mapping, { at: performance.now(), found });
    return found;
  }

  /** What was found is of another state of the tables now. */
  forget(): void {
    this.#known.clear();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#last;
  }

  async #run(site: MissingSite, own: OwnFolders, mapping: string, since: string): Promise<MissingKeys> {
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(times.patience)]);
    const report = await coverJournal(site, own, { mappings: [mapping], since, signal });
    if ('unknown' in report) return { keys: [], met: [], messages: 0, isIncomplete: false };
    const used = report.mappings.find((one) => one.mapping === mapping);
    return {
      keys: used?.missed ?? [],
      met: used?.met ?? [],
      messages: report.messages,
      isIncomplete: report.stopped !== undefined || used?.missedMore === true,
    };
  }
}
