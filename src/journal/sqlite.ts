import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { GroupCommit } from './group-commit.ts';
import type { Command, Journal } from './interface.ts';
import { lockJournal } from './lock.ts';
import type { Dialect, Engine, Row, Steps, Value } from './sql.ts';
import { SqlJournal } from './sql-journal.ts';
import { migrations } from './sqlite-schema.ts';

/** Opens the embedded journal at `path` for this gateway alone. Throws JournalInUse. */
export function openSqliteJournal(path: string): Journal {
  mkdirSync(dirname(path), { recursive: true });
  const lock = lockJournal(path);
  try {
    return journalOn(openForWriting(path), () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Opens it for reading, beside a running gateway. Throws when there is no journal yet. */
export const readSqliteJournal = (path: string): Journal =>
  journalOn(new DatabaseSync(path, { readOnly: true }), () => undefined);

/** Leaves a decision for the gateway that has this journal open, or for the next one. */
export async function leaveCommand(path: string, command: Command): Promise<void> {
  const journal = journalOn(new DatabaseSync(path, { timeout: 5000 }), () => undefined);
  try {
    await journal.command(command);
  } finally {
    await journal.close();
  }
}

function journalOn(db: DatabaseSync, release: () => void): Journal {
  const id = String(db.prepare("select value from meta where key = 'id'").get()?.value);
  return new SqlJournal(new SqliteEngine(db, release), id, `${process.pid}`, () => undefined);
}

function openForWriting(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  // auto_vacuum must come before WAL and the first table, else the file never shrinks
  db.exec('pragma auto_vacuum = incremental; pragma journal_mode = wal; pragma synchronous = full');
  db.exec('pragma busy_timeout = 5000');
  migrate(db);
  // nobody else can have it open: what a process before us had in hand is free
  db.exec('update message set owner = null where owner is not null');
  return db;
}

function migrate(db: DatabaseSync): void {
  const done = Number(db.prepare('pragma user_version').get()?.user_version ?? 0);
  if (done > migrations.length) {
    throw new Error('This journal was written by a newer gateway. Install that version or a newer one.');
  }
  migrations.slice(done).forEach((sql, index) => {
    db.exec(`begin immediate; ${sql}; pragma user_version = ${done + index + 1}; commit`);
  });
  db.prepare("insert or ignore into meta (key, value) values ('id', ?)").run(randomUUID());
}

const dialect: Dialect = {
  shared: false,
  now: "cast(unixepoch('subsec') * 1000 as integer)",
  expired: () => 'false',
  lock: '',
  skipLocked: '',
  inOrder: undefined,
  contains: (column) => `${column} like ? escape '\\'`,
};

class SqliteEngine implements Engine {
  readonly dialect = dialect;
  readonly #db: DatabaseSync;
  readonly #commits: GroupCommit;
  readonly #statements = new Map<string, StatementSync>();
  readonly #release: () => void;

  constructor(db: DatabaseSync, release: () => void) {
    this.#db = db;
    this.#commits = new GroupCommit(db);
    this.#release = release;
  }

  write<T>(steps: () => Steps<T>): Promise<T> {
    return this.#commits.write(() => this.#carryOut(steps()));
  }

  async read<T>(steps: () => Steps<T>): Promise<T> {
    return this.#carryOut(steps());
  }

  async close(): Promise<void> {
    await this.#commits.drained();
    this.#statements.clear();
    this.#db.close();
    this.#release();
  }

  #carryOut<T>(steps: Steps<T>): T {
    let step = steps.next();
    while (!step.done) step = steps.next(this.#rows(step.value.sql, step.value.values));
    return step.value;
  }

  #rows(sql: string, values: readonly Value[]): readonly Row[] {
    return this.#prepared(sql).all(...values);
  }

  /** Compiled once. What is asked with a list of varying length stays out: there is no end to those. */
  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    if (this.#statements.size < 200) this.#statements.set(sql, statement);
    return statement;
  }
}
