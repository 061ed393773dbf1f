import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openPostgresJournal } from '../../src/journal/postgres/open-postgres.ts';
import { openSqliteJournal } from '../../src/journal/sqlite/open-sqlite.ts';
import type { PostgresServer } from '../../src/journal/testkit/postgres-server.ts';
import { sha256 } from '../../src/text/sha256.ts';

/** Journals with a great many settled messages, made by one statement. Message n is about order VM26000000 + n. */

const columns =
  'received_at, channel, lane, direction, name, source, state, outcome, reason, order_key, purchase_order, hash, settled_at, filed, arrival';

const values = (n: string) => `
  '2026-03-01T10:00:00.000Z', case ${n} % 5 when 0 then 'responses' else 'orders' end, 'orders', 'inbound',
  'export-' || (${n} * 7919 % 10000019) || '.xml', '{"kind":"webhook","method":"POST"}', 'settled',
  case ${n} % 10 when 0 then 'rejected' else 'delivered' end, 'The exchange took it (200).',
  'inbound/buyer/c/VM' || (26000000 + ${n}), 'VM' || (26000000 + ${n}), '${sha256(Buffer.from(''))}',
  '2026-03-01T10:00:01.000Z', 1, ${n} * 1048576`;

const keys =
  "insert into business_key (message, kind, value) select id, 'purchase order', purchase_order from message";

export async function fillSqlite(folder: string, count: number): Promise<string> {
  const path = join(folder, 'journal.db');
  await openSqliteJournal(path).close();
  const db = new DatabaseSync(path);
  db.exec(`pragma synchronous = off; begin;
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into message (${columns}) select ${values('n')} from numbers;
    insert into message_text (rowid, name, purchase_order) select id, name, purchase_order from message;
    ${keys};
    commit; pragma wal_checkpoint(truncate); analyze`);
  db.close();
  return path;
}

export async function fillPostgres(server: PostgresServer, count: number): Promise<string> {
  const url = await server.database();
  await (await openPostgresJournal(url)).close();
  await server.run(
    url,
    `insert into message (${columns}) select ${values('n')} from generate_series(1::bigint, ${count}) n`,
  );
  await server.run(url, keys);
  await server.run(url, 'vacuum analyze message, business_key');
  // the filling is not to be written out while something is measured
  await server.run(url, 'checkpoint');
  return url;
}
