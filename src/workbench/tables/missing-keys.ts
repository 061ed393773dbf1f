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

export interface MissingQuestion {
  readonly mapping: string;
  /** RFC 3339, UTC: of messages that were received from then on. */
  readonly since: string;
  /** Hash of the folder of mappings that runs: what was found with another one is not given again. */
  readonly folder: string;
}

interface KnownKeys {
  readonly at: number;
  readonly folder: string;
  readonly found: Promise<MissingKeys>;
  /** Once it is there. */
  keys?: MissingKeys;
}

/** Runs the messages of a journal again on the mappings as they are now; one mapping at a time, and not twice within a minute. */
export class MissingKeyFinder {
  readonly #known = new Map<string, KnownKeys>();
  readonly #stop = new AbortController();
  #last: Promise<unknown> = Promise.resolve();

  find(site: MissingSite, own: OwnFolders, question: MissingQuestion): Promise<MissingKeys> {
    const { mapping, folder } = question;
    const known = this.#known.get(mapping);
    if (known?.folder === folder && performance.now() - known.at < times.fresh) return known.found;
    const found = this.#last.then(() => this.#run(site, own, question));
    const asked: KnownKeys = { at: performance.now(), folder, found };
    this.#last = found.then(
      (keys) => Object.assign(asked, { keys }),
      () => this.#known.delete(mapping),
    );
    this.#known.set(mapping, asked);
    return found;
  }

  /** What was found last with the folder as it is now, however long ago. Undefined: nothing was, or it is being looked for. */
  findKept({ mapping, folder }: Omit<MissingQuestion, 'since'>): MissingKeys | undefined {
    const known = this.#known.get(mapping);
    return known?.folder === folder ? known.keys : undefined;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#last;
  }

  async #run(site: MissingSite, own: OwnFolders, { mapping, since }: MissingQuestion): Promise<MissingKeys> {
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
