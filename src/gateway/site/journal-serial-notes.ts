import type { InboundFolder, OutboundFolder } from '../../folders/folder-types.ts';
import type { Journal } from '../../journal/journal.ts';
import { JournalUnusable } from '../../journal/model/journal-errors.ts';
import type { Log } from '../../system/log.ts';
import { rejectAfter, waitAtMost } from '../../time/deadline.ts';
import { Repeating } from '../../time/repeating.ts';

/** Milliseconds between two notes. */
const every = 60_000;

/** Milliseconds that are waited for what a folder has noted: one that is away tells nothing. */
const longestLook = 2_000;

/** Milliseconds that are waited for notes. */
const longestNote = 2_000;

interface Parts {
  readonly journal: Pick<Journal, 'id' | 'readSerial' | 'raiseSerial'>;
  readonly inbound: ReadonlyMap<string, InboundFolder>;
  readonly outbound: ReadonlyMap<string, OutboundFolder>;
  readonly log: Log;
}

type NotedFolder = Pick<InboundFolder | OutboundFolder, 'readJournalSerial'>;

interface NotedJournal {
  readonly journal: Pick<Journal, 'id' | 'readSerial'>;
  readonly inbound: ReadonlyMap<string, NotedFolder>;
  readonly outbound: ReadonlyMap<string, NotedFolder>;
}

/** Throws JournalUnusable when a folder has noted a higher number of the journal than that knows of: an older copy was put back. */
export async function assertJournalNotOlder({ journal, inbound, outbound }: NotedJournal): Promise<void> {
  const late = () => new Error('The folder does not answer.');
  const look = (folder: NotedFolder) =>
    rejectAfter(longestLook, folder.readJournalSerial(journal.id), late).catch(() => undefined);
  const noted = await Promise.all([...new Set([...inbound.values(), ...outbound.values()])].map(look));
  // only now: another gateway that starts beside us raises the number, and then notes it
  const own = await journal.readSerial();
  const places = noted.flatMap((one) => (one && one.serial > own ? [one.place] : []));
  if (places.length > 0) throw new JournalUnusable(putBack(places.join(', ')));
}

const putBack = (places: string): string =>
  `The journal is older than the one that this gateway ran with: a higher number of it is noted in ${places}. Was a copy put back by ` +
  'hand? Orders would be sent again, and numbers be given twice. Move the copy to another name and put it in place with `gateway ' +
  'journal restore FILE`; in PostgreSQL see docs/journal.md. If it is the right one all the same (an older gateway ran on it ' +
  'meanwhile, say), delete these notes.';

/** Notes the number of the journal in the work folders of inbound channels and the marks of outbound ones: they are not copied with it. */
export class JournalSerialNotes extends Repeating {
  readonly #parts: Parts;
  /** Folders whose last note has not ended: of a share that hangs no more is asked. */
  readonly #busy = new Set<InboundFolder | OutboundFolder>();

  constructor(parts: Parts) {
    super(every);
    this.#parts = parts;
  }

  protected override round(): Promise<void> {
    return this.writeNotes();
  }

  /** Never rejects: what cannot be noted now is noted the next time. */
  async writeNotes(): Promise<void> {
    const { journal, inbound, outbound, log } = this.#parts;
    try {
      const serial = await journal.raiseSerial();
      const folders = [...new Set([...inbound.values(), ...outbound.values()])].filter(
        (folder) => !this.#busy.has(folder),
      );
      await waitAtMost(longestNote, Promise.all(folders.map((folder) => this.#noteIn(folder, serial))));
    } catch (error) {
      log.debug({ err: error }, 'the number of the journal cannot be noted now');
    }
  }

  async #noteIn(folder: InboundFolder | OutboundFolder, serial: number): Promise<void> {
    this.#busy.add(folder);
    // one that is away tells its own trouble
    await folder.writeJournalSerial(this.#parts.journal.id, serial).catch(() => undefined);
    this.#busy.delete(folder);
  }
}
