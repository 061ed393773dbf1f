import { randomInt } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { renameOverSync, syncFolderSync } from '../../folders/local/durable-files.ts';
import { JournalUnusable } from '../model/journal-errors.ts';
import { fileIdOffset } from './threads/open-files.ts';

/**
 * SQLite takes any log for that of the file beside it: a backup that was copied back over a journal whose log still lies there
 * would be mixed with it. So each start gives the file a number (`application_id`, in its first page), and `journal.db.mark`
 * says which one is the right one. A file with another number is never opened: with a log it would be mixed, and without one it is
 * a copy that does not know what was done since.
 */
interface FileMark {
  /** One, or two while the number is being changed. */
  readonly ids: readonly number[];
  /** The files went away under a running gateway: what happened, and what to do. */
  readonly lost?: string | undefined;
  /** Pages of it were found damaged: what was found, and what to do. It may be read still, and is not written any more. */
  readonly damaged?: string | undefined;
  /** What a rescue needs to know of it where the pages that say so are damaged. */
  readonly facts?: JournalFacts | undefined;
}

const factsSchema = z.object({
  id: z.string(),
  version: z.number(),
  pageSize: z.number(),
  roots: z.record(z.string(), z.number()),
});

/** What does not change while a gateway has the journal. */
export type JournalFacts = z.infer<typeof factsSchema>;

const markSchema = z.object({
  ids: z.array(z.number()),
  lost: z.string().optional(),
  damaged: z.string().optional(),
  facts: factsSchema.optional(),
});

const markPathOf = (path: string): string => `${path}.mark`;

/** Throws JournalUnusable when file and log do not belong together, or when the file is gone. Call it before each opening. */
export function assertLogBelongs(path: string): void {
  if (sizeOf(restoringPathOf(path)) !== undefined) throw new JournalUnusable(renderHalfRestored(path));
  const mark = readMark(path);
  if (!mark) return;
  if (mark.lost !== undefined) throw new JournalUnusable(mark.lost);
  const size = sizeOf(path);
  if (!size) throw new JournalUnusable(renderVanished(path, size === undefined ? 'is gone' : 'is empty'));
  if (mark.ids.includes(readFileId(path))) return;
  const hasLog = Boolean(sizeOf(`${path}-wal`));
  // that it is damaged is told by who opens it
  if (!hasLog && !isDatabase(path)) return;
  const belongs = hasLog ? `that ${path}-wal belongs to` : 'that the gateway ran with last';
  throw new JournalUnusable(
    `${path} is not the file ${belongs}: was a backup copied back? They are not opened as one journal. ` +
      `Move ${path} to another name, then put it in place with \`gateway journal restore FILE\`.`,
  );
}

/** Throws JournalUnusable when pages of it were found damaged: it is written no more. */
export function assertNotDamaged(path: string): void {
  const damaged = readMark(path)?.damaged;
  if (damaged !== undefined) throw new JournalUnusable(damaged);
}

/** Verified, and about to be put in the place of a journal. */
export const restoringPathOf = (path: string): string => `${path}.restoring`;

const renderHalfRestored = (path: string): string =>
  `A backup was being put in the place of ${path} when something stopped that: repeat it with \`gateway journal restore ${restoringPathOf(path)}\`.`;

const renderVanished = (path: string, how: string): string =>
  `The journal ${path} ${how}, and there was one. Put a backup in its place with \`gateway journal restore FILE\`. To begin a ` +
  `new journal, which knows nothing of what was sent, delete ${markPathOf(path)} too.`;

/** Gives the file a number of its own, while nobody else writes. Readers that are at it now: it keeps the one it has. */
export function renewMark(db: DatabaseSync, path: string): void {
  db.exec('pragma busy_timeout = 200');
  const [before, next] = [readFileId(path), randomInt(1, 2 ** 31)];
  const isAlone = emptyLog(db);
  const facts = readFacts(db);
  writeMark(path, { ids: isAlone ? [before, next] : [before], facts });
  if (isAlone) db.exec(`pragma application_id = ${next}`);
  if (isAlone && emptyLog(db)) writeMark(path, { ids: [next], facts });
  db.exec('pragma busy_timeout = 5000');
}

function readFacts(db: DatabaseSync): JournalFacts {
  const pragma = (name: string): number => Number(db.prepare(`pragma ${name}`).get()?.[name]);
  const tables = db
    .prepare("select name, rootpage from sqlite_schema where type = 'table' and rootpage > 0")
    .all();
  return {
    id: String(db.prepare("select value from meta where key = 'id'").get()?.value),
    version: pragma('user_version'),
    pageSize: pragma('page_size'),
    roots: Object.fromEntries(tables.map(({ name, rootpage }) => [String(name), Number(rootpage)])),
  };
}

/** A copy is another file: no log of the one it comes from may be taken for its own. */
export const assignFileId = (db: DatabaseSync): void =>
  db.exec(`pragma application_id = ${randomInt(1, 2 ** 31)}`);

/** Nothing is in the log any more. */
const emptyLog = (db: DatabaseSync): boolean =>
  db.prepare('pragma wal_checkpoint(truncate)').get()?.busy === 0;

/** The file may be followed by another one. */
export const deleteMark = (path: string): void => rmSync(markPathOf(path), { force: true });

/** Notes that the files are lost: nobody opens what is left of them. */
export const markLost = (path: string, lost: string): void => writeMark(path, { ids: [], lost });

/** Notes that pages of it are damaged: no gateway starts on it. */
export const noteDamaged = (path: string, damaged: string): void =>
  writeMark(path, { ids: [], ...readMark(path), damaged });

/** What was noted of it at the last start of a gateway. */
export const factsOf = (path: string): JournalFacts | undefined => readMark(path)?.facts;

function readMark(path: string): FileMark | undefined {
  if (sizeOf(markPathOf(path)) === undefined) return undefined;
  return markSchema.parse(JSON.parse(readFileSync(markPathOf(path), 'utf8')));
}

/** Whole, or as it was, after a power cut too; a virus scanner may have the one before open for a moment. */
function writeMark(path: string, mark: FileMark): void {
  const half = `${markPathOf(path)}.tmp`;
  const file = openSync(half, 'w', 0o600);
  // whoever may read the journal reads it too
  fchmodSync(file, (statSync(path, { throwIfNoEntry: false })?.mode ?? 0o600) & 0o666);
  writeSync(file, JSON.stringify(mark));
  fsyncSync(file);
  closeSync(file);
  renameOverSync(half, markPathOf(path));
  syncFolderSync(dirname(path));
}

export const readFileIds = (path: string): readonly number[] => readMark(path)?.ids ?? [];

/** The number in the file itself, whatever its log says. */
const readFileId = (path: string): number => bytesAt(path, fileIdOffset, 4).readInt32BE();

const isDatabase = (path: string): boolean => bytesAt(path, 0, 15).toString('latin1') === 'SQLite format 3';

function bytesAt(path: string, from: number, length: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    readSync(file, bytes, 0, length, from);
    return bytes;
  } finally {
    closeSync(file);
  }
}

const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size;
