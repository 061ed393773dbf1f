import type { ClaimQuery } from '../journal.ts';
import {
  buildFirstUncheckedQuery,
  buildSizeCondition,
  buildTurnsQuery,
  type ClaimCandidate,
  computeLaneRoom,
  computeLaneShare,
  isBeforeUnchecked,
  type LaneShare,
  listLanesInTurn,
  parseCandidate,
  shareFairly,
} from '../lanes/lane-turns.ts';
import type { Message } from '../model/message.ts';
import { parseMessage } from '../sql/parse-rows.ts';
import {
  execute,
  placeholders,
  type SqlDialect,
  type SqlSteps,
  selectRow,
  selectRows,
  type Value,
} from '../sql/sql-engine.ts';

/**
 * One message at a time of each order key, in order of arrival (docs/design.md, "Orders and sameness"), lane by lane in turn. First the
 * lanes are asked for, then, where there are some, their messages: who finds nothing to do writes nothing.
 */

/**
 * Milliseconds. Nothing waits for longer than an hour; what is due later than this was written before the clock was put back,
 * and is due now: it must not wait until the clock comes there again.
 */
const farthestDue = 2 * 3_600_000;

/** Messages whose time has come that become claimable at once. */
const dueAtOnce = 500;

/** In somebody's hands: never two of one order key (the index message_in_hand). */
const isInHand = "owner is not null and h.state in ('ready', 'waiting')";

/** Found by its owner: the direction would be looked up first, and with it all that waits. */
const isOursIn = "m.owner = ? and m.state in ('ready', 'waiting') and coalesce(m.direction, '') = ?";

const isClaimableIn = 'm.claimable = 2 and m.owner is null and m.direction = ?';

/** SQL: their time has come, of those that are first of their key. Each side is one look into an index. */
const dueQuery = (most: number, lock = ''): string => `select id from (
    select * from (select id, due from message where claimable = 1 and due <= ? order by due limit ${most}${lock}) come
    union all
    select * from (select id, due from message where claimable = 1 and due > ? order by due limit ${most}${lock}) far) m`;

/** Has the time come of some that wait for it? Then `wakeDue` makes them claimable. */
export function* hasDue({ due }: ClaimQuery): SqlSteps<boolean> {
  return (yield* selectRow(`${dueQuery(1)} limit 1`, due, due + farthestDue)) !== undefined;
}

/** Those of which somebody changes something at this moment are taken by the next look. */
export function* wakeDue(dialect: SqlDialect, { due }: ClaimQuery): SqlSteps<void> {
  yield* execute(
    `update message set claimable = 2 where id in (${dueQuery(dueAtOnce, dialect.skipLocked)}) and claimable = 1`,
    due,
    due + farthestDue,
  );
}

/**
 * What is ours and in no hand: it was claimed when the answer was lost, or left by a config that ended while the journal could
 * not be written.
 */
export function* listLostClaims(owner: string, query: ClaimQuery): SqlSteps<readonly number[]> {
  const { direction, busy } = query;
  const ours = yield* selectRows(
    `select m.id from message m where ${isOursIn} and ${buildSizeCondition(query)}`,
    owner,
    direction,
  );
  return ours.map(({ id }) => Number(id)).filter((id) => !busy.includes(id));
}

/** Lanes with messages that may be free, beginning after the lane `last`; none that may get no more. */
export function* listLanesToClaim(query: ClaimQuery, last: string): SqlSteps<readonly string[]> {
  const condition = `${isClaimableIn} and ${buildSizeCondition(query)}`;
  const free = { condition, values: [query.direction] };
  const lanes = yield* listLanesInTurn(free, last);
  return lanes.filter((lane) => computeLaneRoom(lane, query) > 0);
}

/** From these lanes, in this order. */
export function* claim(
  dialect: SqlDialect,
  owner: string,
  query: ClaimQuery,
  lanes: readonly string[],
): SqlSteps<readonly Message[]> {
  const picked = shareFairly(yield* findCandidates(dialect, query, lanes), query.count, query.held);
  if (picked.length === 0) return [];
  const rows = yield* selectRows(
    `update message set owner = ? where id in (${placeholders(picked)}) returning *`,
    owner,
    ...picked.map(({ id }) => id),
  );
  return rows.map(parseMessage).sort((a, b) => a.arrival - b.arrival);
}

/**
 * The first due ones of each lane: of many lanes a share of the free hands each, and where that was not enough, of those that
 * have more, more.
 */
function* findCandidates(
  dialect: SqlDialect,
  query: ClaimQuery,
  lanes: readonly string[],
): SqlSteps<readonly ClaimCandidate[]> {
  const share = computeLaneShare(query.count, lanes.length);
  const ask = (some: readonly string[], most: number) =>
    findFirstOfLanes(
      dialect,
      query,
      some.map((lane) => ({ lane, most: Math.min(most, computeLaneRoom(lane, query)) })),
    );
  const found = yield* ask(lanes, share);
  if (found.length >= query.count) return found;
  const counts = Map.groupBy(found, ({ lane }) => lane);
  const more = [...counts.keys()].filter(
    (lane) => counts.get(lane)?.length === share && share < computeLaneRoom(lane, query),
  );
  if (more.length === 0) return found;
  const others = found.filter(({ lane }) => !more.includes(lane));
  return [...others, ...(yield* ask(more, query.count))];
}

/** Asks lane after lane until there are enough: over a network by one query. */
function* findFirstOfLanes(
  dialect: SqlDialect,
  query: ClaimQuery,
  shares: readonly LaneShare[],
): SqlSteps<readonly ClaimCandidate[]> {
  if (dialect.shared) return yield* findFirstByOneQuery(dialect, query, shares);
  const found: ClaimCandidate[] = [];
  for (const { lane, most } of shares) {
    const { sql, values } = buildFirstOfLaneQuery(query, '?', isBeforeUnchecked);
    found.push(...(yield* selectRows(`${sql} limit ?`, lane, lane, ...values, most)).map(parseCandidate));
    if (found.length >= query.count) break;
  }
  return found;
}

function* findFirstByOneQuery(
  dialect: SqlDialect,
  query: ClaimQuery,
  shares: readonly LaneShare[],
): SqlSteps<readonly ClaimCandidate[]> {
  const { sql, values } = buildFirstOfLaneQuery(query, 'turn.lane', 'm.arrival < turn.unchecked');
  const rows = yield* selectRows(
    buildTurnsQuery(sql, dialect, `, ${buildFirstUncheckedQuery('given.lane')} as unchecked`),
    JSON.stringify(shares),
    ...values,
    query.count,
  );
  return rows.map(parseCandidate);
}

/** The first of a lane. One that was released may be in hand still: then its key is. */
function buildFirstOfLaneQuery(
  query: ClaimQuery,
  lane: string,
  before: string,
): { readonly sql: string; readonly values: readonly Value[] } {
  const sql = `select m.id, m.arrival, m.lane, m.order_key from message m
    where m.lane = ${lane} and ${before} and ${isClaimableIn} and ${buildSizeCondition(query)}
      and (select 1 from message h where h.order_key = m.order_key and h.${isInHand} limit 1) is null
    order by m.arrival`;
  return { sql, values: [query.direction] };
}
