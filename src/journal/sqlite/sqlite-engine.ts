import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { reasonInDutch } from '../../findings/journal-texts.ts';
import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import { reasonOf } from '../../text/reason-of.ts';
import { JournalDamaged, JournalGone } from '../model/journal-errors.ts';
import {
  execute,
  findLastDigits,
  likePattern,
  type Row,
  runSteps,
  type SqlDialect,
  type SqlEngine,
  type SqlSteps,
  selectRow,
  type TextSearch,
  type Value,
} from '../sql/sql-engine.ts';
import { JournalRescue } from './copy-lost-journal.ts';
import { renderDamaged } from './database-file.ts';
import { noteDamaged } from './file-mark.ts';
import { GroupCommit, type LogSync } from './group-commit.ts';
import { explainUnwritable, isDamage } from './sqlite-errors.ts';
import type { PageCheck } from './threads/page-check.ts';
import { type QueryThread, QueryTimeout } from './threads/query-thread.ts';

const dialect: SqlDialect = {
  shared: false,
  now: "cast(unixepoch('subsec') * 1000 as integer)",
  lock: '',
  skipLocked: '',
  keep: '',
  nextId: `(select max(coalesce((select max(id) from message), 0),
    coalesce((select cast(value as integer) from meta where key = 'ids after'), 0)) + 1)`,
  lockLanes: () => undefined,
  damageQuery: "select integrity_check as damage from pragma_integrity_check where integrity_check <> 'ok'",
  indexedBy: (name) => ` indexed by ${name}`,
  isTimeout: (error) => error instanceof QueryTimeout,
  search: (text) => ([...text].length < 3 ? buildReadingSearch(text) : buildIndexSearch(text)),
};

/** Trigrams know nothing of shorter texts. */
function buildReadingSearch(text: string): TextSearch {
  const like = "like ? escape '\\'";
  const condition = `(m.name ${like}
    or exists (select 1 from business_key b where b.message = m.id and b.value ${like}))`;
  return { from: 'message m', id: 'm.id', condition, values: [likePattern(text), likePattern(text)] };
}

function buildIndexSearch(text: string): TextSearch {
  const digits = findLastDigits(text);
  const like = digits === undefined ? undefined : buildReadingSearch(text);
  return {
    from: 'message_text t join message m on m.id = t.rowid',
    id: 't.rowid',
    condition: `t.message_text match ?${like ? ` and ${like.condition}` : ''}`,
    values: [`"${(digits ?? text).replaceAll('"', '""')}"`, ...(like?.values ?? [])],
    unchecked: {
      condition: "m.state = 'received' and m.name like ? escape '\\'",
      values: [likePattern(text)],
    },
  };
}

/**
 * SQLite plans by the value of a mark that stands alone after `limit`, and so compiles the statement anew each time it is run: a claim
 * took three times as long.
 */
const withStableLimit = (sql: string): string => sql.replaceAll(/\blimit \?/g, 'limit 0 + ?');

/** Pages of 2 kB: 10 ms at worst. */
const pagesAtOnce = 100;

interface EngineThreads {
  /** Reads people's questions beside the event loop. */
  readonly thread?: QueryThread;
  /** Reads what pages ask for. */
  readonly pages?: QueryThread;
  /** Waits for the disk beside the event loop, where the connection does not wait itself. */
  readonly syncing?: LogSync;
  /** Looks for damaged pages beside the event loop. */
  readonly check?: PageCheck;
  /** Called when all is closed. */
  release?(): void;
}

/** A connection to an embedded journal, which it closes. */
export class SqliteEngine implements SqlEngine {
  readonly dialect = dialect;
  readonly #path: string;
  readonly #db: DatabaseSync;
  readonly #commits: GroupCommit;
  readonly #statements = new Map<string, StatementSync>();
  readonly #thread: QueryThread | undefined;
  readonly #pages: QueryThread | undefined;
  readonly #check: PageCheck | undefined;
  readonly #release: () => Promise<void>;
  #damage: LocalizedText | undefined;
  #rescue: JournalRescue | undefined;

  constructor(
    path: string,
    db: DatabaseSync,
    { thread, pages, syncing, check, release }: EngineThreads = {},
  ) {
    this.#thread = thread;
    this.#pages = pages;
    this.#check = check;
    this.#path = path;
    this.#db = db;
    this.#commits = new GroupCommit(db, syncing);
    this.#release = async () => {
      await Promise.all([thread?.close(), pages?.close(), syncing?.close(), check?.close()]);
      // to close it would write its log into a damaged file; the end of the process does not
      if (!this.#damage) db.close();
      release?.();
    };
  }

  async write<T>(steps: () => SqlSteps<T>, urgent?: boolean): Promise<T> {
    try {
      return await this.#commits.write(() => this.#carryOut(steps()), urgent);
    } catch (error) {
      if (error instanceof JournalGone)
        this.#rescue ??= new JournalRescue(this.#db, this.#path, error.message);
      throw this.#noteDamage(error);
    }
  }

  /** An error that says that pages are damaged is the last word of this journal. */
  #noteDamage(error: unknown): unknown {
    if (isDamage(error)) this.damaged(reasonOf(error));
    return error;
  }

  /** Only the gateway that has it says so to others. */
  damaged(what: string): LocalizedText | undefined {
    if (!this.#check || this.#rescue) return undefined;
    if (this.#damage) return this.#damage;
    this.#damage = localize('journal-file', {
      path: this.#path,
      why: localize('journal-damaged', { what: { en: what, nl: reasonInDutch(what) } }),
    });
    this.#commits.end(new JournalDamaged(what));
    noteDamaged(this.#path, renderDamaged(this.#path, what));
    return this.#damage;
  }

  broken(): LocalizedText | undefined {
    return this.#damage;
  }

  async checkPart(): Promise<boolean> {
    if (!this.#check || this.#damage || this.#rescue) return false;
    const { more, damaged } = await this.#check.next();
    if (damaged !== undefined) this.damaged(damaged);
    return more && damaged === undefined;
  }

  /** Before anybody else uses it. */
  runNow<T>(steps: () => SqlSteps<T>): T {
    return this.#carryOut(steps());
  }

  async read<T>(steps: () => SqlSteps<T>): Promise<T> {
    try {
      return this.#carryOut(steps());
    } catch (error) {
      throw this.#noteDamage(error);
    }
  }

  runQuery<T>(steps: () => SqlSteps<T>): Promise<T> {
    return this.#ask(this.#thread, steps);
  }

  runPage<T>(steps: () => SqlSteps<T>): Promise<T> {
    return this.#ask(this.#pages, steps);
  }

  async #ask<T>(thread: QueryThread | undefined, steps: () => SqlSteps<T>): Promise<T> {
    if (!thread) return await this.read(steps);
    try {
      return await runSteps(steps(), (query) => thread.ask(query));
    } catch (error) {
      throw this.#noteDamage(error);
    }
  }

  shrink(): Promise<boolean> {
    return this.write(function* () {
      yield* execute(`pragma incremental_vacuum(${pagesAtOnce})`);
      return Number((yield* selectRow('pragma freelist_count'))?.freelist_count) > 0;
    });
  }

  explainUnwritable(error: unknown): LocalizedText | undefined {
    return this.#rescue?.words ?? this.#damage ?? explainUnwritable(this.#path, error);
  }

  async close(): Promise<void> {
    await this.#commits.drained();
    // to close it would write its log into a file that is not ours any more; the end of the process does not
    if (this.#rescue) return await this.#rescue.finished;
    this.#statements.clear();
    await this.#release();
  }

  #carryOut<T>(steps: SqlSteps<T>): T {
    let step = steps.next();
    while (!step.done) step = steps.next(this.#rows(step.value.sql, step.value.values));
    return step.value;
  }

  #rows(sql: string, values: readonly Value[]): readonly Row[] {
    return this.#prepare(sql).all(...values);
  }

  /** Compiled once. What is asked with a list of varying length stays out: there is no end to those. */
  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(withStableLimit(sql));
    if (this.#statements.size < 200) this.#statements.set(sql, statement);
    return statement;
  }
}
