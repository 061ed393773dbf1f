import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import type { InboundFolder } from '../../folders/folder-types.ts';
import { Repeating } from '../../time/repeating.ts';

/** Milliseconds between two looks. */
const every = 60_000;

/** Looks which files lie in inbound folders that nobody takes. */
export class UnmatchedFilesWatch extends Repeating {
  /** Each once, by the first channel that takes files from it. */
  readonly #folders: ReadonlyMap<InboundFolder, string>;
  readonly #found = new Map<string, LocalizedText>();

  constructor(inbound: ReadonlyMap<string, InboundFolder>) {
    super(every);
    this.#folders = new Map([...inbound].reverse().map(([channel, folder]) => [folder, channel]));
  }

  protected override async round(): Promise<void> {
    await Promise.all([...this.#folders].map(([folder, channel]) => this.#look(folder, channel)));
  }

  /** By channel, in words. */
  troubles(): ReadonlyMap<string, LocalizedText> {
    return this.#found;
  }

  async #look(folder: InboundFolder, channel: string): Promise<void> {
    const found = await renderUnmatchedFiles(folder);
    if (found === undefined) this.#found.delete(channel);
    else this.#found.set(channel, found);
  }
}

/** What lies in a folder and nobody takes, in words; undefined: nothing, or the folder tells its own trouble. */
export async function renderUnmatchedFiles(
  folder: Pick<InboundFolder, 'countUnmatched' | 'identity'>,
): Promise<LocalizedText | undefined> {
  const { count, oldest } = await folder.countUnmatched().catch(() => ({ count: 0, oldest: undefined }));
  if (oldest === undefined) return undefined;
  const { name, mtime, reason: why } = oldest;
  const values = {
    folder: folder.identity,
    name: JSON.stringify(name),
    at: new Date(mtime).toISOString(),
    why,
  };
  return count === 1 ? localize('untaken-one', values) : localize('untaken-more', { ...values, count });
}
