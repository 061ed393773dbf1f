import type { DatabaseSync } from 'node:sqlite';
import { migratePostgres } from '../postgres/open-postgres.ts';
import { PostgresEngine } from '../postgres/postgres-engine.ts';
import {
  execute,
  type Row,
  type SqlSteps,
  selectNumber,
  selectRow,
  selectRows,
  type Value,
} from '../sql/sql-engine.ts';
import { openExclusively } from '../sqlite/open-sqlite.ts';

/** Brings an embedded journal into PostgreSQL: all of it, read back and compared, or nothing. */

export interface MoveResult {
  readonly messages: number;
  readonly bodies: number;
  /** It was there already, whole: only the note in the embedded journal was missing. */
  readonly before: boolean;
}

/** Milliseconds that a statement may take. */
const patience = 3_600_000;

/** So many rows, or bytes of bodies, are written or read back at once. */
const atOnce = { rows: 200, bytes: 8_000_000 };

/**
 * Moves the journal at `path`, which no gateway may have open, into the empty one at `url`. Afterwards the embedded one
 * refuses to be opened by a gateway: two journals of one site would send everything twice. Rejects, and changes nothing,
 * when PostgreSQL holds something already. Safe to repeat.
 */
export async function moveJournal(path: string, url: string): Promise<MoveResult> {
  const { db, release } = openExclusively(path);
  const engine = new PostgresEngine(url, patience);
  try {
    await migratePostgres(url);
    const moved = await engine.write(() => moveTables(db));
    db.prepare("insert into meta (key, value) values ('moved', ?)").run(
      `${new Date().toISOString()} to ${hideCredentials(url)}`,
    );
    // so that the server knows at once how much there is where
    await engine.write(() => execute('analyze'));
    return moved;
  } finally {
    await engine.close();
    db.close();
    release();
  }
}

function* moveTables(db: DatabaseSync): SqlSteps<MoveResult> {
  yield* execute("select pg_advisory_xact_lock(hashtext('scsn-gateway migration'))");
  const id = readMeta(db).get('id') ?? '';
  const tables = listTables(db);
  const before = (yield* selectRow("select value from meta where key = 'moved from'"))?.value === id;
  if (!before) {
    yield* assertEmpty(tables);
    for (const table of tables) yield* copy(db, table);
    yield* copyMeta(db, id);
    for (const table of tables) yield* compareTable(db, table);
  }
  const count = (table: string): number => Number(db.prepare(`select count(*) as n from ${table}`).get()?.n);
  return { messages: count('message'), bodies: count('blob'), before };
}

interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

/**
 * Hands, leases and outages of a moment, the room for probes, and what PostgreSQL keeps by itself: the index of names, the rows of findings.
 * Whoever is logged in logs in again.
 */
const leftBehind = ['meta', 'lease', 'pace', 'gateway', 'login_session', 'login_link', 'outage', 'finding'];

function listTables(db: DatabaseSync): readonly TableShape[] {
  const names = db
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name not like 'message_text%'",
    )
    .all()
    .map(({ name }) => String(name));
  return names.filter((name) => !leftBehind.includes(name)).map((name) => readTableShape(db, name));
}

function readTableShape(db: DatabaseSync, name: string): TableShape {
  const columns = db.prepare(`select name, pk from pragma_table_info(?) order by cid`).all(name);
  const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk));
  return {
    name,
    columns: columns.map((column) => String(column.name)),
    key: key.map((column) => String(column.name)),
  };
}

const readMeta = (db: DatabaseSync): ReadonlyMap<string, string> =>
  new Map(
    db
      .prepare('select key, value from meta')
      .all()
      .map(({ key, value }) => [String(key), String(value)]),
  );

function* assertEmpty(tables: readonly TableShape[]): SqlSteps<void> {
  for (const { name } of [...tables, { name: 'lease' }])
    if (yield* selectRow(`select 1 as n from ${name} limit 1`))
      throw new Error(
        'The journal in PostgreSQL is in use: it must be empty, and no gateway may run on it. Name a new database.',
      );
}

function* copy(db: DatabaseSync, table: TableShape): SqlSteps<void> {
  const { name, columns } = table;
  for (const rows of readBatches(db, table)) {
    const marks = rows.map(() => `(${columns.map(() => '?').join()})`).join();
    const values = rows.flatMap((row) => columns.map((column) => storable(name, column, row[column])));
    yield* execute(
      `insert into ${name} (${columns.join()}) overriding system value values ${marks}`,
      ...values,
    );
  }
  // after a restore they go on from a higher one (restore-journal.ts)
  const after = name === 'message' ? Number(readMeta(db).get('ids after') ?? 0) : 0;
  if (columns[0] === 'id')
    yield* execute(
      `select setval(pg_get_serial_sequence('${name}', 'id'), (select greatest(max(id), ${after}) + 1 from ${name}), false)`,
    );
}

/** What is bound to a place or a moment stays behind; the id goes with it: work folders are named by it. */
function* copyMeta(db: DatabaseSync, id: string): SqlSteps<void> {
  for (const [key, value] of [...readMeta(db), ['moved from', id] as const])
    if (!['version', 'probe', 'moved'].includes(key))
      yield* execute(
        'insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value',
        key,
        value,
      );
}

/** Every row is read back; the number of rows agrees. */
function* compareTable(db: DatabaseSync, table: TableShape): SqlSteps<void> {
  const { name, columns, key } = table;
  let count = 0;
  for (const rows of readBatches(db, table)) {
    const marks = rows.map(() => `(${key.map(() => '?').join()})`).join();
    const keys = rows.flatMap((row) => key.map((column) => storable(name, column, row[column])));
    const found = yield* selectRows(`select * from ${name} where (${key.join()}) in (${marks})`, ...keys);
    const byKey = new Map(found.map((row) => [renderRow(table, key, row), row]));
    for (const row of rows) {
      const there = byKey.get(renderRow(table, key, row));
      if (!there || renderRow(table, columns, row) !== renderRow(table, columns, there))
        throw new Error(`A row of ${name} did not arrive as it was: nothing was moved. Please report this.`);
    }
    count += rows.length;
  }
  if ((yield* selectNumber(`select count(*) as n from ${name}`)) !== count)
    throw new Error(
      `The table ${name} has other rows than it should: nothing was moved. Please report this.`,
    );
}

function renderRow({ name }: TableShape, columns: readonly string[], row: Row): string {
  const values = columns.map((column) => storable(name, column, row[column]));
  return JSON.stringify(
    values.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value)),
  );
}

/** No gateway has anything in hand after a move; PostgreSQL has no zero character in texts. */
function storable(table: string, column: string, value: unknown): Value {
  if (table === 'message' && (column === 'owner' || column === 'filer')) return null;
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd');
  if (typeof value === 'number' || value === null || value instanceof Uint8Array) return value;
  throw new Error(`The journal holds a value of an unknown kind in ${table}.${column}.`);
}

function* readBatches(db: DatabaseSync, { name, columns }: TableShape): Generator<readonly Row[]> {
  let batch: Row[] = [];
  let bytes = 0;
  for (const row of db.prepare(`select ${columns.join()} from ${name}`).iterate()) {
    batch.push(row);
    if (row.body instanceof Uint8Array) bytes += row.body.length;
    if (batch.length < atOnce.rows && bytes < atOnce.bytes) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** Without the password. */
function hideCredentials(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
