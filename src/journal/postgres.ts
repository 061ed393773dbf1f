import { randomUUID } from 'node:crypto';
import { Pool, type PoolClient, types } from 'pg';
import type { Journal } from './interface.ts';
import { letGo, renew } from './leases.ts';
import { postgresMigrations } from './postgres-schema.ts';
import type { Dialect, Engine, Query, Row, Steps } from './sql.ts';
import { SqlJournal } from './sql-journal.ts';

/** Milliseconds. */
const renewEvery = 5000;
const patience = { connect: 5000, statement: 20_000 };

/** Codes after which the same transaction may succeed: serialization failure, deadlock. */
const again = ['40001', '40P01'];

/**
 * Opens the journal in PostgreSQL; any number of gateways may have it open. What one of them has in hand is its own as
 * long as it gives a sign of life, and free `leaseLength` after the last one. Rejects when the server cannot be reached.
 */
export async function openPostgresJournal(url: string): Promise<Journal> {
  const engine = new PostgresEngine(poolOf(url));
  try {
    const id = await migrate(engine);
    const owner = randomUUID();
    const timer = setInterval(() => {
      // a failure shows wherever the journal is used; the lease tells the others
      engine.write(() => renew(dialect, owner)).catch(() => undefined);
    }, renewEvery);
    return new SqlJournal(engine, id, owner, async () => {
      clearInterval(timer);
      // without it the leases run out by themselves
      await engine.write(() => letGo(owner)).catch(() => undefined);
    });
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** For reading and for leaving commands, beside running gateways. */
export async function readPostgresJournal(url: string): Promise<Journal> {
  const engine = new PostgresEngine(poolOf(url));
  try {
    const id = await engine.read(idOf);
    return new SqlJournal(engine, id, randomUUID(), () => undefined);
  } catch (error) {
    await engine.close();
    throw error;
  }
}

function poolOf(url: string): Pool {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: patience.connect,
    statement_timeout: patience.statement,
    query_timeout: patience.statement + 5000,
    types: { getTypeParser: parserOf },
  });
  // a connection that breaks while idle is replaced; whoever uses one meets the error itself
  pool.on('error', () => undefined);
  return pool;
}

const bigint = 20;

/** Ids, counts and instants are whole numbers below 2^53. */
const parserOf: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === bigint ? Number : types.getTypeParser(oid, format === 'binary' ? 'text' : 'text');

const dialect: Dialect = {
  shared: true,
  now: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
  expired: (alias) => `${alias}.lease < (extract(epoch from clock_timestamp()) * 1000)::bigint`,
  lock: ' for update',
  skipLocked: ' for update skip locked',
  inOrder: "select pg_advisory_xact_lock(hashtext('scsn-gateway arrival'))",
  contains: (column) => `${column} ilike ?`,
};

class PostgresEngine implements Engine {
  readonly dialect = dialect;
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async write<T>(steps: () => Steps<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#transaction(steps);
      } catch (error) {
        if (tries === 5 || !again.includes(codeOf(error))) throw error;
      }
    }
  }

  read<T>(steps: () => Steps<T>): Promise<T> {
    return carryOut(steps(), (query) => this.#pool.query(textOf(query.sql), valuesOf(query)));
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #transaction<T>(steps: () => Steps<T>): Promise<T> {
    const client = await this.#pool.connect();
    let broken = false;
    try {
      await client.query('begin');
      const answer = await carryOut(steps(), (query) => client.query(textOf(query.sql), valuesOf(query)));
      await client.query('commit');
      return answer;
    } catch (error) {
      broken = !(await rolledBack(client));
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

async function carryOut<T>(
  steps: Steps<T>,
  ask: (query: Query) => Promise<{ readonly rows: readonly Row[] }>,
): Promise<T> {
  let step = steps.next();
  while (!step.done) step = steps.next((await ask(step.value)).rows);
  return step.value;
}

const rolledBack = (client: PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  );

const texts = new Map<string, string>();

/** `?` as `$1`, `$2`, … */
function textOf(sql: string): string {
  const known = texts.get(sql);
  if (known !== undefined) return known;
  let n = 0;
  const text = sql.replace(/\?/g, () => {
    n += 1;
    return `$${n}`;
  });
  if (texts.size < 500) texts.set(sql, text);
  return text;
}

/** PostgreSQL has no zero character in texts. */
const valuesOf = ({ values }: Query): unknown[] =>
  values.map((value) =>
    typeof value === 'string'
      ? value.replaceAll('\0', '\ufffd')
      : value instanceof Uint8Array
        ? Buffer.from(value)
        : value,
  );

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Creates what is missing, one gateway at a time; resolves to the journal's id. */
function migrate(engine: Engine): Promise<string> {
  return engine.write(function* (): Steps<string> {
    yield { sql: "select pg_advisory_xact_lock(hashtext('scsn-gateway migration'))", values: [] };
    yield { sql: 'create table if not exists meta (key text primary key, value text not null)', values: [] };
    const rows = yield { sql: "select value from meta where key = 'version'", values: [] };
    const done = Number(rows[0]?.value ?? 0);
    if (done > postgresMigrations.length)
      throw new Error('This journal was written by a newer gateway. Install that version or a newer one.');
    for (const sql of postgresMigrations.slice(done)) yield { sql, values: [] };
    yield {
      sql: "insert into meta (key, value) values ('version', ?) on conflict (key) do update set value = excluded.value",
      values: [String(postgresMigrations.length)],
    };
    yield {
      sql: "insert into meta (key, value) values ('id', ?) on conflict (key) do nothing",
      values: [randomUUID()],
    };
    return yield* idOf();
  });
}

function* idOf(): Steps<string> {
  const rows = yield { sql: "select value from meta where key = 'id'", values: [] };
  return String(rows[0]?.value);
}
