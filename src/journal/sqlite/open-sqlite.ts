import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { Meter } from '../../metrics/meter.ts';
import type { Log } from '../../system/log.ts';
import type { Journal } from '../journal.ts';
import { JournalUnusable } from '../model/journal-errors.ts';
import { assertVersion } from '../sql/journal-version.ts';
import { createSqlJournal } from '../sql-journal.ts';
import { noteCleanClose, noteStart } from '../upkeep/suspect-messages.ts';
import { createJournalFile, explainOpenError, renderDamaged, resolveJournalFile } from './database-file.ts';
import { assertLogBelongs, assertNotDamaged, readFileIds, renewMark } from './file-mark.ts';
import { lockJournal } from './journal-lock.ts';
import { migrateSqlite } from './migrate-sqlite.ts';
import { SqliteEngine } from './sqlite-engine.ts';
import { resultCodeOf } from './sqlite-errors.ts';
import { PageCheck } from './threads/page-check.ts';
import { QueryThread } from './threads/query-thread.ts';
import { SyncThread } from './threads/sync-thread.ts';
import { logLimit } from './threads/thread-server.ts';

/** Milliseconds: a page reads by short steps, and its thread may begin with the first of them on a busy machine. */
const pageDeadline = 10_000;

/** Opens the embedded journal for this gateway alone. Throws JournalInUse, JournalMoved, JournalUnusable. */
export function openSqliteJournal(path: string, log?: Log, meter?: Meter): Journal {
  const { engine, id } = openSqliteEngine(path, log);
  return startSqliteJournal(engine, { id, log, meter });
}

/** The connection and the threads of one gateway, and the id of its journal. Throws as `openSqliteJournal`. */
export function openSqliteEngine(
  given: string,
  log?: Log,
): { readonly engine: SqliteEngine; readonly id: string } {
  const path = resolveJournalFile(given);
  const { db, release } = openExclusively(path, log);
  db.exec('pragma synchronous = normal; pragma wal_autocheckpoint = 0');
  db.exec(`pragma journal_size_limit = ${logLimit}`);
  // what a savepoint keeps to be undone would be written to a file beside the log, as much again as the log itself
  db.exec('pragma temp_store = memory');
  const threads = {
    ...{
      thread: new QueryThread(path),
      pages: new QueryThread(path, pageDeadline),
      syncing: new SyncThread(path, readFileIds(path)),
    },
    ...{ check: new PageCheck(path), release },
  };
  return { engine: new SqliteEngine(path, db, threads), id: readId(db) };
}

interface JournalStart {
  readonly id: string;
  readonly log?: Log | undefined;
  readonly meter?: Meter | undefined;
}

/** What a gateway has of a journal that it has open, until it closes it. */
export function startSqliteJournal(engine: SqliteEngine, start: JournalStart): Journal {
  return createSqlJournal(engine, {
    ...start,
    owner: `${process.pid}`,
    suspects: engine.runNow(() => noteStart('')),
    // what cannot be written now makes the next start careful, no more
    release: () => engine.write(() => noteCleanClose('')).catch(() => undefined),
  });
}

/**
 * Opens the journal for writing, brought to the newest version; no other gateway can open it until
 * `release`. Throws JournalInUse, JournalMoved, JournalUnusable.
 */
export function openExclusively(given: string, log?: Log): { readonly db: DatabaseSync; release(): void } {
  const path = resolveJournalFile(given);
  const { release } = lockJournalFile(path);
  try {
    return { db: openForWriting(path, log), release };
  } catch (error) {
    release();
    throw explainOpenError(path, error);
  }
}

function lockJournalFile(path: string): { release(): void } {
  try {
    assertLogBelongs(path);
    assertNotDamaged(path);
    createJournalFile(path);
    return lockJournal(path);
  } catch (error) {
    throw explainOpenError(path, error);
  }
}

/** It lies in PostgreSQL now. */
class JournalMoved extends Error {
  readonly code = 'journal-moved';
}

/** Opens it for reading, beside a running gateway. Throws when there is no journal yet, and JournalUnusable. */
export function readSqliteJournal(path: string): Journal {
  const db = openReadOnly(path);
  return buildJournal(path, db);
}

/** Opens the journal at `given` for reading. Throws JournalUnusable. */
export const openReadOnly = (given: string): DatabaseSync => openDatabase(given, { readOnly: true });

/** For changes beside a running gateway, or while none runs. Throws JournalUnusable. */
export function openWritableJournal(path: string): Journal {
  const db = openDatabase(path, { timeout: 5000 });
  // only the gateway carries the log over: it knows what it has written
  db.exec('pragma wal_autocheckpoint = 0');
  return buildJournal(path, db);
}

function openDatabase(
  given: string,
  options: { readonly readOnly?: boolean; readonly timeout?: number },
): DatabaseSync {
  let path = given;
  try {
    path = resolveJournalFile(given);
    assertLogBelongs(path);
    if (!options.readOnly) assertNotDamaged(path);
    return openDatabaseAt(path, options);
  } catch (error) {
    throw explainOpenError(path, error);
  }
}

function openDatabaseAt(path: string, options: { readonly readOnly?: boolean }): DatabaseSync {
  try {
    return assertReadable(new DatabaseSync(path, options), path);
  } catch (error) {
    if (!options.readOnly || !hasNoLog(path) || !noSharingCodes.includes(resultCodeOf(error))) throw error;
    return assertReadable(new DatabaseSync(immutableUrl(path), options), path);
  }
}

/** SQLITE_READONLY, SQLITE_CANTOPEN: SQLite makes `-wal` and `-shm` beside the file, also to read, and may not in this folder. */
const noSharingCodes = [8, 14];

/** No gateway runs, and the last one has left nothing in the log: all is in the file. */
const hasNoLog = (path: string): boolean => statSync(`${path}-wal`, { throwIfNoEntry: false }) === undefined;

/** Read as if nobody could change it: no lock, no log. */
function immutableUrl(path: string): URL {
  const url = pathToFileURL(path);
  url.search = '?immutable=1';
  return url;
}

/** A file is looked at only when it is first asked. One that is refused is closed: Windows moves no file that is open. */
function assertReadable(db: DatabaseSync, path: string): DatabaseSync {
  try {
    assertVersion(path, Number(db.prepare('pragma user_version').get()?.user_version));
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

export const buildJournal = (path: string, db: DatabaseSync): Journal =>
  createSqlJournal(new SqliteEngine(path, db), { id: readId(db), owner: `${process.pid}` });

/** The id of the journal at `path`, of whatever version it is. */
export function readJournalId(path: string): string {
  const db = new DatabaseSync(resolveJournalFile(path), { readOnly: true });
  try {
    return readId(db);
  } finally {
    db.close();
  }
}

const readId = (db: DatabaseSync): string =>
  String(db.prepare("select value from meta where key = 'id'").get()?.value);

function openForWriting(path: string, log: Log | undefined): DatabaseSync {
  const db = new DatabaseSync(path);
  try {
    return prepareDatabase(db, path, log);
  } catch (error) {
    db.close();
    throw error;
  }
}

function prepareDatabase(db: DatabaseSync, path: string, log: Log | undefined): DatabaseSync {
  // before WAL and the first table, else the file has large pages (most writes change a hundred bytes of one) and never shrinks
  db.exec('pragma page_size = 2048; pragma auto_vacuum = incremental');
  db.exec('pragma journal_mode = wal; pragma synchronous = full');
  db.exec('pragma busy_timeout = 5000');
  assertWhole(db, path);
  migrateSqlite(db, path, log);
  renewMark(db, path);
  assertLength(db, path);
  const moved = db.prepare("select value from meta where key = 'moved'").get()?.value;
  if (moved !== undefined)
    throw new JournalMoved(
      `The journal ${path} was moved at ${moved}. Name that database in journal.postgres.`,
    );
  // nobody else can have it open: what a process before us had in hand is free
  db.exec('update message set owner = null where owner is not null');
  return db;
}

/** Bytes. A larger file is not checked in full: it would take longer than a start may. */
const lookedThroughUpTo = 50_000_000;

/** Throws JournalUnusable when its tables do not agree with one another. */
function assertWhole(db: DatabaseSync, path: string): void {
  if (readLength(db) > lookedThroughUpTo) return;
  const found = db.prepare('pragma quick_check(1)').get()?.quick_check;
  if (found !== 'ok') throw new JournalUnusable(renderDamaged(path, String(found).replace(/\s+/g, ' ')));
}

/** Throws JournalUnusable for one that was cut short: what is not in its log must be in the file. */
function assertLength(db: DatabaseSync, path: string): void {
  const isInFile = statSync(`${path}-wal`).size === 0;
  if (isInFile && statSync(path).size < readLength(db))
    throw new JournalUnusable(renderDamaged(path, 'it was cut short'));
}

function readLength(db: DatabaseSync): number {
  const number = (pragma: string): number => Number(db.prepare(`pragma ${pragma}`).get()?.[pragma]);
  return number('page_count') * number('page_size');
}
