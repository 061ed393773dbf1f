import { type ClientBase, DatabaseError, Pool, type PoolClient } from 'pg';
import type { LocalizedText } from '../../findings/localized-text.ts';
import { type Query, type Row, runSteps, type SqlEngine, type SqlSteps } from '../sql/sql-engine.ts';
import { ConnectionSlots } from './connection-slots.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { errorCodeOf, explainUnwritable, isLate } from './postgres-errors.ts';
import { type Statement, StatementBatch } from './statement-batch.ts';

/**
 * Milliseconds; `page`: that a statement for a page may take; `free`: until a connection is free, at the least; `idle`: that one stays open with
 * nothing to do: orders come in bursts, and firewalls forget connections after some minutes.
 */
const patience = { connect: 5000, statement: 20_000, page: 800, free: 20_000, idle: 60_000 };

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
 * as long as it is there: gateways share out so many, and each has two. Those that have messages in hand share out fewer for their work, and each has one:
 * twice as many on the two processors of a server cost it a third of its orders.
 */
const connections = { one: 5, all: 20, least: 2, busy: 10 };

/** The gateways on one server that give signs of life, and those of them that have messages in hand, this one included in both. */
export interface GatewayCount {
  readonly alive: number;
  readonly busy: number;
}

/** Connections of one gateway that may be in use at once: for anything, for the work, and for people's questions. */
function shareOut({ alive, busy }: GatewayCount): Record<'all' | 'work' | 'queries', number> {
  const all = Math.max(connections.least, Math.min(connections.one, Math.floor(connections.all / alive)));
  const work = Math.max(1, Math.min(all, Math.floor(connections.busy / busy)));
  return { all, work, queries: all - 1 };
}

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

/** How a transaction is carried out. */
interface TransactionKind {
  readonly begin: readonly Query[];
  /** Statements are planned once a connection; else for their values, such as the text of a search. */
  readonly isPlannedOnce: boolean;
}

const beginWith = (settings: readonly string[]): readonly Query[] =>
  ['begin', ...settings.map((setting) => `set local ${setting}`)].map((sql) => ({ sql, values: [] }));
const toWork: TransactionKind = { begin: beginWith([]), isPlannedOnce: true };
const toBrowse: TransactionKind = { begin: beginWith(planning.ofBrowsing), isPlannedOnce: false };
const toShowPage: TransactionKind = { begin: beginWith(planning.ofPages), isPlannedOnce: false };
const commit: Query = { sql: 'commit', values: [] };

function openConnectionPool(url: string, statement: number, max: number): Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: patience.connect,
    idleTimeoutMillis: patience.idle,
    statement_timeout: statement,
    query_timeout: statement * 1.25,
    // a machine that dies in the middle of a transaction must not keep its locks from the others
    idle_in_transaction_session_timeout: statement,
    keepAlive: true,
    options: [...planning.always, ...planning.ofWork].map((setting) => `-c ${setting}`).join(' '),
    onConnect: noteDirect,
  });
  // a connection that breaks is replaced; whoever uses it then meets the error in the answer. Without these two listeners
  // the whole process would end
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Of each connection to the server itself the names of statements that it knows, until it ends. */
const knownStatements = new WeakMap<ClientBase, Set<string>>();

/** A pooler between (PgBouncer) tells us a number of its own, and may give each transaction to another process of the server. */
async function noteDirect(client: ClientBase): Promise<void> {
  const { rows } = await client.query<Row>('select pg_backend_pid() as pid');
  if ('processID' in client && client.processID === rows[0]?.pid) knownStatements.set(client, new Set());
}

/** Connections to a journal in PostgreSQL. */
export class PostgresEngine implements SqlEngine {
  readonly dialect = postgresDialect;
  readonly #url: string;
  readonly #pool: Pool;
  readonly #slots: Readonly<Record<'all' | 'work' | 'queries', ConnectionSlots>>;
  #pages: PostgresEngine | undefined;

  /** `statement`: milliseconds that one statement may take; `most`: connections that are opened. */
  constructor(url: string, statement: number = patience.statement, most: number = connections.one) {
    this.#url = url;
    this.#pool = openConnectionPool(url, statement, most);
    const free = Math.max(statement, patience.free);
    const slots = (limit: number) => new ConnectionSlots(limit, free);
    this.#slots = { all: slots(most), work: slots(most), queries: slots(Math.max(1, most - 1)) };
  }

  /** What is open beyond that closes when it has had nothing to do for a while. */
  shareConnections(gateways: GatewayCount): void {
    const { all, work, queries } = shareOut(gateways);
    this.#slots.all.limit = all;
    this.#slots.work.limit = work;
    this.#slots.queries.limit = queries;
  }

  async write<T>(steps: () => SqlSteps<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#slots.work.use(() => this.#transaction(toWork, steps));
      } catch (error) {
        if (tries === 5 || !isRetryable(error)) throw error;
      }
    }
  }

  read<T>(steps: () => SqlSteps<T>): Promise<T> {
    return this.#slots.work.use(() => this.#slots.all.use(() => this.#read(steps)));
  }

  async #read<T>(steps: () => SqlSteps<T>): Promise<T> {
    const client = await this.#pool.connect();
    let broken = true;
    try {
      const answer = await runSteps(steps(), (query) => runTogether(client, [query], true));
      broken = false;
      return answer;
    } finally {
      client.release(broken);
    }
  }

  /** One connection is left for the work. */
  runQuery<T>(steps: () => SqlSteps<T>): Promise<T> {
    return this.#slots.queries.use(() => this.#transaction(toBrowse, steps));
  }

  runPage<T>(steps: () => SqlSteps<T>): Promise<T> {
    this.#pages ??= new PostgresEngine(this.#url, patience.page, pageConnections);
    return this.#pages.#transaction(toShowPage, steps);
  }

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

  /** PostgreSQL uses the room again by itself (autovacuum). */
  async shrink(): Promise<boolean> {
    return false;
  }

  explainUnwritable(error: unknown): LocalizedText | undefined {
    return explainUnwritable(error);
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#pages?.close()]);
  }

  #transaction<T>(kind: TransactionKind, steps: () => SqlSteps<T>): Promise<T> {
    return this.#slots.all.use(() => this.#runTransaction(kind, steps));
  }

  async #runTransaction<T>(kind: TransactionKind, steps: () => SqlSteps<T>): Promise<T> {
    const client = await this.#pool.connect();
    let broken = false;
    try {
      return await runTransaction(client, kind, steps());
    } catch (error) {
      // who did not answer this in time will not answer a rollback; the server makes one when the connection is gone
      broken = isLate(error) || !(await rollBack(client));
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

/** Statements whose answer nobody reads that are kept for one call. */
const mostKept = 8;

/** What needs no answer goes to the server with the next one that does, or with the commit. */
async function runTransaction<T>(
  client: PoolClient,
  { begin, isPlannedOnce }: TransactionKind,
  steps: SqlSteps<T>,
): Promise<T> {
  const kept = [...begin];
  const send = (...queries: readonly Query[]) =>
    runTogether(client, [...kept.splice(0), ...queries], isPlannedOnce);
  const answer = await runSteps(steps, async (query) => {
    if (hasSeveralStatements(query)) {
      await send();
      return (await client.query<Row>(query.sql)).rows;
    }
    if (!query.isUnanswered || kept.length === mostKept) return await send(query);
    kept.push(query);
    return [];
  });
  await send(commit);
  return answer;
}

/** A migration: it has no plan, and goes alone. */
const hasSeveralStatements = ({ sql, values }: Query): boolean => values.length === 0 && sql.includes(';');

/** Resolves to the rows of the last one. */
async function runTogether(
  client: PoolClient,
  queries: readonly Query[],
  isPlannedOnce: boolean,
): Promise<readonly Row[]> {
  if (queries.length === 0) return [];
  const known = knownStatements.get(client);
  const hasNames = isPlannedOnce && known !== undefined;
  const statements = queries.map(({ sql, values }) => ({
    ...(hasNames ? nameStatement(sql) : { name: '', text: numberPlaceholders(sql) }),
    values: values.map(encodeValue),
  }));
  const batch = new StatementBatch(statements, known ?? new Set());
  client.query(batch);
  return await batch.rows;
}

const rollBack = (client: PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  );

type NamedText = Omit<Statement, 'values'>;

const namedStatements = new Map<string, NamedText>();

/** Texts that say how many ids they are about come in many shapes: no connection has to know them all. */
const mostNamed = 200;

/** Planning takes longer than carrying out. */
function nameStatement(sql: string): NamedText {
  const known = namedStatements.get(sql);
  if (known !== undefined) return known;
  const text = numberPlaceholders(sql);
  if (namedStatements.size === mostNamed) return { name: '', text };
  const statement = { name: `s${namedStatements.size}`, text };
  namedStatements.set(sql, statement);
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
function encodeValue(value: Query['values'][number]): string | Buffer | null {
  if (value === null) return null;
  if (typeof value === 'number') return `${value}`;
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : Buffer.from(value);
}
