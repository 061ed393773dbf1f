import { isLater } from '../instants.ts';
import { identify, keyText } from './business-keys.ts';
import { settleRow } from './ending.ts';
import type { CheckOnly } from './interface.ts';
import { isBeforeUnchecked, lanesInTurn, type Which } from './lanes.ts';
import type { Checked, Message } from './message.ts';
import { readMessage } from './rows.ts';
import { all, type Dialect, marks, one, type Row, run, type Steps } from './sql.ts';

const unchecked = "m.state = 'received' and m.owner is null";

/** What was taken to be checked when the answer was lost; embedded, nobody takes it. */
export function* takenAndLost(owner: string, { busy, only }: CheckQuery): Steps<readonly number[]> {
  const { condition, values } = thatFits(only);
  const ours = yield* all(
    `select m.id from message m where m.owner = ? and m.state = 'received' and ${condition}`,
    owner,
    ...values,
  );
  return ours.map(({ id }) => Number(id)).filter((id) => !busy.includes(id));
}

/** Lanes with messages that may be checked, beginning after the last one; those in `full` have enough under check. */
export function* lanesToCheck({ full, last }: Pick<CheckQuery, 'full' | 'last'>): Steps<readonly string[]> {
  const lanes = yield* lanesInTurn({ condition: unchecked, values: [] }, last);
  return lanes.filter((lane) => !full.includes(lane));
}

/** The oldest received one of the first of these lanes that has one; where several gateways share the journal it becomes ours. */
export function* nextToCheck(
  dialect: Dialect,
  owner: string,
  lanes: readonly string[],
  query: CheckQuery,
): Steps<Message | undefined> {
  if (dialect.shared) {
    const row = yield* takeNext(dialect, owner, lanes, query);
    return row && readMessage(row);
  }
  const { busy, only } = query;
  const { condition, values } = nextIn('?', only);
  const free = `select m.id from message m where ${condition} and m.id not in (${marks(busy)}) order by m.arrival limit 1`;
  for (const lane of lanes) {
    const row = yield* one(`select * from message where id in (${free})`, lane, ...values, ...busy);
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

/** Who has no owner is in nobody's hands; embedded, nobody becomes the owner of what is under check. */
function nextIn(lane: string, only: CheckOnly): Which {
  const { condition, values } = thatFits(only);
  return {
    condition: `${unchecked} and m.lane = ${lane} and ${condition}`,
    values,
  };
}

function thatFits({ except = [], size = { from: 0 } }: CheckOnly): Which {
  const [fits, bytes] = 'from' in size ? ['exists', size.from] : ['not exists', size.below];
  const condition = `m.channel not in (${except.map(() => '?').join() || "''"})
    and ${fits} (select 1 from blob b where b.hash = m.hash and b.size >= ?)`;
  return { condition, values: [...except, bytes] };
}

/** Lane after lane by one query. */
function* takeNext(
  dialect: Dialect,
  owner: string,
  lanes: readonly string[],
  { only }: CheckQuery,
): Steps<Row | undefined> {
  const { condition, values } = nextIn('turn.lane', only);
  return yield* one(
    `with free as (select c.id from
       (select lane from json_array_elements_text(?::json) with ordinality given (lane, n) order by n offset 0) turn
       cross join lateral (select m.id from message m where ${condition} order by m.arrival limit 1${dialect.skipLocked}) c limit 1)
     update message set owner = ? where id in (select id from free) returning *`,
    JSON.stringify(lanes),
    ...values,
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
