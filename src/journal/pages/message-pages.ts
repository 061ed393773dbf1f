import type { FittingCount, MessagePage, MessagePageQuery, MessageSelection } from '../journal.ts';
import { parseMessage } from '../sql/parse-message.ts';
import {
  type Query,
  type Row,
  type SqlSteps,
  selectNumber,
  selectRow,
  selectRows,
} from '../sql/sql-engine.ts';
import type { Condition, MessageSource } from './message-sources.ts';

/**
 * Pages of a list. What an index answers alone is one query. Everything else is read along the best index in short parts, each a query
 * of its own, so that no query takes long and the time can end it between two of them.
 */

/** Milliseconds after which a list ends with what it has. */
const patience = 500;

/** Rows of the index that one part looks at. */
const partSize = { least: 100, first: 500, most: 10_000 };

/** Milliseconds by which what was received may stand out of the order of ids: documents follow when their file is cut. */
const slack = { before: 3_600_000, after: 6 * 3_600_000 };

/** Keeps each part short: half as long after one that took its time. */
interface Pacer {
  isOver(): boolean;
  next(size: number): number;
}

/** Milliseconds that a part should take at most. */
const partPatience = 60;

function startPacer(longest: number): Pacer {
  const clock = (): number => performance.now();
  const end = clock() + longest;
  let last = clock();
  return {
    isOver: () => clock() > end,
    next(size) {
      const took = clock() - last;
      last = clock();
      return took > partPatience
        ? Math.max(partSize.least, Math.floor(size / 2))
        : Math.min(size * 4, partSize.most);
    },
  };
}

/** A way through ids: down from the newest, or up. */
interface Direction {
  readonly order: 'desc' | 'asc';
  /** SQL: the last id of a part. */
  readonly last: 'min' | 'max';
  /** SQL: beyond an id; not beyond one. */
  readonly beyond: '<' | '>';
  readonly upTo: '>=' | '<=';
}

const down: Direction = { order: 'desc', last: 'min', beyond: '<', upTo: '>=' };
const up: Direction = { order: 'asc', last: 'max', beyond: '>', upTo: '<=' };

/** What is read of a source: its messages from one id to another, in one direction. */
interface Range {
  readonly way: Direction;
  /** Begins beyond this id. */
  readonly from: number;
  /** Ends with this id. */
  readonly end: number;
}

/** Messages in the direction they were read; `searchedTo`: the time was over there. */
interface Found {
  readonly rows: readonly Row[];
  readonly searchedTo?: number;
}

export function* readPage(
  query: MessagePageQuery,
  sources: readonly MessageSource[],
  longest = patience,
): SqlSteps<MessagePage> {
  const { limit, before, after } = query;
  const way = after === undefined ? down : up;
  const bounds = yield* findIdBounds(query);
  const range = rangeOf(way, way === down ? before : after, bounds);
  const pacer = startPacer(longest);
  const found: Found[] = [];
  for (const source of sources) found.push(yield* readSource(source, range, limit + 1, pacer));
  return yield* pageOf(query, way, found);
}

function rangeOf(way: Direction, cursor: number | undefined, { first, last }: IdBounds): Range {
  return way === down
    ? { way, from: Math.min(cursor ?? Number.MAX_SAFE_INTEGER, last + 1), end: first }
    : { way, from: Math.max(cursor ?? 0, first - 1), end: last };
}

function* pageOf(
  { limit, before, after }: MessagePageQuery,
  way: Direction,
  found: readonly Found[],
): SqlSteps<MessagePage> {
  const ended = found.flatMap(({ searchedTo }) => searchedTo ?? []);
  const edge = ended.length === 0 ? undefined : way === down ? Math.max(...ended) : Math.min(...ended);
  const rows = mergeRows(found, way).filter(
    ({ id }) => edge === undefined || !isBeyond(Number(id), edge, way),
  );
  const isMore = rows.length > limit;
  const messages = rows.slice(0, limit).map(parseMessage);
  const lastId = messages.at(-1)?.id;
  const next = isMore ? lastId : edge;
  const back = messages[0]?.id;
  const newestFirst = way === down ? messages : messages.toReversed();
  const searchedTo = isMore || edge === undefined ? undefined : yield* findInstant(edge);
  const cursors =
    way === down
      ? { older: next, newer: before === undefined ? undefined : (back ?? before - 1) }
      : { newer: next, older: back ?? (after ?? 0) + 1 };
  return withoutUndefined({ messages: newestFirst, ...cursors, searchedTo });
}

const isBeyond = (id: number, edge: number, { order }: Direction): boolean =>
  order === 'desc' ? id < edge : id > edge;

function mergeRows(found: readonly Found[], { order }: Direction): readonly Row[] {
  const rows = new Map(found.flatMap(({ rows: some }) => some.map((row) => [Number(row.id), row] as const)));
  return [...rows].sort(([a], [b]) => (order === 'desc' ? b - a : a - b)).map(([, row]) => row);
}

function withoutUndefined({
  messages,
  older,
  newer,
  searchedTo,
}: { readonly [K in keyof MessagePage]: MessagePage[K] | undefined } & Pick<
  MessagePage,
  'messages'
>): MessagePage {
  return {
    messages,
    ...(older === undefined ? {} : { older }),
    ...(newer === undefined ? {} : { newer }),
    ...(searchedTo === undefined ? {} : { searchedTo }),
  };
}

function* findInstant(id: number): SqlSteps<{ id: number; receivedAt: string } | undefined> {
  const row = yield* selectRow('select received_at from message where id >= ? order by id limit 1', id);
  return row && { id, receivedAt: String(row.received_at) };
}

function* readSource(source: MessageSource, range: Range, most: number, pacer: Pacer): SqlSteps<Found> {
  if (source.rest.length === 0) return { rows: yield* readRows(source, range, most, most) };
  const rows: Row[] = [];
  let { from } = range;
  for (let size = partSize.first; ; size = pacer.next(size)) {
    const part = yield* findPart(source, { ...range, from }, size);
    if (part.count === 0) return { rows };
    rows.push(
      ...(yield* readRows(source, { ...range, from, end: part.last }, part.count, most - rows.length)),
    );
    if (rows.length >= most || part.count < size) return { rows };
    if (pacer.isOver()) return { rows, searchedTo: part.last };
    from = part.last;
  }
}

/** Where the next messages of the index end, and how many these are. */
function* findPart(
  source: MessageSource,
  range: Range,
  size: number,
): SqlSteps<{ readonly last: number; readonly count: number }> {
  const ids = buildIdQuery(source, range, size);
  const row = yield* selectRow(
    `select ${range.way.last}(id) as last, count(*) as n from (${ids.sql}) part`,
    ...ids.values,
  );
  return { last: Number(row?.last ?? 0), count: Number(row?.n ?? 0) };
}

/** Of the next so many messages of the index those that fit. */
function* readRows(
  source: MessageSource,
  range: Range,
  size: number,
  most: number,
): SqlSteps<readonly Row[]> {
  const { sql, values, id } = buildMessageQuery('m.*', source, range, size);
  return yield* selectRows(`${sql} order by ${id} ${range.way.order} limit ?`, ...values, most);
}

interface MessageQuery extends Query {
  /** SQL: by which messages are put in order. */
  readonly id: string;
}

/**
 * Where the index alone says which messages are next, they are looked up by their ids: asked for both at once, a server that expects few of
 * a kind reads all of that kind.
 */
function buildMessageQuery(what: string, source: MessageSource, range: Range, size: number): MessageQuery {
  const { from, id, index, rest, isApart } = source;
  const more = rest.map(({ sql }) => ` and ${sql}`).join('');
  const values = rest.flatMap((condition) => condition.values);
  if (rest.length > 0 && !isApart) {
    const { sql, values: bounds } = isWithin(id, range);
    return {
      sql: `select ${what} from ${from} where ${index.sql}${more} and ${sql}`,
      values: [...index.values, ...values, ...bounds],
      id,
    };
  }
  const ids = buildIdQuery(source, range, size);
  return {
    sql: `select ${what} from (${ids.sql}) e cross join message m where m.id = e.id${more}`,
    values: [...ids.values, ...values],
    id: 'e.id',
  };
}

/** The ids of its next messages. */
function buildIdQuery({ from, id, index, isApart }: MessageSource, range: Range, size: number): Query {
  const bounds = isWithin(id, range);
  return {
    sql: `select ${isApart ? 'distinct ' : ''}${id} as id from ${from}
       where ${index.sql} and ${bounds.sql} order by ${id} ${range.way.order} limit ?`,
    values: [...index.values, ...bounds.values, size],
  };
}

const isWithin = (id: string, { way, from, end }: Range): Condition => ({
  sql: `${id} ${way.beyond} ? and ${id} ${way.upTo} ?`,
  values: [from, end],
});

interface IdBounds {
  readonly first: number;
  readonly last: number;
}

/** Ids that messages of this time may have: they came nearly in the order of their ids. */
function* findIdBounds({ since, until }: MessageSelection): SqlSteps<IdBounds> {
  const first = since === undefined ? 0 : yield* findFirstId(shiftInstant(since, -slack.before));
  const last =
    until === undefined ? Number.MAX_SAFE_INTEGER : yield* findFirstId(shiftInstant(until, slack.after));
  return { first, last };
}

const shiftInstant = (instant: string, by: number): string =>
  new Date(Date.parse(instant) + by).toISOString();

/** The first id that was received at an instant or after it. Documents of a file have the time of their file, and say nothing here. */
export function* findFirstId(instant: string): SqlSteps<number> {
  const middle = 'from message where id >= (s.low + s.high) / 2 and parent is null order by id limit 1';
  // a step is a look-up in the key: halving in the database costs one question instead of twenty
  const isBefore = `coalesce((select received_at ${middle}), ?) < ?`;
  return yield* selectNumber(
    `with recursive s(low, high) as (
       select cast(0 as bigint), coalesce(max(id), 0) + 1 from message
       union all
       select case when ${isBefore} then (select id ${middle}) + 1 else s.low end,
              case when ${isBefore} then s.high else (s.low + s.high) / 2 end
       from s where s.low < s.high)
     select max(low) as n from s`,
    ...[instant, instant, instant, instant],
  );
}

/** All that fit, as far as the time allows. */
export function* countFitting(
  selection: MessageSelection,
  sources: readonly MessageSource[],
  most: number,
  longest = patience,
): SqlSteps<FittingCount> {
  const range = rangeOf(down, undefined, yield* findIdBounds(selection));
  const pacer = startPacer(longest);
  let count = 0;
  for (const source of sources) {
    const found = yield* countSource(source, range, most + 1 - count, pacer);
    count += found.count;
    if (found.more || count > most) return { count: Math.min(count, most), more: true };
  }
  return { count, more: false };
}

function* countSource(
  source: MessageSource,
  range: Range,
  most: number,
  pacer: Pacer,
): SqlSteps<FittingCount> {
  let count = 0;
  let { from } = range;
  for (let size = partSize.first; count < most; size = pacer.next(size)) {
    const part = yield* findPart(source, { ...range, from }, size);
    if (part.count === 0) return { count, more: false };
    count += yield* countRows(source, { ...range, from, end: part.last }, part.count);
    if (part.count < size) return { count, more: false };
    if (pacer.isOver()) return { count, more: true };
    from = part.last;
  }
  return { count, more: true };
}

/** Of the next messages of the index, of which there are so many, those that fit. */
function* countRows(source: MessageSource, range: Range, size: number): SqlSteps<number> {
  if (source.rest.length === 0) return size;
  const { sql, values } = buildMessageQuery('count(*) as n', source, range, size);
  return yield* selectNumber(sql, ...values);
}
