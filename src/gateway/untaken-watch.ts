import type { InboundFolder } from '../folders/interface.ts';
import { pause } from '../pause.ts';

/** Milliseconds between two looks. */
const every = 60_000;

/** Looks which files lie in inbound folders that nobody takes. */
export class UntakenWatch {
  /** Each once, by the first channel that takes files from it. */
  readonly #folders: ReadonlyMap<InboundFolder, string>;
  readonly #abort = new AbortController();
  readonly #found = new Map<string, string>();

  constructor(inbound: ReadonlyMap<string, InboundFolder>) {
    this.#folders = new Map([...inbound].reverse().map(([channel, folder]) => [folder, channel]));
  }

  async run(): Promise<void> {
    while (!this.#abort.signal.aborted) {
      await Promise.all([...this.#folders].map(([folder, channel]) => this.#look(folder, channel)));
      await pause(every, this.#abort.signal);
    }
  }

  stop(): void {
    this.#abort.abort();
  }

  /** By channel, in words. */
  troubles(): ReadonlyMap<string, string> {
    return this.#found;
  }

  async #look(folder: InboundFolder, channel: string): Promise<void> {
    const told = await tellUntaken(folder);
    if (told === undefined) this.#found.delete(channel);
    else this.#found.set(channel, told);
  }
}

/** What lies in a folder and nobody takes, in words; undefined: nothing, or the folder tells its own trouble. */
export async function tellUntaken(
  folder: Pick<InboundFolder, 'untaken' | 'identity'>,
): Promise<string | undefined> {
  const { count, oldest } = await folder.untaken().catch(() => ({ count: 0, oldest: undefined }));
  if (oldest === undefined) return undefined;
  const files = count === 1 ? 'a file lies' : `${count} files lie`;
  const first = count === 1 ? 'It is' : 'The oldest is';
  return `In ${folder.identity} ${files} that nobody takes. ${first} ${JSON.stringify(oldest.name)}, of ${new Date(oldest.mtime).toISOString()}: ${oldest.reason}.`;
}
