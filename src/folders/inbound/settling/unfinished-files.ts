import { z } from 'zod';
import type { LocalizedText } from '../../../findings/localized-text.ts';
import type { Log } from '../../../system/log.ts';
import { steadyNow } from '../../../time/steady-clock.ts';
import { forbiddenCodes, ignoreErrors } from '../../folder-error.ts';
import type { Candidate, FileStat } from './settling-files.ts';

const notesSchema = z.record(
  z.string(),
  z.object({ size: z.number(), mtime: z.number(), since: z.number() }),
);

type UnfinishedNotes = z.output<typeof notesSchema>;

/** More are not written down. */
const most = 1_000;

/** With these the work folder cannot be written into, or is not there: files are taken in place. */
const mayNotWrite = [...forbiddenCodes, 'ENOENT'];

/** Where the notes lie: one text. */
export interface NoteStore {
  /** Undefined when there is none. */
  readNotes(): Promise<string | undefined>;
  writeNotes(text: string): Promise<void>;
}

/**
 * Warns of unfinished files, and writes down since when they have been quiet: else a gateway that is restarted every ten minutes
 * would never give one up. By our own clock: times of files are those of their writers and servers, and half a file may well
 * have an old one.
 */
export class UnfinishedFiles {
  readonly #folder: string;
  readonly #store: NoteStore;
  readonly #log: Log;
  #noted: UnfinishedNotes | undefined;

  constructor(folder: string, store: NoteStore, log: Log) {
    this.#folder = folder;
    this.#store = store;
    this.#log = log;
  }

  /** Before the first scan; notes that cannot be read say nothing. */
  async load(): Promise<void> {
    this.#noted ??= parseNotes(await this.#store.readNotes());
  }

  /** Milliseconds for which this very file was quiet when it was last seen unfinished, and since. */
  quietOf(name: string, { size, mtime }: FileStat): number {
    const note = this.#noted?.[name];
    const isSame = note?.size === size && note.mtime === mtime;
    return isSame ? Math.max(0, steadyNow() - note.since) : 0;
  }

  /** Once for each state of a file; `isStuck`: which of those that were noted are unfinished still. */
  async warn(
    file: Candidate,
    why: LocalizedText,
    quiet: number,
    isStuck: (name: string) => boolean,
  ): Promise<void> {
    const { name } = file;
    this.#log.warn(
      { code: 'file-unfinished', folder: this.#folder, file: name },
      `${JSON.stringify(name)} stays in the inbound folder for now: ${why.en}.`,
    );
    // an account that may not write here gives it the whole time again after a restart
    await ignoreErrors(mayNotWrite, () => this.#note(file, quiet, isStuck));
  }

  async #note(
    { name, size, mtime }: Candidate,
    quiet: number,
    isStuck: (name: string) => boolean,
  ): Promise<void> {
    const others = Object.entries(this.#noted ?? {}).filter(([other]) => other !== name && isStuck(other));
    const mine = { size, mtime, since: steadyNow() - quiet };
    this.#noted = Object.fromEntries([...others.slice(1 - most), [name, mine]]);
    await this.#store.writeNotes(JSON.stringify(this.#noted));
  }
}

function parseNotes(text: string | undefined): UnfinishedNotes {
  try {
    return notesSchema.parse(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}
