import { isLater } from '../instants.ts';
import { settleRow } from './ending.ts';
import type { ClaimQuery } from './interface.ts';
import type { Checked, Identity, Message } from './message.ts';
import { readMessage } from './rows.ts';
import { all, type Dialect, one, type Row, run, type Steps } from './sql.ts';

/** Milliseconds for which a message in hand is ours without a sign of life. */
export const leaseLength = 20_000;

/**
 * One message at a time of each order key, in order of arrival (README, "Orders and sameness"). A received one holds back all of its
 * direction: its key is not known yet. (With `not exists` PostgreSQL may join all that are open with all that are open, as long
 * as it has not noticed how many there are after an outage: a minute for 10,000.)
 */
export function* claim(
  dialect: Dialect,
  owner: string,
  { direction, count, due, busy }: ClaimQuery,
): Steps<readonly Message[]> {
  // over a network the answer to a claim may be lost; an embedded journal answers always
  const lost = dialect.shared ? `or (owner = ? and id not in (${marks(busy)}))` : '';
  const rows = yield* all(
    `with free as (
       select id from message m
       where state in ('ready', 'waiting') and direction = ? and due <= ? and (owner is null or ${dialect.expired('m')} ${lost})
         and (select 1 from message p
           where p.order_key = m.order_key and p.id < m.id and p.released = 0 and p.state <> 'settled' limit 1) is null
         and (select 1 from message p
           where p.direction = m.direction and p.id < m.id and p.state = 'received' limit 1) is null
       order by id limit ?${dialect.skipLocked})
     update message set owner = ?, lease = ${dialect.now} + ${leaseLength} where id in (select id from free)
     returning *`,
    direction,
    due,
    ...(dialect.shared ? [owner, ...busy] : []),
    count,
    owner,
  );
  return rows.map(readMessage).sort((a, b) => a.id - b.id);
}

const marks = (ids: readonly number[]): string => ids.map(() => '?').join() || '-1';

/** The oldest received one; where several gateways share the journal it becomes ours. */
export function* nextToCheck(
  dialect: Dialect,
  owner: string,
  busy: readonly number[],
): Steps<Message | undefined> {
  const free = `select id from message m where state = 'received' and id not in (${marks(busy)})`;
  const row = dialect.shared
    ? yield* one(
        `with free as (${free} and (owner is null or owner = ? or ${dialect.expired('m')})
           order by id limit 1${dialect.skipLocked})
         update message set owner = ?, lease = ${dialect.now} + ${leaseLength} where id in (select id from free)
         returning *`,
        ...busy,
        owner,
        owner,
      )
    : yield* one(`select * from message where id in (${free} order by id limit 1)`, ...busy);
  return row && readMessage(row);
}

export function* checked(dialect: Dialect, id: number, result: Checked): Steps<void> {
  const key = result.orderKey ?? `message:${id}`;
  yield* identify(id, result);
  yield* run(
    `update message set state = 'ready', owner = null, order_key = ?, issued = ?, gather = ?, lines = ?, findings = ?
     where id = ? and state = 'received'`,
    key,
    result.issued ?? null,
    result.gather ? JSON.stringify(result.gather) : null,
    result.lines ? JSON.stringify(result.lines) : null,
    JSON.stringify(result.findings),
    id,
  );
  yield* settleDuplicate(dialect, id, key, (result.gather?.what ?? 'upload') !== 'upload');
  if (result.lines) yield* supersede(id, key, result.lines);
}

export function* identify(id: number, { address, purchaseOrderNumber }: Identity): Steps<void> {
  yield* run(
    'update message set address = coalesce(?, address), purchase_order = coalesce(?, purchase_order) where id = ?',
    address ?? null,
    purchaseOrderNumber ?? null,
    id,
  );
}

/**
 * The very same bytes while the copy right before it is not settled yet (README, "Orders and sameness"). What is fetched
 * merges only into a copy whose fetch has not started: one under way may have read the order before it changed.
 */
function* settleDuplicate(dialect: Dialect, id: number, key: string, fetches: boolean): Steps<void> {
  const before = yield* one(
    `select * from message where order_key = ? and id < ? order by id desc limit 1${dialect.lock}`,
    key,
    id,
  );
  const row = yield* one('select * from message where id = ?', id);
  if (!before || !row || before.state === 'settled' || before.hash !== row.hash) return;
  const { source, forced, findings } = readMessage(row);
  if (forced || (fetches && (yield* begun(before)))) return;
  const outcome = source.kind === 'notice' ? 'superseded' : 'duplicate';
  yield* settleRow(id, outcome, `Message ${before.id} says the same and is not done yet.`, findings);
}

/** In hand, or tried before. */
function* begun({ id, state, owner }: Row): Steps<boolean> {
  if (state !== 'ready' || owner !== null) return true;
  return (yield* one('select n from attempt where message = ? limit 1', Number(id))) !== undefined;
}

/** Settles parked messages of the key whose lines are all here, each newer. */
function* supersede(id: number, key: string, lines: NonNullable<Checked['lines']>): Steps<void> {
  const parked = yield* all(
    "select id, lines from message where order_key = ? and id < ? and state = 'parked' and lines is not null",
    key,
    id,
  );
  for (const row of parked) {
    if (!contains(lines, JSON.parse(String(row.lines)))) continue;
    yield* settleRow(Number(row.id), 'superseded', `Message ${id} says the same of newer date.`, undefined);
  }
}

/** Does `newer` hold every line of `older`, each with a later timestamp? */
function contains(newer: NonNullable<Checked['lines']>, older: unknown): boolean {
  if (newer === 'all') return true;
  if (older === 'all' || typeof older !== 'object' || older === null) return false;
  return Object.entries(older).every(
    ([line, at]) => newer[line] !== undefined && isLater(newer[line], String(at)),
  );
}
