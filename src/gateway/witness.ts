import { atMost, inTime } from '../deadline.ts';
import type { InboundFolder } from '../folders/interface.ts';
import { JournalUnusable } from '../journal/errors.ts';
import type { Journal } from '../journal/interface.ts';
import type { Log } from '../log.ts';
import { pause } from '../pause.ts';

/** Milliseconds between two notes. */
const every = 60_000;

/** Milliseconds that are waited for what a folder has noted: one that is away tells nothing. */
const longestLook = 2_000;

/** Milliseconds that a note may take. */
const longestNote = 5_000;

interface Parts {
  readonly journal: Pick<Journal, 'serial' | 'nextSerial'>;
  readonly inbound: ReadonlyMap<string, InboundFolder>;
  readonly log: Log;
}

/** Throws JournalUnusable when a folder has noted a higher number of the journal than that knows of: an older copy was put back. */
export async function assertNewest({ journal, inbound }: Omit<Parts, 'log'>): Promise<void> {
  const own = await journal.serial();
  const late = () => new Error('The folder does not answer.');
  const looks = [...new Set(inbound.values())].map(async (folder) => {
    const noted = await inTime(longestLook, folder.noted(), late).catch(() => undefined);
    return noted && noted.serial > own ? noted.place : undefined;
  });
  const place = (await Promise.all(looks)).find((one) => one !== undefined);
  if (place !== undefined) throw new JournalUnusable(putBack(place));
}

const putBack = (place: string): string =>
  `The journal is older than the one that this gateway ran with: ${place} has noted a higher number of it. Was a copy put back by ` +
  'hand? Orders would be sent again, and numbers be given twice. Move the copy to another name and put it in place with `gateway ' +
  'journal restore FILE`; in PostgreSQL see docs/journal.md. If it is the right one all the same (the clock was wrong, say), ' +
  `delete ${place}.`;

/** Notes the number of the journal in the work folders of the channels: they are not copied with it. */
export class Witness {
  readonly #parts: Parts;
  readonly #abort = new AbortController();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async run(): Promise<void> {
    const { signal } = this.#abort;
    while (!signal.aborted) {
      await this.note();
      await pause(every, signal);
    }
  }

  stop(): void {
    this.#abort.abort();
  }

  /** Never rejects: what cannot be noted now is noted the next time. */
  async note(): Promise<void> {
    const { journal, inbound, log } = this.#parts;
    try {
      const serial = await journal.nextSerial();
      const notes = [...new Set(inbound.values())].map((folder) => folder.note(serial));
      await atMost(longestNote, Promise.allSettled(notes));
    } catch (error) {
      log.debug({ err: error }, 'the number of the journal cannot be noted now');
    }
  }
}
