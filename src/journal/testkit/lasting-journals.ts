import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Journal } from '../journal.ts';
import { migratePostgres, startPostgresJournal } from '../postgres/open-postgres.ts';
import { PostgresEngine } from '../postgres/postgres-engine.ts';
import { execute, type SqlSteps, selectRows } from '../sql/sql-engine.ts';
import { openSqliteEngine, startSqliteJournal } from '../sqlite/open-sqlite.ts';
import type { EngineUnderTest } from './kit.ts';

/**
 * Empty journals, one after the other, on connections that stay open: opening a journal, with its threads or the server's processes, takes
 * far longer than what most tests do with it. Between two of them every table is emptied, and what the gateway remembers of it is new.
 */

/** Files in `folder`: one, and the next where a test has left its pages damaged. */
export function lastingSqlite(folder: string): EngineUnderTest {
  let count = 0;
  let open: OpenSqlite | undefined;
  const path = (): string => join(folder, `${count}.db`);
  const close = async (): Promise<void> => {
    await open?.journal.close();
    open = undefined;
  };
  const reopen = async (): Promise<Journal> => {
    await close();
    open = start(openSqliteEngine(path()));
    return keepOpen(open.journal);
  };
  return {
    async fresh() {
      if (open === undefined || open.engine.broken() !== undefined) {
        count += 1;
        return await reopen();
      }
      await open.engine.write(emptyTables);
      open = start(open);
      return keepOpen(open.journal);
    },
    reopen,
    sql: async (text) => changeTables(path(), text),
    close,
  };
}

type OpenEngine = ReturnType<typeof openSqliteEngine>;
type OpenSqlite = OpenEngine & { readonly journal: Journal };

const start = ({ engine, id }: OpenEngine): OpenSqlite => ({
  ...{ engine, id },
  journal: startSqliteJournal(engine, { id }),
});

/** For a test, which closes it at its end. */
const keepOpen = (journal: Journal): Journal => ({ ...journal, close: async () => undefined });

function changeTables(path: string, sql: string): void {
  const db = new DatabaseSync(path, { timeout: 5000 });
  // the gateway alone carries its log over
  db.exec(`pragma wal_autocheckpoint = 0; ${sql}`);
  db.close();
}

/**
 * The search index empties itself with the messages. On the gateway's own connection: what that remembers of the index from one check to
 * the next SQLite holds to be damaged once another connection has merged it.
 */
function* emptyTables(): SqlSteps<void> {
  const tables = yield* selectRows(
    "select name from sqlite_schema where type = 'table' and name not glob 'message_text*'",
  );
  for (const { name } of tables)
    yield* execute(name === 'meta' ? "delete from meta where key <> 'id'" : `delete from ${name}`);
}

/** The database at `url`. */
export async function lastingPostgres(url: string): Promise<EngineUnderTest> {
  const id = await migratePostgres(url);
  const engine = new LastingEngine(url);
  const signs = new LastingEngine(url, undefined, 1);
  const reopen = (): Promise<Journal> => startPostgresJournal({ engine, signs }, { id });
  // with its end it is no statement that a connection remembers
  const sql = (text: string): Promise<void> => engine.write(() => execute(`${text};`));
  return {
    async fresh() {
      await sql(emptyPostgres);
      return await reopen();
    },
    reopen,
    sql,
    async close() {
      await Promise.all([engine.end(), signs.end()]);
    },
  };
}

/** Its connections stay, whoever closes a journal on it. */
class LastingEngine extends PostgresEngine {
  override async close(): Promise<void> {}

  end(): Promise<void> {
    return super.close();
  }
}

/** SQL: a journal as its migrations leave it. */
export const emptyPostgres = `do $$ declare one record; begin
  perform set_config('session_replication_role', 'replica', true);
  delete from meta where key not in ('id', 'version');
  for one in select tablename from pg_tables where schemaname = 'public' and tablename <> 'meta' loop
    execute format('delete from %I', one.tablename);
  end loop;
  for one in select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace loop
    perform setval(one.relname::regclass, 1, false);
  end loop;
end $$`;
