import type { ClaimQuery } from '../journal.ts';
import { mayProbe, noteProbe, outageStandingQuery } from '../lanes/exchange-outage.ts';
import {
  buildFirstUncheckedQuery,
  buildLanesQuery,
  buildSizeCondition,
  buildTurnsQuery,
  type ClaimCandidate,
  computeLaneRoom,
  computeLaneShare,
  isBeforeUnchecked,
  type LaneFilter,
  type LaneShare,
  type LanesInTurn,
  listLanesInTurn,
  parseCandidate,
  parseLanesInTurn,
  shareFairly,
} from '../lanes/lane-turns.ts';
import type { Message } from '../model/message.ts';
import { parseMessage } from '../sql/parse-message.ts';
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
export const farthestDue = 2 * 3_600_000;

/** Messages whose time has come that become claimable at once. */
const dueAtOnce = 500;

/** SQL: none of its order key is in somebody's hands: never are two (the index message_in_hand). */
const isKeyFree = `(select 1 from message h where h.order_key = m.order_key
  and h.owner is not null and h.state in ('ready', 'waiting') limit 1) is null`;

/** Found by its owner: the direction would be looked up first, and with it all that waits. */
const isOursIn = "m.owner = ? and m.state in ('ready', 'waiting') and coalesce(m.direction, '') = ?";

const isClaimableIn = 'm.claimable = 2 and m.owner is null and m.direction = ?';

/** SQL: their time has come, of those that are first of their key. Each side is one look into an index. */
const dueQuery = (most: number, lock = ''): string => `select id from (
    select * from (select id, due from message where claimable = 1 and due <= ? order by due limit ${most}${lock}) come
    union all
    select * from (select id, due from message where claimable = 1 and due > ? order by due limit ${most}${lock}) far) m`;

/** What a look for work finds, by one query. */
export interface ClaimOutlook {
  /** With messages that may be free, in turn. */
  readonly lanes: LanesInTurn;
  /** The time has come of some that wait for it: `wakeDue` makes them claimable. */
  readonly due: boolean;
  /** We have nothing in hand, and something is ours: `listLostClaims` tells what. */
  readonly isLost: boolean;
  /** Undefined: nothing is known against the exchange. Open: it gets probes alone. */
  readonly outage: 'suspected' | 'open' | undefined;
}

export function* lookAhead(owner: string, query: ClaimQuery, last: string): SqlSteps<ClaimOutlook> {
  const { due, direction, busy } = query;
  const lost = `(select 1 from message m where ${isOursIn} and ${buildSizeCondition(query)} limit 1)`;
  const { sql, values } = buildLanesQuery(buildLaneFilter(query), query, last);
  const rows = yield* selectRows(
    `select null as lane, 0 as n, 0 as free, (${dueQuery(1)} limit 1) as first, ${outageStandingQuery} as opened,
       ${lost} as lost
     union all select lane, n, free, 0 as first, 0 as opened, 0 as lost from (${sql}) lanes`,
    due,
    due + farthestDue,
    ...[owner, direction],
    ...values,
  );
  const [{ first, opened, lost: ours } = {}] = rows.filter(({ lane }) => lane === null);
  const isKnown = opened !== null && opened !== undefined;
  return {
    lanes: parseLanesInTurn(rows, query),
    due: first !== null && first !== undefined,
    isLost: busy.length === 0 && ours !== null && ours !== undefined,
    outage: isKnown ? (Number(opened) > 0 ? 'open' : 'suspected') : undefined,
  };
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
export function* listLanesToClaim(query: ClaimQuery, last: string): SqlSteps<LanesInTurn> {
  return yield* listLanesInTurn(buildLaneFilter(query), query, last);
}

const buildLaneFilter = (query: ClaimQuery): LaneFilter => ({
  condition: `${isClaimableIn} and ${buildSizeCondition(query)}`,
  values: [query.direction],
  isChecked: true,
});

/**
 * While an outage is open: the first in line, when it may be asked again. Of those that are due; where none is, the first that will be, so
 * that others are asked for while one document has long pauses. A large one only where there are no small ones.
 */
export function* claimProbe(
  dialect: SqlDialect,
  owner: string,
  query: ClaimQuery,
  last: string,
): SqlSteps<readonly Message[]> {
  if (!(yield* mayProbe(dialect, query.due))) return [];
  if (query.large && (yield* hasSmall())) return [];
  const { held, ...one } = { ...query, count: 1 };
  const { lanes } = yield* listLanesToClaim(one, last);
  const found = lanes.length === 0 ? [] : yield* findCandidates(dialect, one, lanes);
  const first = found[0] ?? (yield* findNextDue(one));
  if (!first) return [];
  yield* noteProbe(first.id);
  return yield* takeInHand(owner, [first]);
}

function* hasSmall(): SqlSteps<boolean> {
  const some =
    "select 1 as n from message where claimable > 0 and direction = 'inbound' and large = 0 limit 1";
  return (yield* selectRow(some)) !== undefined;
}

function* findNextDue(query: ClaimQuery): SqlSteps<ClaimCandidate | undefined> {
  const row = yield* selectRow(
    `select m.id, m.arrival, m.lane, m.order_key from message m
     where m.claimable = 1 and m.owner is null and m.direction = ? and ${buildSizeCondition(query)}
       and m.arrival < ${buildFirstUncheckedQuery('m.lane')} and ${isKeyFree}
     order by m.due limit 1`,
    query.direction,
  );
  return row && parseCandidate(row);
}

/** SQL: the exchange may be sent to. (Of the other direction all go all the same.) */
const hasNoOutage = "(m.direction <> 'inbound' or (select 1 from outage where opened is not null) is null)";

/** From these lanes, in this order. */
export function* claim(
  dialect: SqlDialect,
  owner: string,
  query: ClaimQuery,
  lanes: readonly string[],
): SqlSteps<readonly Message[]> {
  const found = yield* findCandidates(dialect, query, lanes, hasNoOutage);
  const picked = shareFairly(found, query.count, query.held);
  return picked.length === 0 ? [] : yield* takeInHand(owner, picked);
}

function* takeInHand(owner: string, picked: readonly ClaimCandidate[]): SqlSteps<readonly Message[]> {
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
  condition = 'true',
): SqlSteps<readonly ClaimCandidate[]> {
  const share = computeLaneShare(query.count, lanes.length);
  const ask = (some: readonly string[], most: number) =>
    findFirstOfLanes(
      dialect,
      query,
      some.map((lane) => ({ lane, most: Math.min(most, computeLaneRoom(lane, query)) })),
      condition,
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
  condition: string,
): SqlSteps<readonly ClaimCandidate[]> {
  if (dialect.shared) return yield* findFirstByOneQuery(dialect, query, shares, condition);
  const found: ClaimCandidate[] = [];
  for (const { lane, most } of shares) {
    const { sql, values } = buildFirstOfLaneQuery(query, '?', `${isBeforeUnchecked} and ${condition}`);
    found.push(...(yield* selectRows(`${sql} limit ?`, lane, lane, ...values, most)).map(parseCandidate));
    if (found.length >= query.count) break;
  }
  return found;
}

function* findFirstByOneQuery(
  dialect: SqlDialect,
  query: ClaimQuery,
  shares: readonly LaneShare[],
  condition: string,
): SqlSteps<readonly ClaimCandidate[]> {
  const free = `m.arrival < turn.unchecked and ${condition}`;
  const { sql, values } = buildFirstOfLaneQuery(query, 'turn.lane', free);
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
  condition: string,
): { readonly sql: string; readonly values: readonly Value[] } {
  const sql = `select m.id, m.arrival, m.lane, m.order_key from message m
    where m.lane = ${lane} and ${condition} and ${isClaimableIn} and ${buildSizeCondition(query)} and ${isKeyFree}
    order by m.arrival`;
  return { sql, values: [query.direction] };
}
