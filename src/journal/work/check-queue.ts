import { isLater } from '../../time/instants.ts';
import type { CheckQuery } from '../journal.ts';
import {
  buildLanesQuery,
  buildSizeCondition,
  buildTurnsQuery,
  computeLaneRoom,
  computeLaneShare,
  isBeforeUnchecked,
  type LaneFilter,
  type LaneShare,
  type LanesInTurn,
  parseLanesInTurn,
} from '../lanes/lane-turns.ts';
import { buildKeyText, storeIdentity } from '../messages/business-keys.ts';
import type { CheckedMessage, Message } from '../model/message.ts';
import { parseMessage } from '../sql/parse-message.ts';
import {
  execute,
  placeholders,
  type Row,
  type SqlDialect,
  type SqlSteps,
  selectRow,
  selectRows,
} from '../sql/sql-engine.ts';
import { settleRow } from './settle-messages.ts';

const isUnchecked = "m.state = 'received' and m.owner is null";

/**
 * Messages that we took to check and nobody here works on. Embedded there are none: nobody owns what is
 * under check.
 */
export function* listLostChecks(owner: string, query: CheckQuery): SqlSteps<readonly number[]> {
  const { condition, values } = buildQueryFilter(query);
  const ours = yield* selectRows(
    `select m.id from message m where m.owner = ? and m.state = 'received' and ${condition}`,
    owner,
    ...values,
  );
  return ours.map(({ id }) => Number(id)).filter((id) => !query.busy.includes(id));
}

/** What a look for what is to be checked finds, by one query. */
export interface CheckOutlook {
  /** With messages that may be checked, in turn; none that may get no more. */
  readonly lanes: LanesInTurn;
  /** We have nothing in hand, and something is ours: `listLostChecks` tells what. */
  readonly isLost: boolean;
}

export function* listLanesToCheck(owner: string, query: CheckQuery, last: string): SqlSteps<CheckOutlook> {
  const condition = `${isUnchecked} and ${buildSizeCondition(query)}`;
  const { sql, values } = buildLanesQuery({ condition, values: [] }, query, last);
  // by its owner: by the state all that is received would be read
  const lost = `select 1 from message m where m.owner = ? and coalesce(m.state, '') = 'received' and ${buildSizeCondition(query)}`;
  const rows = yield* selectRows(
    `select null as lane, 0 as n, 0 as free, (${lost} limit 1) as lost union all select lane, n, free, 0 as lost from (${sql}) lanes`,
    owner,
    ...values,
  );
  return {
    lanes: parseLanesInTurn(rows, query),
    isLost: query.busy.length === 0 && rows.some(({ lost: ours }) => Number(ours) === 1),
  };
}

/** Messages at most that one look takes. */
const atOnce = 4;

/** The oldest ones of these lanes, in this order; where several gateways share the journal they become ours. */
export function* takeNextToCheck(
  dialect: SqlDialect,
  owner: string,
  lanes: readonly string[],
  query: CheckQuery,
): SqlSteps<readonly Message[]> {
  const count = Math.min(query.count, atOnce);
  const share = computeLaneShare(count, lanes.length);
  const shares = lanes.map((lane) => ({ lane, most: Math.min(share, computeLaneRoom(lane, query)) }));
  const take = dialect.shared
    ? claimNext(dialect, owner, shares, count, query)
    : findNext(shares, count, query);
  return (yield* take).map(parseMessage).sort((a, b) => a.arrival - b.arrival);
}

/** Who has no owner is in nobody's hands; embedded, nobody becomes the owner of what is under check. */
function buildNextFilter(lane: string, query: CheckQuery): LaneFilter {
  const { condition, values } = buildQueryFilter(query);
  return { condition: `${isUnchecked} and m.lane = ${lane} and ${condition}`, values };
}

function buildQueryFilter(query: CheckQuery): LaneFilter {
  const { except = [] } = query;
  const condition = `m.channel not in (${except.map(() => '?').join() || "''"}) and ${buildSizeCondition(query)}`;
  return { condition, values: except };
}

/** Lane after lane until there are enough. */
function* findNext(shares: readonly LaneShare[], count: number, query: CheckQuery): SqlSteps<readonly Row[]> {
  const { busy } = query;
  const { condition, values } = buildNextFilter('?', query);
  const free = `select m.* from message m where ${condition} and m.id not in (${placeholders(busy)}) order by m.arrival limit ?`;
  const found: Row[] = [];
  for (const { lane, most } of shares) {
    const room = Math.min(most, count - found.length);
    if (room > 0) found.push(...(yield* selectRows(free, lane, ...values, ...busy, room)));
  }
  return found;
}

/** The same by one query. */
function* claimNext(
  dialect: SqlDialect,
  owner: string,
  shares: readonly LaneShare[],
  count: number,
  query: CheckQuery,
): SqlSteps<readonly Row[]> {
  const { condition, values } = buildNextFilter('turn.lane', query);
  const free = buildTurnsQuery(`select m.id from message m where ${condition} order by m.arrival`, dialect);
  return yield* selectRows(
    `with free as (${free})
     update message set owner = ? where id in (select id from free) returning *`,
    JSON.stringify(shares),
    ...values,
    count,
    owner,
  );
}

export function* storeChecked(dialect: SqlDialect, id: number, result: CheckedMessage): SqlSteps<void> {
  const { orderKey, ...identity } = result;
  const key = buildKeyText(orderKey ?? `message:${id}`);
  const known = yield* storeIdentity(id, identity);
  // before the update: from then on others of its order key wait for us
  const before = yield* findOpenCopyBefore(dialect, id, key);
  yield* execute(
    `update message set state = 'ready', owner = null, ${known.sql && `${known.sql},`} order_key = ?, issued = ?, gather = ?, lines = ?,
     findings = ? where id = ? and state = 'received'`,
    ...known.values,
    key,
    result.issued ?? null,
    result.gather ? JSON.stringify(result.gather) : null,
    result.lines ? JSON.stringify(result.lines) : null,
    JSON.stringify(result.findings),
    id,
  );
  if (before) yield* settleDuplicate(dialect, id, before, (result.gather?.what ?? 'upload') !== 'upload');
  if (result.lines) yield* supersede(dialect, id, key, result.lines);
}

/**
 * The very same bytes while the copy right before it is not settled yet (docs/design.md, "Orders and sameness"). What is fetched
 * merges only into a copy whose fetch has not started: one under way may have read the order before it changed.
 */
function* settleDuplicate(dialect: SqlDialect, id: number, before: Row, fetches: boolean): SqlSteps<void> {
  const row = yield* selectRow('select * from message where id = ?', id);
  if (!row) return;
  const message = parseMessage(row);
  if (envelopeHashOf(parseMessage(before)) !== envelopeHashOf(message)) return;
  const { source, forced, findings } = message;
  if (forced || (fetches && (yield* hasBegun(before))) || !(yield* isAllBeforeChecked(message))) return;
  const outcome = source.kind === 'notice' ? 'superseded' : 'duplicate';
  yield* settleRow(dialect, id, outcome, `Message ${before.id} says the same and is not done yet.`, findings);
}

/** The message right before it, when that has the same bytes and is open. Only then it is locked: else nobody waits for it. */
function* findOpenCopyBefore(dialect: SqlDialect, id: number, key: string): SqlSteps<Row | undefined> {
  const before = yield* selectRow(
    `select b.id, b.state, b.hash = m.hash as same from message m cross join message b
     where m.id = ? and b.order_key = ? and b.arrival < m.arrival order by b.arrival desc limit 1`,
    id,
    key,
  );
  if (!before?.same || before.state === 'settled') return undefined;
  const locked = yield* selectRow(`select * from message where id = ?${dialect.lock}`, Number(before.id));
  return locked?.state === 'settled' ? undefined : locked;
}

/** The same bytes in another envelope may say something else: other headings, another decimal mark. */
const envelopeHashOf = ({ source }: Message): string =>
  (source.kind === 'document' ? source.envelope : undefined) ?? '';

/** Is all that came before it in its lane checked? One that is not may be of its key, and say something else. */
function* isAllBeforeChecked({ id, lane }: Message): SqlSteps<boolean> {
  const found = yield* selectRow(
    `select 1 as n from message m where id = ? and ${isBeforeUnchecked}`,
    id,
    lane,
  );
  return found !== undefined;
}

/** In hand, or tried before. */
function* hasBegun({ id, state, owner }: Row): SqlSteps<boolean> {
  if (state !== 'ready' || owner !== null) return true;
  return (yield* selectRow('select n from attempt where message = ? limit 1', Number(id))) !== undefined;
}

/** Settles parked messages of the key whose lines are all here, each newer. */
function* supersede(
  dialect: SqlDialect,
  id: number,
  key: string,
  lines: NonNullable<CheckedMessage['lines']>,
): SqlSteps<void> {
  const parked = yield* selectRows(
    `select id, lines from message where order_key = ? and state = 'parked' and lines is not null
       and arrival < (select arrival from message where id = ?)`,
    key,
    id,
  );
  for (const row of parked) {
    if (!coversLines(lines, JSON.parse(String(row.lines)))) continue;
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
function coversLines(newer: NonNullable<CheckedMessage['lines']>, older: unknown): boolean {
  if (newer === 'all') return true;
  if (older === 'all' || typeof older !== 'object' || older === null) return false;
  const lines = Object.entries(older);
  return (
    lines.length > 0 &&
    lines.every(([line, at]) => newer[line] !== undefined && isLater(newer[line], String(at)))
  );
}
