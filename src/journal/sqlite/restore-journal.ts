import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemCodeOf } from '../../folders/folder-error.ts';
import { heldCodes, renameOver, syncFolder } from '../../folders/local/durable-files.ts';
import { reasonOf } from '../../text/reason-of.ts';
import type { Journal } from '../journal.ts';
import { JournalUnusable } from '../model/journal-errors.ts';
import { endSessionsIn, formatFileStamp } from './copy-lost-journal.ts';
import {
  createJournalFile,
  createPrivateFile,
  explainOpenError,
  resolveJournalFile,
  takeOverRights,
} from './database-file.ts';
import { assignFileId, deleteMark, restoringPathOf } from './file-mark.ts';
import { lockJournal } from './journal-lock.ts';
import { runMigrations } from './migrate-sqlite.ts';
import { buildJournal } from './open-sqlite.ts';

/** Puts a backup in the place of an embedded journal. */

export interface RestoreResult {
  readonly messages: number;
  /** When its newest message was received (RFC 3339): what came later it does not know. */
  readonly newest: string | undefined;
  /** Under which name the journal before is kept, with its log. */
  readonly kept: string | undefined;
}

/**
 * Verifies the backup, moves the journal that is there aside with its log, and puts the backup in its place, brought to this
 * version. Rejects, and changes nothing, while a gateway has the journal open, and when the backup cannot be read in every
 * part. Cut short by a crash it leaves `PATH.restoring`: then no gateway starts, and it is to be repeated.
 */
export async function restoreJournal(given: string, backup: string): Promise<RestoreResult> {
  const path = resolveJournalFile(given);
  assertCopy(path, backup);
  createJournalFile(path, 'folder');
  const { release } = lockJournal(path);
  try {
    const half = `${path}.restore.tmp`;
    const found = await verifyCopy(backup, half);
    return { ...found, kept: await putInPlace(path, half) };
  } finally {
    release();
  }
}

/**
 * Moves what is there aside, with its log; resolves to the name under which it is kept. What takes its place is for the same accounts. The journal must be locked. Rejects, and leaves
 * all where it was, while a program has it open on a system that moves no open file.
 */
export async function putInPlace(path: string, half: string): Promise<string | undefined> {
  for (const file of [half, `${path}.lock`]) takeOverRights(file, path);
  await renameOver(half, restoringPathOf(path));
  const kept = await setAside(path).catch(async (error: unknown) => {
    await renameOver(restoringPathOf(path), half);
    throw error;
  });
  await renameOver(restoringPathOf(path), path);
  await syncFolder(dirname(path));
  return kept;
}

/** A copy with a log beside it was not made by `journal backup`. */
function assertCopy(path: string, backup: string): void {
  if (!existsSync(backup)) throw new JournalUnusable(`There is no backup ${backup}.`);
  if (existsSync(path) && resolveJournalFile(backup) === path)
    throw new JournalUnusable(`${backup} is the journal itself: name a copy of it.`);
  if (statSync(`${backup}-wal`, { throwIfNoEntry: false })?.size)
    throw new JournalUnusable(
      `${backup}-wal lies beside the backup: it was copied while a gateway had it open, or is open now. Make a backup with \`gateway journal backup FILE\`.`,
    );
}

/** A copy of the backup of this version, in which everything can be read. */
async function verifyCopy(backup: string, half: string): Promise<Omit<RestoreResult, 'kept'>> {
  rmSync(half, { force: true });
  createPrivateFile(half);
  try {
    copyFileSync(backup, half);
    return await inspectCopy(half);
  } catch (error) {
    for (const end of ['', '-wal', '-shm']) rmSync(half + end, { force: true });
    throw explainOpenError(backup, error);
  }
}

async function inspectCopy(half: string): Promise<Omit<RestoreResult, 'kept'>> {
  const db = new DatabaseSync(half);
  const journal = openCopy(db, half);
  try {
    const wrong = await journal.verify();
    if (wrong.length > 0)
      throw new JournalUnusable(
        `The backup is damaged; nothing was changed. ${wrong.slice(0, 10).join(' ')}`,
      );
    return await readExtent(journal);
  } finally {
    await journal.close();
  }
}

/** How much it holds. */
export async function readExtent(journal: Journal): Promise<Omit<RestoreResult, 'kept'>> {
  const [newest] = await journal.list({ limit: 1 });
  const count = await journal.countByState();
  return { messages: count.reduce((sum, { count: n }) => sum + n, 0), newest: newest?.receivedAt };
}

function openCopy(db: DatabaseSync, half: string): ReturnType<typeof buildJournal> {
  try {
    const isJournal = db.prepare("select 1 from sqlite_schema where name = 'message'").get();
    if (!isJournal) throw new JournalUnusable('It is no journal of a gateway.');
    db.exec('pragma synchronous = full');
    runMigrations(db);
    endSessionsIn(db);
    skipAll(db);
    skipSequences(db);
    return buildJournal(half, db);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** It is another file than the one before, and gives no number again that the other may have given. */
export function skipAll(db: DatabaseSync): void {
  assignFileId(db);
  skipNumbers(db);
  skipSerials(db);
}

/**
 * Ids after a restore grow with time: one every 200 ms since 2026-01-01. Five messages a second, day and
 * night, never reach them.
 */
const [beginning, each] = [Date.UTC(2026, 0, 1), 200];

/**
 * Numbers of messages that came after the backup are never given again: files that were written carry them (UNB 0020), reports and
 * people name them. What was given nobody knows any more, so the next ones go on from the time.
 */
function skipNumbers(db: DatabaseSync): void {
  const now = Math.floor((Date.now() - beginning) / each);
  db.prepare(
    `insert into meta (key, value) select 'ids after', cast(max(?, coalesce(max(id), 0)) as text) from message where true
     on conflict (key) do update set value = cast(max(cast(value as integer), cast(excluded.value as integer)) as text)`,
  ).run(now);
}

/** More than a gateway publishes within a moment. */
const leastSkipped = 1000;

/**
 * No name of a file for the ERP is given twice: each channel goes on as if it had published a file every 200 ms since the backup was
 * made; a channel that is new to it begins there.
 */
function skipSequences(db: DatabaseSync): void {
  const row = db
    .prepare('select coalesce(max(started), (select max(received_at) from message)) as last from attempt')
    .get();
  const since = Date.now() - Date.parse(String(row?.last));
  const skipped = leastSkipped + (Math.max(0, Math.floor(since / each)) || 0);
  db.exec(`update sequence set value = value + ${skipped}`);
  db.prepare(
    `insert into meta (key, value) values ('sequences after', ?)
     on conflict (key) do update set value = cast(cast(value as integer) + ${skipped} as text)`,
  ).run(String(skipped));
}

/** Above what any folder has noted. */
function skipSerials(db: DatabaseSync): void {
  db.prepare(
    `insert into meta (key, value) values ('serial', ?)
     on conflict (key) do update set value = cast(max(cast(value as integer), cast(excluded.value as integer)) as text)`,
  ).run(String(Date.now()));
}

/** The log goes first under its new name, so that it is never beside another file. */
async function setAside(path: string): Promise<string | undefined> {
  const kept = `${path}.before-${formatFileStamp()}`;
  const ends = ['-wal', '-shm', ''].filter((end) => existsSync(path + end));
  const moved: string[] = [];
  try {
    for (const end of ends) {
      await renameOver(path + end, kept + end);
      moved.push(end);
    }
  } catch (error) {
    for (const end of moved.reverse()) await renameOver(kept + end, path + end);
    throw explainHeld(path, error);
  }
  deleteMark(path);
  return ends.includes('') ? kept : undefined;
}

function explainHeld(path: string, error: unknown): unknown {
  if (!heldCodes.includes(systemCodeOf(error))) return error;
  return new JournalUnusable(
    `The journal ${path} cannot be moved: a program has it open (${reasonOf(error)}). Nothing was changed. End what reads it, then repeat this.`,
    { cause: error },
  );
}
