import { type ClientBase, DatabaseError, Pool, type PoolClient, types } from 'pg';
import type { LocalizedText } from '../../findings/localized-text.ts';
import {
  findLastDigits,
  likePattern,
  type Query,
  type Row,
  runSteps,
  type SqlDialect,
  type SqlEngine,
  type SqlSteps,
  type TextSearch,
} from '../sql/sql-engine.ts';
import { ConnectionSlots } from './connection-slots.ts';
import { errorCodeOf, explainUnwritable } from './postgres-errors.ts';

/** Milliseconds; `page`: that a statement for a page may take; `free`: until a connection is free, at the least. */
const patience = { connect: 5000, statement: 20_000, page: 800, free: 20_000 };

const queryCanceled = '57014';

/**
 * Codes after which the same transaction may succeed: serialization failure, deadlock; and a message of that order key came into
 * another gateway's hands meanwhile, which the next look sees.
 */
const retryableCodes = ['40001', '40P01'];
const isRetryable = (error: unknown): boolean =>
  retryableCodes.includes(errorCodeOf(error)) ||
  (error instanceof DatabaseError && error.constraint === 'message_in_hand');

/**
 * Enough for one gateway. Each is a process of the server, which takes some 40 ms of a processor until it knows our tables and statements, and memory for
 * as long as it is there: many gateways share out so many, and each has two.
 */
const connections = { one: 5, all: 40, least: 2 };

const computeConnections = (gateways: number): number =>
  Math.max(connections.least, Math.min(connections.one, Math.floor(connections.all / Math.max(1, gateways))));

/** For pages alone; opened when somebody looks at one. */
const pageConnections = 2;

/** Settings of the server. */
const planning = {
  // compiling a query of ours, or starting processes that help, takes longer than carrying it out
  always: ['jit=off', 'max_parallel_workers_per_gather=0'],
  ofWork: [
    // each query of the work asks indexes for a few rows. A plan that was made while the journal was small would read all of it a
    // thousand times when thousands wait, for as long as the server has not counted them: 20 s a claim
    ...['enable_seqscan=off', 'enable_hashjoin=off', 'enable_mergejoin=off'],
    // once for any values: the server would make the first five plans of each statement for the values of the moment
    'plan_cache_mode=force_generic_plan',
  ],
  // what people ask for may be all there is
  ofBrowsing: ['enable_seqscan=on', 'enable_hashjoin=on', 'enable_mergejoin=on', 'plan_cache_mode=auto'],
  // a page looks up each message that an index has named: joined in one go, the server reads all to find some thousand
  ofPages: ['enable_seqscan=on', 'plan_cache_mode=auto'],
};

const beginWith = (settings: readonly string[]): string =>
  ['begin', ...settings.map((setting) => `set local ${setting}`)].join('; ');
const beginToBrowse = beginWith(planning.ofBrowsing);
const beginPage = beginWith(planning.ofPages);

function openConnectionPool(url: string, statement: number, max: number): Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: patience.connect,
    statement_timeout: statement,
    query_timeout: statement * 1.25,
    // a machine that dies in the middle of a transaction must not keep its locks from the others
    idle_in_transaction_session_timeout: statement,
    keepAlive: true,
    options: [...planning.always, ...planning.ofWork].map((setting) => `-c ${setting}`).join(' '),
    types: { getTypeParser: parserOf },
    onConnect: noteDirect,
  });
  // a connection that breaks is replaced; whoever uses it then meets the error in the answer. Without these two listeners
  // the whole process would end
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Connections to the server itself: what it was told once it knows until they end. */
const directConnections = new WeakSet<ClientBase>();

/** A pooler between (PgBouncer) tells us a number of its own, and may give each transaction to another process of the server. */
async function noteDirect(client: ClientBase): Promise<void> {
  const { rows } = await client.query<Row>('select pg_backend_pid() as pid');
  if ('processID' in client && client.processID === rows[0]?.pid) directConnections.add(client);
}

const bigint = 20;

/** Ids, counts and instants are whole numbers below 2^53. */
const parserOf: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === bigint ? Number : types.getTypeParser(oid, format === 'binary' ? 'text' : 'text');

/** In the order of their numbers, so that two transactions never wait for each other; two lanes may have one number. */
const buildLaneLock = (lanes: readonly string[]): Query => ({
  sql: `select pg_advisory_xact_lock(hashtext('scsn-gateway lane'), number)
    from (select distinct hashtext(lane) as number from unnest(array[${lanes.map(() => '?').join()}]::text[]) lane order by number) lanes`,
  values: lanes,
});

export const postgresDialect: SqlDialect = {
  shared: true,
  now: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
  lock: ' for update',
  skipLocked: ' for update skip locked',
  keep: ' for key share',
  nextId: "nextval(pg_get_serial_sequence('message', 'id'))",
  lockLanes: buildLaneLock,
  indexedBy: () => '',
  isTimeout: (error) => errorCodeOf(error) === queryCanceled || isLate(error),
  damageQuery: undefined,
  search(text) {
    const digits = findLastDigits(text);
    const found = buildIndexSearch(digits ?? text);
    const values = [likePattern(text), likePattern(text)];
    const newest = { ...found, from: newestMessages, condition: isHeldByReading, values };
    if (digits === undefined) return { ...found, newest };
    return { ...found, newest, condition: isHeldByReading, values: [...found.values, ...values] };
  },
};

/** Read before the indexes are asked: a few milliseconds, and all there is to a text that most messages hold. */
const newestMessages = '(select * from message order by id desc limit 2000) m';

/** Joined to nothing, so that no index of trigrams is asked; aggregated, so that a message's own numbers alone are read. */
const isHeldByReading = `(m.name || '' ilike ?
  or (select bool_or(b.value || '' ilike ?) from business_key b where b.message = m.id))`;

const buildIndexSearch = (text: string): TextSearch => ({
  from: `(select id as found from message where name ilike ?
      union select message from business_key where value ilike ?) f join message m on m.id = f.found`,
  id: 'm.id',
  condition: 'true',
  values: [likePattern(text), likePattern(text)],
});

/** Connections to a journal in PostgreSQL. */
export class PostgresEngine implements SqlEngine {
  readonly dialect = postgresDialect;
  readonly #url: string;
  readonly #pool: Pool;
  readonly #slots: ConnectionSlots;
  #pages: PostgresEngine | undefined;

  /** `statement`: milliseconds that one statement may take; `most`: connections that are opened. */
  constructor(url: string, statement: number = patience.statement, most: number = connections.one) {
    this.#url = url;
    this.#pool = openConnectionPool(url, statement, most);
    this.#slots = new ConnectionSlots(most, Math.max(statement, patience.free));
  }

  /** What is open beyond that closes when it has had nothing to do for a while. */
  shareConnections(gateways: number): void {
    this.#slots.limit = computeConnections(gateways);
  }

  async write<T>(steps: () => SqlSteps<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#transaction('begin', steps, runPlanned);
      } catch (error) {
        if (tries === 5 || !isRetryable(error)) throw error;
      }
    }
  }

  read<T>(steps: () => SqlSteps<T>): Promise<T> {
    return this.#slots.use(() => this.#read(steps));
  }

  async #read<T>(steps: () => SqlSteps<T>): Promise<T> {
    const client = await this.#pool.connect();
    let broken = true;
    try {
      const answer = await runSteps(steps(), (query) => runPlanned(client, query));
      broken = false;
      return answer;
    } finally {
      client.release(broken);
    }
  }

  runQuery<T>(steps: () => SqlSteps<T>): Promise<T> {
    return this.#transaction(beginToBrowse, steps, runUnplanned);
  }

  runPage<T>(steps: () => SqlSteps<T>): Promise<T> {
    this.#pages ??= new PostgresEngine(this.#url, patience.page, pageConnections);
    return this.#pages.#transaction(beginPage, steps, runUnplanned);
  }

  /** PostgreSQL uses the room again by itself (autovacuum). */
  /** What is damaged is one message's: the server looks after its pages. */
  damaged(): undefined {
    return undefined;
  }

  broken(): undefined {
    return undefined;
  }

  async checkPart(): Promise<boolean> {
    return false;
  }

  shrink(): Promise<boolean> {
    return Promise.resolve(false);
  }

  explainUnwritable(error: unknown): LocalizedText | undefined {
    return explainUnwritable(error);
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#pages?.close()]);
  }

  #transaction<T>(begin: string, steps: () => SqlSteps<T>, ask: typeof runPlanned): Promise<T> {
    return this.#slots.use(() => this.#runTransaction(begin, steps, ask));
  }

  async #runTransaction<T>(begin: string, steps: () => SqlSteps<T>, ask: typeof runPlanned): Promise<T> {
    const client = await this.#pool.connect();
    let broken = false;
    try {
      await client.query(begin);
      const answer = await runSteps(steps(), (query) => ask(client, query));
      await client.query('commit');
      return answer;
    } catch (error) {
      // who did not answer this in time will not answer a rollback; the server makes one when the connection is gone
      broken = isLate(error) || !(await rollBack(client));
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

/** Planned once. */
const runPlanned = (client: PoolClient, { sql, values }: Query): Promise<readonly Row[]> =>
  runStatement(
    client,
    directConnections.has(client) ? nameStatement(sql) : { text: numberPlaceholders(sql) },
    values,
  );

/** Planned for these values, such as the text of a search. */
const runUnplanned = (client: PoolClient, { sql, values }: Query): Promise<readonly Row[]> =>
  runStatement(client, { text: numberPlaceholders(sql) }, values);

async function runStatement(
  client: PoolClient,
  statement: Statement,
  values: Query['values'],
): Promise<readonly Row[]> {
  const { rows } = await client.query<Row>({ ...statement, values: valuesOf(values) });
  return rows;
}

/** The driver gave up waiting for an answer. */
const isLate = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

const rollBack = (client: PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  );

interface Statement {
  /** By this name a connection knows it from then on, with its plan. Absent: it is planned each time. */
  readonly name?: string;
  readonly text: string;
}

const statements = new Map<string, Statement>();

/** Texts that say how many ids they are about come in many shapes: no connection has to know them all. */
const mostNamed = 200;

/** Planning takes longer than carrying out. (Several statements in one text have no plan.) */
function nameStatement(sql: string): Statement {
  const known = statements.get(sql);
  if (known !== undefined) return known;
  if (statements.size === mostNamed || sql.includes(';')) return { text: numberPlaceholders(sql) };
  const statement = { name: `s${statements.size}`, text: numberPlaceholders(sql) };
  statements.set(sql, statement);
  return statement;
}

/** `?` as `$1`, `$2`, … */
function numberPlaceholders(sql: string): string {
  let n = 0;
  return sql.replace(/\?/g, () => {
    n += 1;
    return `$${n}`;
  });
}

/** PostgreSQL has no zero character in texts. */
const valuesOf = (values: Query['values']): unknown[] =>
  values.map((value) =>
    typeof value === 'string'
      ? value.replaceAll('\0', '\ufffd')
      : value instanceof Uint8Array
        ? Buffer.from(value)
        : value,
  );
