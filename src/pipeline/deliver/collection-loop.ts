import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import { folderTitleOf } from '../../folders/endpoint-settings.ts';
import type { OutboundFolder } from '../../folders/folder-types.ts';
import type { Journal, PublishedFile } from '../../journal/journal.ts';
import { JournalNotWritten } from '../../journal/model/journal-errors.ts';
import type { Log } from '../../system/log.ts';
import { Repeating } from '../../time/repeating.ts';
import { steadyNow } from '../../time/steady-clock.ts';
import type { OutboundChannel } from '../channel/channel.ts';

export interface CollectionParts {
  /** All channels that publish into one folder. */
  readonly channels: readonly OutboundChannel[];
  readonly folder: OutboundFolder;
  readonly journal: Journal;
  readonly log: Log;
}

/** A look into a very full folder takes its time: the pause after it is so many times as long. */
const pauseFactor = 20;

/** One for each folder, whatever number of channels publish into it. */
export function buildCollectionLoops(
  channels: readonly OutboundChannel[],
  folders: ReadonlyMap<string, OutboundFolder>,
  parts: Pick<CollectionParts, 'journal' | 'log'>,
): readonly CollectionLoop[] {
  const groups = Map.groupBy(channels, ({ settings }) => folderTitleOf(settings.to));
  return [...groups.values()].flatMap((sharing) => {
    const folder = folders.get(sharing[0]?.name ?? '');
    return folder ? [new CollectionLoop({ ...parts, channels: sharing, folder })] : [];
  });
}

/**
 * Notices that the ERP has collected published files: what lay in the folder and is no longer there. One listing a round,
 * and none while the journal knows of no file that lies there.
 */
export class CollectionLoop extends Repeating {
  readonly name: string;
  readonly #parts: CollectionParts;
  readonly #within: ReadonlyMap<string, number>;
  #overdue: readonly PublishedFile[] = [];
  #failed = false;

  constructor(parts: CollectionParts) {
    const ends = parts.channels.map(({ name, settings }) => [name, settings.to] as const);
    const every = Math.min(...ends.map(([, { collected }]) => collected.every));
    super((took) => Math.max(every, took * pauseFactor));
    this.#parts = parts;
    this.name = ends.map(([name]) => name).join(', ');
    this.#within = new Map(ends.map(([name, { collected }]) => [name, collected.within ?? Infinity]));
  }

  protected override async round(): Promise<void> {
    try {
      await this.runRound();
      this.#failed = false;
    } catch (error) {
      this.#tell(error);
    }
  }

  /** Once, until a round succeeds. Folder and journal tell their own troubles. */
  #tell(error: unknown): void {
    const isNews = !this.#failed && this.#parts.folder.trouble() === undefined;
    this.#failed = true;
    if (!isNews || error instanceof JournalNotWritten) return;
    const text = 'It cannot be told what the ERP has collected; it is tried again.';
    this.#parts.log.error({ code: 'collection-unknown', err: error, channel: this.name }, text);
  }

  /** Those that publish into the folder. */
  get channelNames(): readonly string[] {
    return [...this.#within.keys()];
  }

  /** Which files of a channel lie too long, or undefined. */
  trouble(channel: string): LocalizedText | undefined {
    return renderOverdue(this.#overdue.filter((file) => file.channel === channel));
  }

  /** The files are read from the journal first: what is published while the folder is listed counts in the next round. */
  async runRound(): Promise<void> {
    const { channels, folder, journal, log } = this.#parts;
    if (!(await journal.acquireLease(`collection ${this.name}`))) {
      // whoever leads now tells what lies too long
      this.#overdue = [];
      return;
    }
    const published = await journal.listUncollected({ channels: channels.map(({ name }) => name) });
    const { current, replaced } = newestOfEachName(published);
    const { there, gone } =
      current.length === 0 ? { there: [], gone: [] } : await folder.findPublished(current);
    const collected = [...replaced, ...gone];
    await this.#note(collected);
    for (const { id, channel, name } of collected)
      log.info({ message: id, channel, file: name }, 'collected by the ERP');
    this.#alarm(there);
  }

  async #note(files: readonly PublishedFile[]): Promise<void> {
    for (let at = 0; at < files.length; at += 500)
      await this.#parts.journal.noteCollected(files.slice(at, at + 500).map(({ id }) => id));
  }

  #alarm(there: readonly PublishedFile[]): void {
    const now = steadyNow();
    const late = ({ channel, at }: PublishedFile): boolean =>
      now - Date.parse(at) > (this.#within.get(channel) ?? Infinity);
    const before = this.#overdue.length;
    this.#overdue = there.filter(late);
    const { log } = this.#parts;
    if (before === 0 && this.#overdue.length > 0)
      log.warn({ code: 'not-collected', channel: this.name }, renderOverdue(this.#overdue)?.en);
    if (before > 0 && this.#overdue.length === 0)
      log.info(
        { code: 'collected-again', channel: this.name },
        'the ERP has collected everything in time again',
      );
  }
}

/** The oldest comes first. */
function renderOverdue([oldest, ...others]: readonly PublishedFile[]): LocalizedText | undefined {
  if (oldest === undefined) return undefined;
  const { name, at } = oldest;
  const { length: count } = others;
  return count === 0
    ? localize('not-collected', { name, at })
    : localize('not-collected-more', { name, at, count });
}

/** Nothing is overwritten: where a newer file got the name, the one before was gone. */
function newestOfEachName(files: readonly PublishedFile[]) {
  const newest = new Map(files.map((file) => [`${file.folder}/${file.name}`, file]));
  const isNewest = (file: PublishedFile): boolean => newest.get(`${file.folder}/${file.name}`) === file;
  return { current: files.filter(isNewest), replaced: files.filter((file) => !isNewest(file)) };
}
