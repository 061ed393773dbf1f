import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Log } from '../log.ts';
import type { Command, Journal } from './interface.ts';
import { lockJournal } from './lock.ts';
import { QueryThread } from './query-thread.ts';
import { SqlJournal } from './sql-journal.ts';
import { SqliteEngine } from './sqlite-engine.ts';
import { migrate } from './sqlite-migrate.ts';
import { closedWell, suspects } from './suspects.ts';
import { SyncThread } from './sync-thread.ts';
import { logLimit } from './thread-side.ts';

/** Opens the embedded journal at `path` for this gateway alone. Throws JournalInUse. */
export function openSqliteJournal(path: string, log?: Log): Journal {
  mkdirSync(dirname(path), { recursive: true });
  const { db, release } = openAlone(path, log);
  db.exec('pragma synchronous = normal; pragma wal_autocheckpoint = 0');
  db.exec(`pragma journal_size_limit = ${logLimit}`);
  const threads = { thread: new QueryThread(path), syncing: new SyncThread(path), release };
  const engine = new SqliteEngine(path, db, threads);
  return new SqlJournal(engine, {
    id: idOf(db),
    owner: `${process.pid}`,
    suspects: engine.now(() => suspects('')),
    log,
    // what cannot be written now makes the next start careful, no more
    release: () => engine.write(() => closedWell('')).catch(() => undefined),
  });
}

/** The newest version of it, with every other gateway kept out until `release`. Throws JournalInUse, JournalMoved. */
export function openAlone(path: string, log?: Log): { readonly db: DatabaseSync; release(): void } {
  const { release } = lockJournal(path);
  try {
    return { db: openForWriting(path, log), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** It lies in PostgreSQL now. */
export class JournalMoved extends Error {
  readonly code = 'journal-moved';
}

/** Opens it for reading, beside a running gateway. Throws when there is no journal yet. */
export const readSqliteJournal = (path: string): Journal =>
  journalOn(path, new DatabaseSync(path, { readOnly: true }));

/** Leaves a decision for the gateway that has this journal open, or for the next one. */
export async function leaveCommand(path: string, command: Command): Promise<void> {
  const journal = journalOn(path, new DatabaseSync(path, { timeout: 5000 }));
  try {
    await journal.command(command);
  } finally {
    await journal.close();
  }
}

const journalOn = (path: string, db: DatabaseSync): Journal =>
  new SqlJournal(new SqliteEngine(path, db), { id: idOf(db), owner: `${process.pid}` });

const idOf = (db: DatabaseSync): string =>
  String(db.prepare("select value from meta where key = 'id'").get()?.value);

function openForWriting(path: string, log: Log | undefined): DatabaseSync {
  const db = new DatabaseSync(path);
  try {
    prepare(db, path, log);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function prepare(db: DatabaseSync, path: string, log: Log | undefined): void {
  // auto_vacuum must come before WAL and the first table, else the file never shrinks
  db.exec('pragma auto_vacuum = incremental; pragma journal_mode = wal; pragma synchronous = full');
  db.exec('pragma busy_timeout = 5000');
  migrate(db, path, log);
  const moved = db.prepare("select value from meta where key = 'moved'").get()?.value;
  if (moved !== undefined)
    throw new JournalMoved(
      `The journal ${path} was moved at ${moved}. Name that database in journal.postgres.`,
    );
  // nobody else can have it open: what a process before us had in hand is free
  db.exec('update message set owner = null where owner is not null');
}
