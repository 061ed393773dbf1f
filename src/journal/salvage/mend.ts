import type { DatabaseSync } from 'node:sqlite';
import { createFinding } from '../../findings/create-finding.ts';
import type { Language } from '../../types.ts';
import { isIntactState } from '../blobs/packed-state.ts';
import type { Journal } from '../journal.ts';
import { refreshClaimable } from '../sql/claimable-messages.ts';
import { parseMessage } from '../sql/parse-message.ts';
import type { Row } from '../sql/sql-engine.ts';
import { checkBodies, type RowReader } from '../sqlite/check-bodies.ts';
import { isOrderState } from '../work/order-states.ts';
import type { TableLoss } from './salvaged-rows.ts';
import { describeTableLoss } from './table-loss.ts';

/** Makes what was rescued agree again, so that a gateway goes on with it; and says what is lost. */

/** Whoever was under way and of which something is lost is parked: a person decides, and nothing is sent by half. */
export async function mend(
  journal: Journal,
  db: DatabaseSync,
  losses: readonly TableLoss[],
  language: Language,
): Promise<readonly string[]> {
  const all = (sql: string, ...values: readonly (string | number)[]): readonly Row[] =>
    db.prepare(sql).all(...values);
  db.exec('begin');
  db.exec('update message set owner = null, filer = null');
  const unreadable = dropUnreadable(db, all);
  await dropDamagedBodies(db, async (sql, ...values) => db.prepare(sql).all(...values));
  dropDamagedStates(db);
  const messages = [...unreadable, ...ofLostMessages(db, all, losses)];
  restoreFiles(db);
  forgetCounts(db, losses);
  nameDocuments(db);
  const incomplete = all(incompleteMessages);
  forgetMissing(db);
  skipSequences(db);
  db.exec(fillSearch);
  db.exec(refreshClaimable);
  db.exec('commit');
  const parked = await parkIncomplete(journal, incomplete, language);
  const lost = [...losses.flatMap(describeTableLoss), ...messages, ...parked];
  await journal.addHistoryEntry({
    ...{ subject: 'journal', action: 'rescue', who: '', reason: 'It was damaged.' },
    result: lost.length === 0 ? 'All of it could be read.' : lost.join(' ').slice(0, 10_000),
  });
  return lost;
}

type All = (sql: string, ...values: readonly (string | number)[]) => readonly Row[];

/** Rows that can be read, and say what no message says. */
function dropUnreadable(db: DatabaseSync, all: All): readonly string[] {
  const ids = all('select * from message').flatMap((row) => (isMessage(row) ? [] : [Number(row.id)]));
  for (const id of ids) db.prepare('delete from message where id = ?').run(id);
  dropUnreadableStates(db);
  return ids.length === 0 ? [] : [`Of ${ids.length} messages only parts could be read: ${ids.join(', ')}.`];
}

/** One after the other: a journal may know a million orders. */
function dropUnreadableStates(db: DatabaseSync): void {
  const unreadable: string[] = [];
  for (const row of db.prepare('select address, state, packed from order_state').iterate())
    if (!isOrderState(row)) unreadable.push(String(row.address));
  const drop = db.prepare('delete from order_state where address = ?');
  for (const address of unreadable) drop.run(address);
}

function isMessage(row: Row): boolean {
  try {
    parseMessage(row);
    return true;
  } catch {
    return false;
  }
}

async function dropDamagedBodies(db: DatabaseSync, query: RowReader): Promise<void> {
  const drop = ['blob', 'piece'].map((table) => db.prepare(`delete from ${table} where hash = ?`));
  for (let after: string | undefined = ''; after !== undefined; ) {
    const found = await checkBodies(query, after);
    for (const hash of found.damaged) for (const statement of drop) statement.run(hash);
    after = found.last;
  }
}

function dropDamagedStates(db: DatabaseSync): void {
  const damaged: number[] = [];
  for (const { id, hash, body } of db.prepare('select id, hash, body from seen_state').iterate()) {
    const isWhole = hash instanceof Uint8Array && body instanceof Uint8Array && isIntactState(hash, body);
    if (!isWhole) damaged.push(Number(id));
  }
  const drop = db.prepare('delete from seen_state where id = ?');
  for (const id of damaged) drop.run(id);
  db.exec(`update message set seen_state = 0
    where seen_state <> 0 and not exists (select 1 from seen_state s where s.id = seen_state)`);
}

/** Numbers of messages that other tables name and that are not there; what belongs to them goes. */
function ofLostMessages(db: DatabaseSync, all: All, losses: readonly TableLoss[]): readonly string[] {
  const gone = 'message not in (select id from message)';
  const lost = all(
    `select message as id, (select group_concat(value, ', ') from business_key k where k.message = l.message and kind = 'purchase order') as orders
     from (select message from part where ${gone} union select message from business_key where ${gone}
       union select message from attempt where ${gone}) l order by message`,
  );
  for (const table of ['part', 'business_key', 'attempt', 'command', 'finding'])
    db.exec(`delete from ${table} where ${gone}`);
  const hasLost = losses.some(({ table, pages, rows }) => table === 'message' && pages + rows > 0);
  return [
    ...lost.map(({ id, orders }) => `Message ${id}${orders === null ? '' : ` (order ${orders})`} is lost.`),
    ...(hasLost ? unknownNumbers(all, new Set(lost.map(({ id }) => Number(id)))) : []),
  ];
}

/** They may have been deleted by retention as well: nobody can tell. */
function unknownNumbers(all: All, known: ReadonlySet<number>): readonly string[] {
  const gaps = all(
    `select id + 1 as first, next - 1 as last from
       (select id, lead(id) over (order by id) as next from message) where next > id + 1`,
  ).filter(({ first, last }) => !between(Number(first), Number(last)).every((id) => known.has(id)));
  const spans = gaps.map(({ first, last }) => (first === last ? `${first}` : `${first} to ${last}`));
  return spans.length === 0
    ? []
    : [`No message has these numbers any more; they are lost, or were deleted before: ${spans.join(', ')}.`];
}

/** A gap of very many was never given. */
const between = (first: number, last: number): readonly number[] =>
  Array.from({ length: Math.min(last - first + 1, 10_000) }, (_, n) => first + n);

/** Counts whose marks are lost, or the other way round, would count messages twice: all are counted anew. */
function forgetCounts(db: DatabaseSync, losses: readonly TableLoss[]): void {
  const tables = ['hour_count', 'count_mark', 'parking'];
  if (!losses.some(({ table, pages, rows }) => tables.includes(table) && pages + rows > 0)) return;
  for (const table of tables) db.exec(`delete from ${table}`);
}

/** The file of documents that are there: they go on as those of a file that was cut. */
function restoreFiles(db: DatabaseSync): void {
  db.exec(`insert into message (id, arrival, received_at, channel, direction, lane, name, source, state, outcome, reason, hash,
      settled_at, bodies, filed, order_key)
    select parent, min(arrival - number), min(received_at), min(channel), min(direction), min(lane), 'a file that is lost',
      '{"kind":"webhook","method":"POST"}', 'settled', 'split', 'It was lost with damaged pages of the journal.', '',
      min(received_at), 0, 1, 'message:' || parent
    from message d where parent is not null and not exists (select 1 from message f where f.id = d.parent) group by parent`);
}

/** A document whose part is lost, and whose bytes are there. */
function nameDocuments(db: DatabaseSync): void {
  db.exec(`insert into part (message, n, role, hash, at)
    select id, coalesce((select max(n) from part p where p.message = m.id), 0) + 1, 'received', hash, received_at from message m
    where bodies = 1 and exists (select 1 from blob b where b.hash = m.hash)
      and not exists (select 1 from part p where p.message = m.id and p.hash = m.hash)`);
}

const isMissing = 'not exists (select 1 from blob b where b.hash = p.hash)';

const isUnprepared = "not exists (select 1 from part p where p.message = m.id and p.role = 'prepared')";

/**
 * Messages that lost their document, a part, or what was tried of them. Of one that is settled that alone is told where there is no
 * prepared part: it may have been lost with the attempt.
 */
const incompleteMessages = `
  select m.*, not exists (select 1 from part p join blob b on b.hash = p.hash where p.message = m.id and p.hash = m.hash) as document,
    (select group_concat(distinct p.role) from part p where p.message = m.id and p.hash <> m.hash and ${isMissing}) as roles,
    (select coalesce(max(n), 0) > count(*) from part p where p.message = m.id)
      or (exists (select 1 from attempt a where a.message = m.id and a.what = 'deliver')
        and ${isUnprepared}) as parts,
    m.attempts > (select count(*) from attempt a where a.message = m.id) as tries
  from message m where bodies = 1 and (document or roles is not null or parts or (tries and (state <> 'settled' or ${isUnprepared})))
  order by id`;

function forgetMissing(db: DatabaseSync): void {
  db.exec(`delete from part as p where ${isMissing}`);
  db.exec(`update message set bodies = 0 where bodies = 1
    and not exists (select 1 from part p where p.message = message.id and p.hash = message.hash)`);
  db.exec('delete from state_body as s where not exists (select 1 from blob b where b.hash = s.hash)');
}

/** More than a gateway publishes between two looks at its log: no name is given twice, even when the last numbers are lost. */
const skipped = 1000;

function skipSequences(db: DatabaseSync): void {
  db.exec(`update sequence set value = value + ${skipped}`);
  db.exec(`insert into sequence (channel, value)
    select channel, (select max(count, ids) from (select count(*) as count from message),
      (select cast(value as integer) as ids from meta where key = 'ids after'))
    from message where direction = 'outbound' and channel not in (select channel from sequence) group by channel`);
}

/** What is received has no text there yet. */
const fillSearch = `insert or replace into message_text (rowid, name, purchase_order)
  select id, name, (select group_concat(value, ' ') from business_key where message = id) from message where state <> 'received'`;

async function parkIncomplete(
  journal: Journal,
  rows: readonly Row[],
  language: Language,
): Promise<readonly string[]> {
  const told: string[] = [];
  for (const row of rows) {
    const { id, name, state, findings } = parseMessage(row);
    const what = whatOf(row);
    const isOpen = state !== 'settled';
    told.push(`Message ${id} (${name}) has lost ${what}${isOpen ? '; it is parked' : ''}.`);
    if (!isOpen) continue;
    const found = createFinding('body-damaged', { what }, {}, language);
    await journal.park(id, found.message, [...findings, found]);
  }
  return told;
}

function whatOf({ document, roles, parts, tries }: Row): string {
  const each = typeof roles === 'string' ? roles.split(',') : [];
  return [
    ...(document === 1 ? ['its document'] : []),
    ...each.map((role) => `the part ${role}`),
    ...(parts === 1 ? ['some of its parts'] : []),
    ...(tries === 1 ? ['what was tried of it'] : []),
  ].join(', ');
}
