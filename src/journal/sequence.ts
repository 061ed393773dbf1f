import { isLater } from '../instants.ts';
import { identify, keyText } from './business-keys.ts';
import { settleRow } from './ending.ts';
import type { CheckQuery } from './interface.ts';
import { fitsHands, isBeforeUnchecked, lanesInTurn, mostIn, shareOf, type Which } from './lanes.ts';
import type { Checked, Message } from './message.ts';
import { readMessage } from './rows.ts';
import { all, type Dialect, marks, one, type Row, run, type Steps } from './sql.ts';

const unchecked = "m.state = 'received' and m.owner is null";

/** What was taken to be checked when the answer was lost; embedded, nobody takes it. */
export function* takenAndLost(owner: string, query: CheckQuery): Steps<readonly number[]> {
  const { condition, values } = thatFits(query);
  const ours = yield* all(
    `select m.id from message m where m.owner = ? and m.state = 'received' and ${condition}`,
    owner,
    ...values,
  );
  return ours.map(({ id }) => Number(id)).filter((id) => !query.busy.includes(id));
}

/** Lanes with messages that may be checked, beginning after the lane `last`; none that may get no more. */
export function* lanesToCheck(query: CheckQuery, last: string): Steps<readonly string[]> {
  const condition = `${unchecked} and ${fitsHands(query)}`;
  const lanes = yield* lanesInTurn({ condition, values: [] }, last);
  return lanes.filter((lane) => mostIn(lane, query) > 0);
}

/** Messages at most that one look takes. */
const atOnce = 4;

interface Share {
  readonly lane: string;
  /** Messages of it at most. */
  readonly most: number;
}

/** The oldest ones of these lanes, in this order; where several gateways share the journal they become ours. */
export function* nextToCheck(
  dialect: Dialect,
  owner: string,
  lanes: readonly string[],
  query: CheckQuery,
): Steps<readonly Message[]> {
  const count = Math.min(query.count, atOnce);
  const share = shareOf(count, lanes.length);
  const shares = lanes.map((lane) => ({ lane, most: Math.min(share, mostIn(lane, query)) }));
  const take = dialect.shared
    ? takeNext(dialect, owner, shares, count, query)
    : lookNext(shares, count, query);
  return (yield* take).map(readMessage).sort((a, b) => a.arrival - b.arrival);
}

/** Who has no owner is in nobody's hands; embedded, nobody becomes the owner of what is under check. */
function nextIn(lane: string, query: CheckQuery): Which {
  const { condition, values } = thatFits(query);
  return { condition: `${unchecked} and m.lane = ${lane} and ${condition}`, values };
}

function thatFits(query: CheckQuery): Which {
  const { except = [] } = query;
  const condition = `m.channel not in (${except.map(() => '?').join() || "''"}) and ${fitsHands(query)}`;
  return { condition, values: except };
}

/** Lane after lane until there are enough. */
function* lookNext(shares: readonly Share[], count: number, query: CheckQuery): Steps<readonly Row[]> {
  const { busy } = query;
  const { condition, values } = nextIn('?', query);
  const free = `select m.* from message m where ${condition} and m.id not in (${marks(busy)}) order by m.arrival limit ?`;
  const found: Row[] = [];
  for (const { lane, most } of shares) {
    const room = Math.min(most, count - found.length);
    if (room > 0) found.push(...(yield* all(free, lane, ...values, ...busy, room)));
  }
  return found;
}

/** The same by one query. */
function* takeNext(
  dialect: Dialect,
  owner: string,
  shares: readonly Share[],
  count: number,
  query: CheckQuery,
): Steps<readonly Row[]> {
  const { condition, values } = nextIn('turn.lane', query);
  return yield* all(
    `with free as (select c.id from
       (select lane, most from rows from (json_to_recordset(?::json) as (lane text, most int)) with ordinality given (lane, most, n)
        order by n offset 0) turn
       cross join lateral (select m.id from message m where ${condition} order by m.arrival limit turn.most${dialect.skipLocked}) c limit ?)
     update message set owner = ? where id in (select id from free) returning *`,
    JSON.stringify(shares),
    ...values,
    count,
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
 * The very same bytes while the copy right before it is not settled yet (docs/design.md, "Orders and sameness"). What is fetched
 * merges only into a copy whose fetch has not started: one under way may have read the order before it changed.
 */
function* settleDuplicate(dialect: Dialect, id: number, key: string, fetches: boolean): Steps<void> {
  const row = yield* one('select * from message where id = ?', id);
  const before = row && (yield* copyBefore(dialect, row, key));
  if (!before) return;
  const message = readMessage(row);
  if (envelopeOf(readMessage(before)) !== envelopeOf(message)) return;
  const { source, forced, findings } = message;
  if (forced || (fetches && (yield* begun(before))) || !(yield* knowsBefore(message))) return;
  const outcome = source.kind === 'notice' ? 'superseded' : 'duplicate';
  yield* settleRow(dialect, id, outcome, `Message ${before.id} says the same and is not done yet.`, findings);
}

/** The message right before it, when that has the same bytes and is open. Only then it is locked: else nobody waits for it. */
function* copyBefore(dialect: Dialect, { arrival, hash }: Row, key: string): Steps<Row | undefined> {
  const before = yield* one(
    'select id, state, hash from message where order_key = ? and arrival < ? order by arrival desc limit 1',
    key,
    Number(arrival),
  );
  if (!before || before.state === 'settled' || before.hash !== hash) return undefined;
  const locked = yield* one(`select * from message where id = ?${dialect.lock}`, Number(before.id));
  return locked?.state === 'settled' || locked?.hash !== hash ? undefined : locked;
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
