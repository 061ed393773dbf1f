import { execute, type SqlDialect, type SqlSteps, selectRow } from '../sql/sql-engine.ts';
import { errorCodeOf } from './postgres-errors.ts';

/**
 * A standby that takes over begins a timeline of its own. Was it one that commits did not wait for, it may not know the last of them:
 * what was received, sent or published then has happened all the same.
 */

/** SQL: which timeline the server writes; empty: it is a standby. */
const timeline =
  "case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end";

/** SQL: commits wait for a standby. */
const isSynchronous = "current_setting('synchronous_standby_names') <> ''";

/** More numbers than are given while a standby lags behind. */
const skipped = 100_000;

/**
 * Notes which server it is, and whether its commits wait for a standby: on each new connection before anything else, and again and again.
 * Resolves to true where another one has taken over that may have forgotten commits; once for all gateways. Then no number is given twice,
 * and of what may have been sent already the journal says so ("possibly twice").
 */
export function* noteServer(dialect: SqlDialect): SqlSteps<boolean> {
  const server = yield* selectRow(
    `select ${timeline} as timeline, ${isSynchronous} as waits, (select value from meta where key = 'server') as noted`,
  );
  const noted = `${server?.timeline} ${server?.waits === true ? 'synchronous' : 'alone'}`;
  if (server?.timeline === '' || server?.noted === noted) return false;
  const before = yield* selectRow(`select value from meta where key = 'server'${dialect.lock}`);
  yield* execute(
    "insert into meta (key, value) values ('server', ?) on conflict (key) do update set value = excluded.value",
    noted,
  );
  const [old, how] = String(before?.value ?? noted).split(' ');
  if (old === server?.timeline || how === 'synchronous') return false;
  yield* skipNumbers(dialect);
  yield* admitSending(dialect);
  // all turns at folders and searches begin anew: what one had taken and the journal has forgotten goes back, before what comes now
  yield* execute('delete from lease');
  return true;
}

/** Of all that is open, and of files from before that are received now. */
function* admitSending({ now }: SqlDialect): SqlSteps<void> {
  yield* execute(
    "update message set possibly_twice = 1 where direction = 'inbound' and state in ('received', 'ready', 'waiting')",
  );
  yield* execute(
    `insert into meta (key, value) values ('forgot', ${now}::text) on conflict (key) do update set value = excluded.value`,
  );
}

/** Codes with which a server says that it does not tell its timeline: not supported, not permitted, no such function. */
const untold = ['0A000', '42501', '42883'];

/** What `note` says; false where the server does not tell its timeline, as those that somebody else runs may do. */
export async function noticeChange(note: () => Promise<boolean>): Promise<boolean> {
  try {
    return await note();
  } catch (error) {
    if (untold.includes(errorCodeOf(error))) return false;
    throw error;
  }
}

/** As after a restored backup (docs/journal.md). */
function* skipNumbers({ nextId }: SqlDialect): SqlSteps<void> {
  yield* execute(`select setval(pg_get_serial_sequence('message', 'id'), ${nextId} + ${skipped})`);
  yield* execute(`update sequence set value = value + ${skipped}`);
  yield* execute(
    `insert into meta (key, value) values ('sequences after', '${skipped}')
     on conflict (key) do update set value = (meta.value::bigint + ${skipped})::text`,
  );
}

/** What the log says then. */
export const serverChanged =
  'Another PostgreSQL server answers than before (a standby took over, or a copy was put in place), and commits did not wait for it. ' +
  'What was received, sent or published in the last moments before may be missing in it. What is open counts as possibly sent twice, ' +
  'and numbers go on from higher ones. See docs/several-gateways.md.';
