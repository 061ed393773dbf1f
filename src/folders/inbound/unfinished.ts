import { z } from 'zod';
import type { Look } from './settling.ts';

const noted = z.record(z.string(), z.object({ size: z.number(), mtime: z.number(), since: z.number() }));

type Noted = z.output<typeof noted>;

/** More are not written down. */
const most = 1_000;

/** Where the notes lie: one text. */
export interface NoteStore {
  /** Undefined when there is none. */
  readNotes(): Promise<string | undefined>;
  writeNotes(text: string): Promise<void>;
}

/**
 * Since when unfinished files have been quiet, for the next start: else a gateway that is restarted every ten minutes would never
 * give one up. By our own clock: times of files are those of their writers and servers, and half a file may well have an old one.
 */
export class Unfinished {
  readonly #store: NoteStore;
  #noted: Noted | undefined;

  constructor(store: NoteStore) {
    this.#store = store;
  }

  /** Before the first scan; notes that cannot be read say nothing. */
  async load(): Promise<void> {
    this.#noted ??= parsed(await this.#store.readNotes());
  }

  /** Milliseconds for which this very file was quiet when it was last seen unfinished, and since. */
  quietOf(name: string, { size, mtime }: Look): number {
    const note = this.#noted?.[name];
    const isSame = note?.size === size && note.mtime === mtime;
    return isSame ? Math.max(0, Date.now() - note.since) : 0;
  }

  /** Notes a file, and drops those that `isThere` does not know any more. */
  async note(
    name: string,
    { size, mtime }: Look,
    quiet: number,
    isThere: (name: string) => boolean,
  ): Promise<void> {
    const others = Object.entries(this.#noted ?? {}).filter(([other]) => other !== name && isThere(other));
    const mine = { size, mtime, since: Date.now() - quiet };
    this.#noted = Object.fromEntries([...others.slice(1 - most), [name, mine]]);
    await this.#store.writeNotes(JSON.stringify(this.#noted));
  }
}

function parsed(text: string | undefined): Noted {
  try {
    return noted.parse(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}
