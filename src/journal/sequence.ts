import { isLater } from '../instants.ts';
import { identify, keyText } from './business-keys.ts';
import { settleRow } from './ending.ts';
import type { CheckOnly, ClaimQuery } from './interface.ts';
import { type Candidate, candidateOf, fairly, isBeforeUnchecked, lanesInTurn, mostOf } from './lanes.ts';
import type { Checked, Message } from './message.ts';
import { readMessage } from './rows.ts';
import { all, type Dialect, one, type Row, run, type Steps } from './sql.ts';

/** Milliseconds for which a message in hand is ours without a sign of life. */
export const leaseLength = 20_000;

/**
 * Milliseconds. Nothing waits for longer than an hour; what is due later than this was written before the clock was put back,
 * and is due now: it must not wait until the clock comes there again.
 */
const farthestDue = 2 * 3_600_000;

/** In somebody's hands: never two of one order key (the index message_in_hand). */
const inHand = "owner is not null and h.state in ('ready', 'waiting')";

/**
 * One message at a time of each order key, in order of arrival (README, "Orders and sameness"), lane by lane in turn, beginning
 * after the lane `last`.
 */
export function* claim(
  dialect: Dialect,
  owner: string,
  query: ClaimQuery,
  last: string,
): Steps<readonly Message[]> {
  const open = { condition: openIn, values: [query.direction] };
  const lanes = (yield* lanesInTurn(open, last)).filter((lane) => mostIn(lane, query) > 0);
  const picked = fairly(yield* candidatesOf(dialect, owner, query, lanes), query.count, query.held);
  if (picked.length === 0) return [];
  yield* free(picked.flatMap(({ stale }) => stale ?? []));
  const rows = yield* all(
    `update message set owner = ?, lease = ${dialect.now} + ${leaseLength}
     where id in (${marks(picked)}) returning *`,
    owner,
    ...picked.map(({ id }) => id),
  );
  return rows.map(readMessage).sort((a, b) => a.arrival - b.arrival);
}

const openIn = "m.state in ('ready', 'waiting') and m.direction = ?";

const mostIn = (lane: string, { count, held }: ClaimQuery): number =>
  held ? mostOf(count, held.get(lane) ?? 0) : count;

/** Lanes that are asked by one query. */
const lanesAtOnce = 4;

/**
 * The first due ones of each lane: of many lanes a share of the free hands each, and where that was not enough, of those that
 * have more, more.
 */
function* candidatesOf(
  dialect: Dialect,
  owner: string,
  query: ClaimQuery,
  lanes: readonly string[],
): Steps<readonly Candidate[]> {
  const found: Candidate[] = [];
  const ask = (some: readonly string[], limit: (lane: string) => number) =>
    firstOf(
      dialect,
      owner,
      query,
      some.map((lane) => [lane, limit(lane)]),
    );
  const share = Math.ceil(query.count / Math.max(1, Math.min(lanes.length, lanesAtOnce)));
  for (let at = 0; at < lanes.length && found.length < query.count; at += lanesAtOnce)
    found.push(
      ...(yield* ask(lanes.slice(at, at + lanesAtOnce), (lane) => Math.min(share, mostIn(lane, query)))),
    );
  if (found.length >= query.count) return found;
  const counts = Map.groupBy(found, ({ lane }) => lane);
  const more = [...counts.keys()].filter((lane) => {
    const count = counts.get(lane)?.length ?? 0;
    return count === share && count < mostIn(lane, query);
  });
  if (more.length === 0) return found;
  const others = found.filter(({ lane }) => !more.includes(lane));
  return [...others, ...(yield* ask(more, (lane) => mostIn(lane, query)))];
}

/**
 * (With `not exists` PostgreSQL may join all that are open with all that are open, as long as it has not noticed how many there
 * are after an outage: a minute for 10,000.)
 */
function* firstOf(
  dialect: Dialect,
  owner: string,
  { direction, due, busy }: ClaimQuery,
  lanes: readonly (readonly [lane: string, limit: number])[],
): Steps<readonly Candidate[]> {
  // over a network the answer to a claim may be lost; an embedded journal answers always
  const mine = dialect.shared ? [owner, ...busy] : [];
  const isStale = (of: string): string =>
    dialect.shared
      ? `(${dialect.expired(of)} or ${of}.owner = ? and ${of}.id not in (${marks(busy)}))`
      : 'false';
  const another = 'select h.id from message h where h.order_key = m.order_key and h.id <> m.id and h.';
  const parts = lanes.map(([lane, limit]) => {
    const order = isBeforeUnchecked(direction, lane);
    const sql = `select m.id, m.arrival, m.lane, m.order_key, (${another}${inHand} limit 1) as stale
      from message m
      where ${openIn} and m.lane = ? and (m.due <= ? or m.due > ?) and (m.owner is null or ${isStale('m')})
        and ${order.condition}
        and (select 1 from message p
          where p.order_key = m.order_key and p.arrival < m.arrival and p.released = 0 and p.state <> 'settled' limit 1) is null
        and (${another}${inHand} and not ${isStale('h')} limit 1) is null
      order by m.arrival limit ?${dialect.skipLocked}`;
    return {
      sql,
      values: [direction, lane, due, due + farthestDue, ...mine, ...order.values, ...mine, limit],
    };
  });
  const text = parts.map(({ sql }, n) => `select * from (${sql}) lane${n}`).join(' union all ');
  return (yield* all(text, ...parts.flatMap(({ values }) => values))).map(candidateOf);
}

/** What a dead gateway had in hand is nobody's, so that another message of its key can be claimed. */
function* free(ids: readonly number[]): Steps<void> {
  if (ids.length > 0) yield* run(`update message set owner = null where id in (${marks(ids)})`, ...ids);
}

const marks = (values: readonly unknown[]): string => values.map(() => '?').join() || '-1';

/**
 * The oldest received one of the next lane, but for those in `full`; where several gateways share the journal it becomes ours.
 */
export function* nextToCheck(
  dialect: Dialect,
  owner: string,
  { busy, full, last, only }: CheckQuery,
): Steps<Message | undefined> {
  const lanes = yield* lanesInTurn({ condition: "m.state = 'received'", values: [] }, last);
  for (const lane of lanes) {
    const row = full.includes(lane) ? undefined : yield* nextOf(dialect, owner, lane, busy, only);
    if (row) return readMessage(row);
  }
  return undefined;
}

export interface CheckQuery {
  readonly busy: readonly number[];
  readonly full: readonly string[];
  readonly last: string;
  readonly only: CheckOnly;
}

function* nextOf(
  dialect: Dialect,
  owner: string,
  lane: string,
  busy: readonly number[],
  { except = [], size = { from: 0 } }: CheckOnly,
): Steps<Row | undefined> {
  const [fits, bytes] = 'from' in size ? ['exists', size.from] : ['not exists', size.below];
  const free = `select id from message m where state = 'received' and lane = ? and id not in (${marks(busy)})
    and channel not in (${except.map(() => '?').join() || "''"})
    and ${fits} (select 1 from blob b where b.hash = m.hash and b.size >= ?)`;
  const given = [lane, ...busy, ...except, bytes];
  if (!dialect.shared)
    return yield* one(`select * from message where id in (${free} order by arrival limit 1)`, ...given);
  return yield* one(
    `with free as (${free} and (owner is null or owner = ? or ${dialect.expired('m')})
       order by arrival limit 1${dialect.skipLocked})
     update message set owner = ?, lease = ${dialect.now} + ${leaseLength} where id in (select id from free)
     returning *`,
    ...given,
    owner,
    owner,
  );
}

export function* checked(dialect: Dialect, id: number, result: Checked): Steps<void> {
  const { orderKey, ...identity } = result;
  const key = keyText(orderKey ?? `message:${id}`);
  yield* identify(id, identity);
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
  if (result.lines) yield* supersede(dialect, id, key, result.lines);
}

/**
 * The very same bytes while the copy right before it is not settled yet (README, "Orders and sameness"). What is fetched
 * merges only into a copy whose fetch has not started: one under way may have read the order before it changed.
 */
function* settleDuplicate(dialect: Dialect, id: number, key: string, fetches: boolean): Steps<void> {
  const before = yield* one(
    `select * from message where order_key = ? and arrival < (select arrival from message where id = ?)
     order by arrival desc limit 1${dialect.lock}`,
    key,
    id,
  );
  const row = yield* one('select * from message where id = ?', id);
  if (!before || !row || before.state === 'settled' || before.hash !== row.hash) return;
  const message = readMessage(row);
  if (envelopeOf(readMessage(before)) !== envelopeOf(message)) return;
  const { source, forced, findings } = message;
  if (forced || (fetches && (yield* begun(before))) || !(yield* knowsBefore(message))) return;
  const outcome = source.kind === 'notice' ? 'superseded' : 'duplicate';
  yield* settleRow(dialect, id, outcome, `Message ${before.id} says the same and is not done yet.`, findings);
}

/** The same bytes in another envelope may say something else: other headings, another decimal mark. */
const envelopeOf = ({ source }: Message): string =>
  (source.kind === 'document' ? source.envelope : undefined) ?? '';

/** Is all that came before it in its lane checked? One that is not may be of its key, and say something else. */
function* knowsBefore({ id, direction, lane }: Message): Steps<boolean> {
  const { condition, values } = isBeforeUnchecked(direction, lane);
  return (
    (yield* one(`select 1 as n from message m where id = ? and ${condition}`, id, ...values)) !== undefined
  );
}

/** In hand, or tried before. */
function* begun({ id, state, owner }: Row): Steps<boolean> {
  if (state !== 'ready' || owner !== null) return true;
  return (yield* one('select n from attempt where message = ? limit 1', Number(id))) !== undefined;
}

/** Settles parked messages of the key whose lines are all here, each newer. */
function* supersede(
  dialect: Dialect,
  id: number,
  key: string,
  lines: NonNullable<Checked['lines']>,
): Steps<void> {
  const parked = yield* all(
    `select id, lines from message where order_key = ? and state = 'parked' and lines is not null
       and arrival < (select arrival from message where id = ?)`,
    key,
    id,
  );
  for (const row of parked) {
    if (!contains(lines, JSON.parse(String(row.lines)))) continue;
    yield* settleRow(
      dialect,
      Number(row.id),
      'superseded',
      `Message ${id} says the same of newer date.`,
      undefined,
    );
  }
}

/** Does `newer` hold every line of `older`, each with a later timestamp? What has no lines is about something else. */
function contains(newer: NonNullable<Checked['lines']>, older: unknown): boolean {
  if (newer === 'all') return true;
  if (older === 'all' || typeof older !== 'object' || older === null) return false;
  const lines = Object.entries(older);
  return (
    lines.length > 0 &&
    lines.every(([line, at]) => newer[line] !== undefined && isLater(newer[line], String(at)))
  );
}
