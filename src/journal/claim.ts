import type { ClaimQuery } from './interface.ts';
import {
  type Candidate,
  candidateOf,
  fairly,
  firstUnchecked,
  isBeforeUnchecked,
  lanesInTurn,
  mostOf,
} from './lanes.ts';
import type { Message } from './message.ts';
import { readMessage } from './rows.ts';
import { all, type Dialect, marks, run, type Steps, type Value } from './sql.ts';

/**
 * One message at a time of each order key, in order of arrival (docs/design.md, "Orders and sameness"), lane by lane in turn. First the
 * lanes are asked for, then, where there are some, their messages: who finds nothing to do writes nothing.
 */

/**
 * Milliseconds. Nothing waits for longer than an hour; what is due later than this was written before the clock was put back,
 * and is due now: it must not wait until the clock comes there again.
 */
const farthestDue = 2 * 3_600_000;

/** In somebody's hands: never two of one order key (the index message_in_hand). */
const inHand = "owner is not null and h.state in ('ready', 'waiting')";

const openIn = "m.state in ('ready', 'waiting') and m.direction = ?";

/** Lanes with messages that may be free, beginning after the lane `last`; none that may get no more. */
export function* lanesToClaim(owner: string, query: ClaimQuery, last: string): Steps<readonly string[]> {
  const free = `${openIn} and (m.owner is null or m.owner = ?)`;
  const lanes = yield* lanesInTurn({ condition: free, values: [query.direction, owner] }, last);
  return lanes.filter((lane) => mostIn(lane, query) > 0);
}

/** From these lanes, in this order. */
export function* claim(
  dialect: Dialect,
  owner: string,
  query: ClaimQuery,
  lanes: readonly string[],
): Steps<readonly Message[]> {
  if (!dialect.shared) yield* freeLost(owner, query);
  const picked = fairly(yield* candidatesOf(dialect, owner, query, lanes), query.count, query.held);
  if (picked.length === 0) return [];
  yield* free(picked.flatMap(({ lost }) => lost ?? []));
  const rows = yield* all(
    `update message set owner = ? where id in (${marks(picked)}) returning *`,
    owner,
    ...picked.map(({ id }) => id),
  );
  return rows.map(readMessage).sort((a, b) => a.arrival - b.arrival);
}

const mostIn = (lane: string, { count, held }: ClaimQuery): number =>
  held ? mostOf(count, held.get(lane) ?? 0) : count;

/** Among so many lanes the free hands are shared out at first. */
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
  const share = Math.ceil(query.count / Math.min(lanes.length, lanesAtOnce));
  const ask = (some: readonly string[], most: number) =>
    firstOf(
      dialect,
      owner,
      query,
      some.map((lane) => ({ lane, most: Math.min(most, mostIn(lane, query)) })),
    );
  const found = yield* ask(lanes, share);
  if (found.length >= query.count) return found;
  const counts = Map.groupBy(found, ({ lane }) => lane);
  const more = [...counts.keys()].filter(
    (lane) => counts.get(lane)?.length === share && share < mostIn(lane, query),
  );
  if (more.length === 0) return found;
  const others = found.filter(({ lane }) => !more.includes(lane));
  return [...others, ...(yield* ask(more, query.count))];
}

interface Share {
  readonly lane: string;
  /** Messages of it at most. */
  readonly most: number;
}

/** Asks lane after lane until there are enough: over a network by one query. */
function* firstOf(
  dialect: Dialect,
  owner: string,
  query: ClaimQuery,
  shares: readonly Share[],
): Steps<readonly Candidate[]> {
  if (dialect.shared) return yield* firstOfAll(dialect, owner, query, shares);
  const found: Candidate[] = [];
  for (const { lane, most } of shares) {
    const before = isBeforeUnchecked(query.direction, lane);
    const { sql, values } = firstIn(query, '?', before.condition);
    found.push(...(yield* all(`${sql} limit ?`, lane, ...before.values, ...values, most)).map(candidateOf));
    if (found.length >= query.count) break;
  }
  return found;
}

function* firstOfAll(
  dialect: Dialect,
  owner: string,
  query: ClaimQuery,
  shares: readonly Share[],
): Steps<readonly Candidate[]> {
  const { direction, count } = query;
  // over a network the answer to a claim may be lost
  const { sql, values } = firstIn(
    query,
    'turn.lane',
    'm.arrival < turn.own and m.arrival < turn.older',
    owner,
  );
  const rows = yield* all(
    `select c.* from (
       select lane, most,
         case when lane = '' then ${firstUnchecked('p.direction = ?')} else ${firstUnchecked('p.lane = given.lane')} end as own,
         ${firstUnchecked("p.lane = '' and p.direction = ?")} as older
       from rows from (json_to_recordset(?::json) as (lane text, most int)) with ordinality given (lane, most, n)
       order by n offset 0) turn
     cross join lateral (${sql} limit turn.most${dialect.skipLocked}) c limit ?`,
    direction,
    direction,
    JSON.stringify(shares),
    ...values,
    count,
  );
  return rows.map(candidateOf);
}

/**
 * The first of a lane. What is `owner`'s but not in his hands was claimed when the answer was lost.
 * (With `not exists` PostgreSQL may join all that are open with all that are open, as long as it has not noticed how many there
 * are after an outage: a minute for 10,000.)
 */
function firstIn(
  { direction, due, busy }: ClaimQuery,
  lane: string,
  before: string,
  owner?: string,
): { readonly sql: string; readonly values: readonly Value[] } {
  const isLost = (of: string): string =>
    owner === undefined ? 'false' : `${of}.owner = ? and ${of}.id not in (${marks(busy)})`;
  const lost = owner === undefined ? [] : [owner, ...busy];
  const another = `select h.id from message h where h.order_key = m.order_key and h.id <> m.id and h.${inHand}`;
  const sql = `select m.id, m.arrival, m.lane, m.order_key, (${another} limit 1) as lost from message m
    where m.lane = ${lane} and ${before} and ${openIn} and (m.due <= ? or m.due > ?)
      and (m.owner is null or ${isLost('m')})
      and (select 1 from message p
        where p.order_key = m.order_key and p.arrival < m.arrival and p.released = 0 and p.state <> 'settled' limit 1) is null
      and (${another} and not (${isLost('h')}) limit 1) is null
    order by m.arrival`;
  return { sql, values: [direction, due, due + farthestDue, ...lost, ...lost] };
}

/** Over a network `firstIn` finds it by its one query. */
function* freeLost(owner: string, { direction, busy }: ClaimQuery): Steps<void> {
  const ours = yield* all(`select m.id from message m where m.owner = ? and ${openIn}`, owner, direction);
  const lost = ours.map(({ id }) => Number(id)).filter((id) => !busy.includes(id));
  yield* free(lost);
}

/** What was lost is nobody's, so that another message of its key can be claimed. */
function* free(ids: readonly number[]): Steps<void> {
  if (ids.length > 0) yield* run(`update message set owner = null where id in (${marks(ids)})`, ...ids);
}
