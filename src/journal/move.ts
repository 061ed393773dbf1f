import type { DatabaseSync } from 'node:sqlite';
import { keyText } from './business-keys.ts';
import { migrated } from './postgres.ts';
import { PostgresEngine } from './postgres-engine.ts';
import { all, number, one, type Row, run, type Steps, type Value } from './sql.ts';
import { openAlone } from './sqlite.ts';

/** Brings an embedded journal into PostgreSQL: all of it, read back and compared, or nothing. */

export interface Moved {
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
export async function moveJournal(path: string, url: string): Promise<Moved> {
  const { db, release } = openAlone(path);
  const engine = new PostgresEngine(url, patience);
  try {
    await migrated(url);
    const moved = await engine.write(() => move(db));
    db.prepare("insert into meta (key, value) values ('moved', ?)").run(
      `${new Date().toISOString()} to ${nameOf(url)}`,
    );
    // so that the server knows at once how much there is where
    await engine.write(() => run('analyze'));
    return moved;
  } finally {
    await engine.close();
    db.close();
    release();
  }
}

function* move(db: DatabaseSync): Steps<Moved> {
  yield* run("select pg_advisory_xact_lock(hashtext('scsn-gateway migration'))");
  const id = metaOf(db).get('id') ?? '';
  const tables = tablesOf(db);
  const before = (yield* one("select value from meta where key = 'moved from'"))?.value === id;
  if (!before) {
    yield* assertEmpty(tables);
    for (const table of tables) yield* copy(db, table);
    yield* copyMeta(db, id);
    for (const table of tables) yield* compare(db, table);
  }
  const count = (table: string): number => Number(db.prepare(`select count(*) as n from ${table}`).get()?.n);
  return { messages: count('message'), bodies: count('blob'), before };
}

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

/** Hands and leases of a moment, the room for probes, and the index of names: PostgreSQL has its own. */
const leftBehind = ['meta', 'lead', 'pace', 'gateway'];

function tablesOf(db: DatabaseSync): readonly Table[] {
  const names = db
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name not like 'message_text%'",
    )
    .all()
    .map(({ name }) => String(name));
  return names.filter((name) => !leftBehind.includes(name)).map((name) => tableOf(db, name));
}

function tableOf(db: DatabaseSync, name: string): Table {
  const columns = db.prepare(`select name, pk from pragma_table_info(?) order by cid`).all(name);
  const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk));
  return {
    name,
    columns: columns.map((column) => String(column.name)),
    key: key.map((column) => String(column.name)),
  };
}

const metaOf = (db: DatabaseSync): ReadonlyMap<string, string> =>
  new Map(
    db
      .prepare('select key, value from meta')
      .all()
      .map(({ key, value }) => [String(key), String(value)]),
  );

function* assertEmpty(tables: readonly Table[]): Steps<void> {
  for (const { name } of [...tables, { name: 'lead' }])
    if (yield* one(`select 1 as n from ${name} limit 1`))
      throw new Error(
        'The journal in PostgreSQL is in use: it must be empty, and no gateway may run on it. Name a new database.',
      );
}

function* copy(db: DatabaseSync, table: Table): Steps<void> {
  const { name, columns } = table;
  for (const rows of batchesOf(db, table)) {
    const marks = rows.map(() => `(${columns.map(() => '?').join()})`).join();
    const values = rows.flatMap((row) => columns.map((column) => storable(name, column, row[column])));
    yield* run(`insert into ${name} (${columns.join()}) overriding system value values ${marks}`, ...values);
  }
  // after a restore they go on from a higher one (restore.ts)
  const after = name === 'message' ? Number(metaOf(db).get('ids after') ?? 0) : 0;
  if (columns[0] === 'id')
    yield* run(
      `select setval(pg_get_serial_sequence('${name}', 'id'), (select greatest(max(id), ${after}) + 1 from ${name}), false)`,
    );
}

/** What is bound to a place or a moment stays behind; the id goes with it: work folders are named by it. */
function* copyMeta(db: DatabaseSync, id: string): Steps<void> {
  for (const [key, value] of [...metaOf(db), ['moved from', id] as const])
    if (!['version', 'probe', 'moved'].includes(key))
      yield* run(
        'insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value',
        key,
        value,
      );
}

/** Every row is read back; the number of rows agrees. */
function* compare(db: DatabaseSync, table: Table): Steps<void> {
  const { name, columns, key } = table;
  let count = 0;
  for (const rows of batchesOf(db, table)) {
    const marks = rows.map(() => `(${key.map(() => '?').join()})`).join();
    const keys = rows.flatMap((row) => key.map((column) => storable(name, column, row[column])));
    const found = yield* all(`select * from ${name} where (${key.join()}) in (${marks})`, ...keys);
    const byKey = new Map(found.map((row) => [textOf(table, key, row), row]));
    for (const row of rows) {
      const there = byKey.get(textOf(table, key, row));
      if (!there || textOf(table, columns, row) !== textOf(table, columns, there))
        throw new Error(`A row of ${name} did not arrive as it was: nothing was moved. Please report this.`);
    }
    count += rows.length;
  }
  if ((yield* number(`select count(*) as n from ${name}`)) !== count)
    throw new Error(
      `The table ${name} has other rows than it should: nothing was moved. Please report this.`,
    );
}

function textOf({ name }: Table, columns: readonly string[], row: Row): string {
  const values = columns.map((column) => storable(name, column, row[column]));
  return JSON.stringify(
    values.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value)),
  );
}

/** No gateway has anything in hand after a move; PostgreSQL has no zero character in texts. */
function storable(table: string, column: string, value: unknown): Value {
  if (table === 'message' && (column === 'owner' || column === 'filer')) return null;
  if (typeof value === 'string') return fitting(column, value.replaceAll('\0', '\ufffd'));
  if (typeof value === 'number' || value === null || value instanceof Uint8Array) return value;
  throw new Error(`The journal holds a value of an unknown kind in ${table}.${column}.`);
}

/** Keys of older journals may be longer than an index of PostgreSQL takes. */
const fitting = (column: string, text: string): string =>
  ['order_key', 'address', 'key'].includes(column) ? keyText(text) : text;

function* batchesOf(db: DatabaseSync, { name, columns }: Table): Generator<readonly Row[]> {
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
function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
