import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openPostgresJournal } from '../../src/journal/postgres/open-postgres.ts';
import { openSqliteJournal } from '../../src/journal/sqlite/open-sqlite.ts';
import { queryPostgres } from '../../src/journal/testkit/postgres-server.ts';

/**
 * Journals as pages meet them, made by one statement: 20 channels, half of them outbound; a tenth is parked for 41 causes, one message
 * in a hundred was refused, and as many were ignored, discarded or wait. A message every 30 seconds, the last one now. Message n is
 * about order VM26000000 + n, of one of 500 parties.
 */

const first = (n: string, digits: number): string => `(${n} % ${digits})`;

const columns =
  'received_at, channel, lane, direction, name, source, state, outcome, reason, order_key, purchase_order, hash, settled_at, filed, arrival, findings, cause, cause_value';

/** `instant`: SQL, of a number of seconds before now. */
const values = (n: string, count: number, instant: (seconds: string) => string): string => {
  const parked = `${first(n, 10)} = 3`;
  const refused = `${first(n, 100)} = 7`;
  const code = `case when ${parked} then 'table-miss' when ${refused} then 'date-invalid' end`;
  const value = `case when ${first(n, 20)} = 3 then 'STK' else 'U' || ${first(`(${n} / 10)`, 40)} end`;
  return `${instant(`(${count} - ${n}) * 30`)}, 'channel-' || ${first(n, 20)}, 'lane-' || ${first(n, 20)},
    case when ${first(n, 20)} < 10 then 'inbound' else 'outbound' end, 'export-' || (${n} * 7919 % 10000019) || '.xml',
    '{"kind":"webhook","method":"POST"}',
    case when ${parked} then 'parked' when ${first(n, 1000)} = 11 then 'waiting' else 'settled' end,
    case when ${parked} or ${first(n, 1000)} = 11 then null when ${refused} then 'rejected' when ${first(n, 100)} = 8 then 'ignored'
      when ${first(n, 100)} = 9 then 'discarded' else 'delivered' end,
    'The exchange took it (200).', 'inbound/buyer/c/VM' || (26000000 + ${n}), 'VM' || (26000000 + ${n}), 'hash',
    case when ${parked} or ${first(n, 1000)} = 11 then null else ${instant(`(${count} - ${n}) * 30`)} end, 1, ${n} * 1048576,
    case when ${parked} or ${refused} then '[{"code":"' || (${code}) || '","severity":"' ||
      case when ${parked} then 'park' else 'error' end || '","message":"It is not known.","advice":"Add it.","path":"/Order/Line","value":"' ||
      (${value}) || '"}]' else '[]' end,
    ${code}, case when ${parked} or ${refused} then ${value} end`;
};

const keys = `insert into business_key (message, kind, value) select id, 'purchase order', purchase_order from message;
  insert into business_key (message, kind, value) select id, 'party', 'P' || (id % 500) from message`;

const sqliteInstant = (seconds: string): string =>
  `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (${seconds}) || ' seconds')`;

export async function fillBrowsedSqlite(folder: string, count: number): Promise<string> {
  const path = join(folder, 'pages.db');
  await openSqliteJournal(path).close();
  const db = new DatabaseSync(path);
  db.exec(`pragma synchronous = off; begin;
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into message (${columns}) select ${values('n', count, sqliteInstant)} from numbers;
    insert into message_text (rowid, name, purchase_order) select id, name, purchase_order from message;
    ${keys};
    commit; pragma wal_checkpoint(truncate)`);
  db.close();
  return path;
}

const postgresInstant = (seconds: string): string =>
  `to_char(now() at time zone 'utc' - (${seconds}) * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Fills a database in which there is nothing yet. */
export async function fillBrowsedPostgres(url: string, count: number): Promise<void> {
  await (await openPostgresJournal(url)).close();
  if ((await queryPostgres(url, 'select 1 from message limit 1')).length > 0) return;
  await queryPostgres(
    url,
    `insert into message (${columns}) select ${values('n', count, postgresInstant)} from generate_series(1::bigint, ${count}) n`,
  );
  await queryPostgres(url, keys);
  await queryPostgres(url, 'vacuum analyze');
  // the filling is not to be written out while something is measured
  await queryPostgres(url, 'checkpoint');
}
