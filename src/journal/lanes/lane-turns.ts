import type { CapacityQuery } from '../journal.ts';
import { type Row, type SqlDialect, type SqlSteps, selectRows, type Value } from '../sql/sql-engine.ts';

/**
 * Lanes take turns: a folder full of files delays no other one. A lane is what has one order of arrival (docs/design.md,
 * "Orders and sameness").
 */

/** SQL: messages of some lanes, and the values of its marks. */
export interface LaneFilter {
  readonly condition: string;
  readonly values: readonly Value[];
  /** Nothing of a lane comes before the first that is unchecked. */
  readonly isChecked?: boolean;
}

/** All lanes that have such messages. Each costs one look into an index, however many messages it has. */
export function* listLanes({ condition, values }: LaneFilter): SqlSteps<readonly string[]> {
  const next = buildNextLaneQuery(condition);
  const rows = yield* selectRows(
    `with recursive turn (lane) as (
       select ${next('')}
       union all select ${next('and m.lane > turn.lane')} from turn where turn.lane is not null)
     select lane from turn where lane is not null`,
    ...values,
    ...values,
  );
  return rows.map(({ lane }) => String(lane));
}

/** Lanes that one look goes through, beside those that have messages in its hands: with a hundred, the others have their turn later. */
const lanesOfLook = 32;

/** Some lanes in turn. */
export interface LanesInTurn {
  readonly lanes: readonly string[];
  /** The one after which the next look begins, where these were not all. */
  readonly next: string | undefined;
}

/** The next lanes that have such messages, in turn after `last`; none that may get no more. */
export function* listLanesInTurn(
  filter: LaneFilter,
  query: CapacityQuery,
  last: string,
): SqlSteps<LanesInTurn> {
  const { sql, values } = buildLanesQuery(filter, query, last);
  return parseLanesInTurn(yield* selectRows(sql, ...values), query);
}

const computeMostLanes = ({ held }: CapacityQuery): number => lanesOfLook + (held?.size ?? 0);

/**
 * SQL: after the last one comes the first again, until all were there. Each table that a query names costs a server's connection a tenth of a
 * millisecond or two to plan, so none is named twice.
 */
export function buildLanesQuery(filter: LaneFilter, query: CapacityQuery, last: string) {
  const { condition, values, isChecked = false } = filter;
  const next = buildNextLaneQuery(condition);
  const first = `(select m.arrival from message m where ${condition} and m.lane = turn.lane order by m.arrival limit 1)`;
  const isFree = isChecked ? `${first} < ${buildFirstUncheckedQuery('turn.lane')}` : 'true';
  const sql = `with recursive turn (lane, first, n) as (
       select cast(? as text), cast(null as text), 0
       union all select coalesce(${next('and m.lane > turn.lane')}, ${next('')}),
           case when turn.n = 1 then turn.lane else turn.first end, turn.n + 1 from turn
         where turn.lane is not null and turn.n < ? and (turn.n < 2 or turn.lane <> turn.first))
     select lane, n, case when ${isFree} then 1 else 0 end as free from turn
     where lane is not null and n > 0 and (n = 1 or lane <> first)`;
  const all = [last, ...values, ...values, computeMostLanes(query)];
  return { sql, values: isChecked ? [...all, ...values] : all };
}

/** SQL: the first lane of those. */
const buildNextLaneQuery = (condition: string) => (after: string) =>
  `(select m.lane from message m where ${condition} ${after} order by m.lane limit 1)`;

/** The rows of such a query, maybe with others that name no lane. */
export function parseLanesInTurn(rows: readonly Row[], query: CapacityQuery): LanesInTurn {
  const inTurn = rows
    .filter(({ lane }) => lane !== null)
    .toSorted((a, b) => Number(a.n) - Number(b.n))
    .map(({ lane, free }) => ({ lane: String(lane), isFree: Number(free) === 1 }));
  const free = inTurn.filter(({ lane, isFree }) => isFree && computeLaneRoom(lane, query) > 0);
  return {
    lanes: free.map(({ lane }) => lane),
    next: inTurn.length < computeMostLanes(query) ? undefined : inTurn.at(-1)?.lane,
  };
}

/** Goes on from some lanes to the next ones, once round, until something is taken. */
export async function takeInTurn<T>(
  list: (last: string) => Promise<LanesInTurn>,
  take: (lanes: readonly string[]) => Promise<readonly T[]>,
  last: string,
): Promise<readonly T[]> {
  for (let [after, rounds] = [last, 0]; ; ) {
    const { lanes, next } = await list(after);
    const taken = lanes.length === 0 ? [] : await take(lanes);
    if (taken.length > 0 || next === undefined) return taken;
    if (next <= after) rounds += 1;
    // where no lane comes after `last` any more, the second round tells
    if (rounds > 1 || (rounds === 1 && next >= last)) return [];
    after = next;
  }
}

/** The one of these lanes, to which it was given in turn, after which the others begin the next time. */
export function resolveLastLane(lanes: readonly string[], last: string): string {
  const sorted = [...lanes].sort();
  return sorted.filter((lane) => lane <= last).at(-1) ?? sorted.at(-1) ?? last;
}

/** SQL: the arrival of the first of a lane that is unchecked: the order keys of it and of what follows are not known yet. */
export const buildFirstUncheckedQuery = (lane: string): string =>
  `coalesce((select p.arrival from message p where p.state = 'received' and p.lane = ${lane}
    order by p.arrival limit 1), ${Number.MAX_SAFE_INTEGER})`;

/** SQL: `m`, of the lane `?`, came before that one. */
export const isBeforeUnchecked = `m.arrival < ${buildFirstUncheckedQuery('?')}`;

/**
 * How many more a lane may get: `count` places are free, and it has `held` already. It never gets more than
 * stay free.
 */
export const computeLaneLimit = (count: number, held: number): number =>
  Math.max(0, Math.floor((count + held + 1) / 2) - held);

/** How many of that lane these hands may get. */
export const computeLaneRoom = (lane: string, { count, held }: CapacityQuery): number =>
  held ? computeLaneLimit(count, held.get(lane) ?? 0) : count;

/** SQL: `m` is for these hands. */
export const buildSizeCondition = ({ large }: CapacityQuery): string =>
  large === undefined ? 'true' : `m.large = ${large ? 1 : 0}`;

/** Among so many lanes the free hands are shared out at first. */
const lanesAtOnce = 4;

/** What one look takes of a lane. */
export interface LaneShare {
  readonly lane: string;
  /** Messages of it at most. */
  readonly most: number;
}

/**
 * SQL: the first ones of each of some lanes, in turn, by one query: `first` are those of `turn.lane`, in the order of their
 * arrival; `more`: further columns of `turn`, made of `given.lane`. Marks: the shares as JSON, those of `first`, how many in all.
 */
export const buildTurnsQuery = (first: string, { skipLocked }: SqlDialect, more = ''): string =>
  `select c.* from (
     select lane, most${more} from rows from (json_to_recordset(?::json) as (lane text, most int)) with ordinality given (lane, most, n)
     order by n offset 0) turn
   cross join lateral (${first} limit turn.most${skipLocked}) c limit ?`;

/** How many of each lane are looked for at first, where so many lanes share so many hands. */
export const computeLaneShare = (count: number, lanes: number): number =>
  Math.ceil(count / Math.min(lanes, lanesAtOnce));

export interface ClaimCandidate {
  readonly id: number;
  readonly arrival: number;
  readonly lane: string;
  readonly key: string;
}

export const parseCandidate = ({ id, arrival, lane, order_key }: Row): ClaimCandidate => ({
  id: Number(id),
  arrival: Number(arrival),
  lane: String(lane),
  key: String(order_key),
});

/**
 * Those that get one of `count` free hands: one of each lane after the other, first the lanes that have fewest in hand. Of two
 * of one key the later one has to wait. `held`: how many of each lane are in hand; without it one lane may have all.
 */
export function shareFairly(
  candidates: readonly ClaimCandidate[],
  count: number,
  held: ReadonlyMap<string, number> | undefined,
): readonly ClaimCandidate[] {
  const levels = new Map(held);
  const first = candidates.filter((one) => !candidates.some((other) => isEarlierOfKey(other, one)));
  const ranked = first.map((candidate) => {
    const level = (levels.get(candidate.lane) ?? 0) + 1;
    levels.set(candidate.lane, level);
    return { candidate, level };
  });
  ranked.sort((a, b) => a.level - b.level);
  const taken = ranked.slice(0, count).filter(({ level }, n) => held === undefined || level <= count - n);
  return taken.map(({ candidate }) => candidate);
}

const isEarlierOfKey = (other: ClaimCandidate, one: ClaimCandidate): boolean =>
  other.key === one.key && other.arrival < one.arrival;
