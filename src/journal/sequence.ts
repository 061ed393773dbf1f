import { isLater } from '../instants.ts';
import { identify, keyText } from './business-keys.ts';
import { settleRow } from './ending.ts';
import type { CheckOnly } from './interface.ts';
import { isBeforeUnchecked, lanesInTurn } from './lanes.ts';
import type { Checked, Message } from './message.ts';
import { readMessage } from './rows.ts';
import { all, type Dialect, marks, one, type Row, run, type Steps, type Value } from './sql.ts';

/** Lanes with messages that may be checked, beginning after the last one; those in `full` have enough under check. */
export function* lanesToCheck(
  owner: string,
  { full, last }: Pick<CheckQuery, 'full' | 'last'>,
): Steps<readonly string[]> {
  const condition = "m.state = 'received' and (m.owner is null or m.owner = ?)";
  const lanes = yield* lanesInTurn({ condition, values: [owner] }, last);
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
  const { sql, values } = nextIn('?', query);
  for (const lane of lanes) {
    const row = yield* one(`select * from message where id in (${sql} limit 1)`, lane, ...values);
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

function nextIn(lane: string, { busy, only }: CheckQuery, free = 'true') {
  const { except = [], size = { from: 0 } } = only;
  const [fits, bytes] = 'from' in size ? ['exists', size.from] : ['not exists', size.below];
  const sql = `select m.id from message m where m.state = 'received' and m.lane = ${lane} and m.id not in (${marks(busy)})
    and m.channel not in (${except.map(() => '?').join() || "''"})
    and ${fits} (select 1 from blob b where b.hash = m.hash and b.size >= ?) and ${free} order by m.arrival`;
  const values: readonly Value[] = [...busy, ...except, bytes];
  return { sql, values };
}

/** Lane after lane by one query. */
function* takeNext(
  dialect: Dialect,
  owner: string,
  lanes: readonly string[],
  query: CheckQuery,
): Steps<Row | undefined> {
  const { sql, values } = nextIn('turn.lane', query, '(m.owner is null or m.owner = ?)');
  return yield* one(
    `with free as (select c.id from
       (select lane from json_array_elements_text(?::json) with ordinality given (lane, n) order by n offset 0) turn
       cross join lateral (${sql} limit 1${dialect.skipLocked}) c limit 1)
     update message set owner = ? where id in (select id from free) returning *`,
    JSON.stringify(lanes),
    ...values,
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
