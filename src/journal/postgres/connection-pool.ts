import { type ClientBase, Pool } from 'pg';
import type { Row } from '../sql/sql-engine.ts';

/** Milliseconds; `idle`: that one stays open with nothing to do: orders come in bursts, and firewalls forget connections after some minutes. */
const patience = { connect: 5000, idle: 60_000 };

export type Greet = (client: ClientBase) => Promise<void>;

/** Settings of the server. */
export const planning = {
  // compiling a query of ours, or starting processes that help, takes longer than carrying it out
  always: [
    ...['jit=off', 'max_parallel_workers_per_gather=0'],
    // whatever is usual there: what is confirmed to others is on disk, and at the standby where there is a synchronous one
    'synchronous_commit=on',
  ],
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

/** `statement`: milliseconds that one may take; `max`: connections that are opened; `greet` comes first on each of them. */
export function openConnectionPool(
  url: string,
  statement: number,
  max: number,
  greet: Greet = async () => {},
): Pool {
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
    async onConnect(client) {
      await noteDirect(client);
      await greet(client);
    },
  });
  // a connection that breaks is replaced; whoever uses it then meets the error in the answer. Without these two listeners
  // the whole process would end
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Of each connection to the server itself the names of statements that it knows, until it ends. */
export const knownStatements = new WeakMap<ClientBase, Set<string>>();

/** A pooler between (PgBouncer) tells us a number of its own, and may give each transaction to another process of the server. */
async function noteDirect(client: ClientBase): Promise<void> {
  const { rows } = await client.query<Row>('select pg_backend_pid() as pid');
  if ('processID' in client && client.processID === rows[0]?.pid) knownStatements.set(client, new Set());
}
