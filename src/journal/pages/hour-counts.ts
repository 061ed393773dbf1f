import type { HourCount } from '../journal.ts';
import {
  execute,
  type Row,
  type SqlDialect,
  type SqlSteps,
  selectNumber,
  selectRow,
  selectRows,
  type Value,
} from '../sql/sql-engine.ts';

/**
 * Messages by channel and hour. The work writes nothing for it: one gateway folds what came and ended since it last did, by what the
 * journal has anyway (ids, and the index of what is settled), and notes how far it has come in the same transaction. What is not
 * folded yet is counted by whoever asks. Only what was parked is appended as a row, since a parked message does not keep when that was.
 */

/** Milliseconds after which nobody writes an earlier time any more, whichever gateway it is. */
const settling = 5 * 60_000;

/** Rows of one fold: it holds up the work for some milliseconds at most. */
const atOnce = 1000;

/** The first fold goes back so far: messages received, and milliseconds. */
const firstFold = { messages: 50_000, time: 26 * 3_600_000 };

/** SQL: the hour of an instant. */
const hourOf = (instant: string): string => `substr(${instant}, 1, 13) || ':00:00.000Z'`;

const columns = { delivered: 'delivered', rejected: 'refused' } as const;
type CountedOutcome = keyof typeof columns;
type Column = 'received' | 'parked' | (typeof columns)[CountedOutcome];

interface Counted {
  readonly channel: string;
  readonly hour: string;
  readonly count: number;
}

const parseCounted = ({ channel, hour, n }: Row): Counted => ({
  channel: String(channel),
  hour: String(hour),
  count: Number(n),
});

/** One part; true when there is more. `now`: milliseconds since the epoch. */
export function* foldCounts(dialect: SqlDialect, now: number): SqlSteps<boolean> {
  const until = new Date(now - settling).toISOString();
  let more = yield* foldReceived(dialect, until);
  for (const outcome of ['delivered', 'rejected'] as const)
    more = (yield* foldOutcome(dialect, outcome, until, now)) || more;
  return (yield* foldParked(dialect, until)) || more;
}

function* foldReceived(dialect: SqlDialect, until: string): SqlSteps<boolean> {
  const newest = yield* selectNumber('select coalesce(max(id), 0) as n from message');
  const after = Number((yield* readMark(dialect, 'received')) ?? Math.max(0, newest - firstFold.messages));
  const last = yield* selectRow(
    `select max(id) as id, count(*) as n from (select id, received_at from message where id > ? order by id limit ?) part
     where received_at < ?`,
    after,
    atOnce,
    until,
  );
  const to = typeof last?.id === 'number' ? last.id : after;
  yield* addCounts('received', yield* countReceived(after, to));
  yield* writeMark('received', `${to}`);
  return Number(last?.n) === atOnce;
}

/** Documents of a file count, and not the file that they were cut from. */
function* countReceived(after: number, to: number): SqlSteps<readonly Counted[]> {
  const rows = yield* selectRows(
    `select channel, ${hourOf('received_at')} as hour, count(*) as n from message where id > ? and id <= ?
       and coalesce(outcome, '') <> 'split' group by channel, ${hourOf('received_at')}`,
    after,
    to,
  );
  return rows.map(parseCounted);
}

const isSettledAs = (outcome: CountedOutcome): string =>
  `state = 'settled' and outcome = '${outcome}' and bodies in (0, 1)`;

function* foldOutcome(
  dialect: SqlDialect,
  outcome: CountedOutcome,
  until: string,
  now: number,
): SqlSteps<boolean> {
  const from = (yield* readMark(dialect, outcome)) ?? new Date(now - firstFold.time).toISOString();
  const beyond = yield* selectRow(
    `select settled_at as at from message${dialect.indexedBy('message_settled')}
     where state = 'settled' and outcome = '${outcome}' and bodies = 1 and settled_at >= ? and settled_at < ?
     order by settled_at limit 1 offset ?`,
    from,
    until,
    atOnce,
  );
  // of one instant there may be more than that
  const to = beyond === undefined ? until : String(beyond.at) > from ? String(beyond.at) : until;
  if (to > from) yield* addCounts(columns[outcome], yield* countSettled(dialect, outcome, from, to));
  yield* writeMark(outcome, to > from ? to : from);
  return beyond !== undefined;
}

function* countSettled(
  dialect: SqlDialect,
  outcome: CountedOutcome,
  from: string,
  to: string,
): SqlSteps<readonly Counted[]> {
  const rows = yield* selectRows(
    `select channel, ${hourOf('settled_at')} as hour, count(*) as n from message${dialect.indexedBy('message_settled')}
     where ${isSettledAs(outcome)} and settled_at >= ? and settled_at < ? group by channel, ${hourOf('settled_at')}`,
    from,
    to,
  );
  return rows.map(parseCounted);
}

/** Each row is deleted with the fold that counts it. */
function* foldParked(dialect: SqlDialect, until: string): SqlSteps<boolean> {
  const rows = yield* selectRows(
    `delete from parking where id in (select id from parking where at < ? order by id limit ${atOnce}${dialect.skipLocked})
     returning channel, ${hourOf('at')} as hour, 1 as n`,
    until,
  );
  yield* addCounts('parked', rows.map(parseCounted));
  return rows.length === atOnce;
}

function* addCounts(column: Column, counted: readonly Counted[]): SqlSteps<void> {
  for (const { channel, hour, count } of counted)
    yield* execute(
      `insert into hour_count (channel, hour, ${column}) values (?, ?, ?)
       on conflict (channel, hour) do update set ${column} = hour_count.${column} + excluded.${column}`,
      channel,
      hour,
      count,
    );
}

function* readMark(dialect: SqlDialect, name: string): SqlSteps<string | undefined> {
  const value = (yield* selectRow(`select value from count_mark where name = ?${dialect.lock}`, name))?.value;
  return typeof value === 'string' ? value : undefined;
}

function* writeMark(name: string, value: string): SqlSteps<void> {
  yield* execute(
    'insert into count_mark (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
    name,
    value,
  );
}

const noCounts = { received: 0, delivered: 0, refused: 0, parked: 0 };

/** What is folded, and what is not yet. */
export function* readHourCounts(dialect: SqlDialect, since: string): SqlSteps<readonly HourCount[]> {
  const from = `${since.slice(0, 13)}:00:00.000Z`;
  const found = new Map<string, HourCount>();
  const add = (column: Column, counted: readonly Counted[]): void => {
    for (const { channel, hour, count } of counted) {
      if (hour < from) continue;
      const key = JSON.stringify([channel, hour]);
      const before = found.get(key) ?? { channel, hour, ...noCounts };
      found.set(key, { ...before, [column]: before[column] + count });
    }
  };
  for (const column of ['received', 'delivered', 'refused', 'parked'] as const)
    add(column, yield* readFolded(column, from));
  add('received', yield* countUnfoldedReceived(from));
  for (const outcome of ['delivered', 'rejected'] as const) {
    const mark = String(
      (yield* selectRow('select value from count_mark where name = ?', outcome))?.value ?? from,
    );
    add(columns[outcome], yield* countSettled(dialect, outcome, mark > from ? mark : from, endOfTime));
  }
  const parked = yield* selectRows(
    `select channel, ${hourOf('at')} as hour, count(*) as n from parking group by channel, ${hourOf('at')}`,
  );
  add('parked', parked.map(parseCounted));
  return [...found.values()];
}

const endOfTime = '9999-12-31T23:59:59.999Z';

function* readFolded(column: Column, from: string): SqlSteps<readonly Counted[]> {
  const rows: readonly Row[] = yield* selectRows(
    `select channel, hour, ${column} as n from hour_count where hour >= ? and ${column} > 0`,
    from,
  );
  return rows.map(parseCounted);
}

/** Before the first fold, so many of the last ones. */
const mostUnfolded = 50_000;

function* countUnfoldedReceived(from: string): SqlSteps<readonly Counted[]> {
  const last = yield* selectNumber('select coalesce(max(id), 0) as n from message');
  const mark = yield* selectRow("select value from count_mark where name = 'received'");
  const after = Math.max(Number(mark?.value ?? 0), last - mostUnfolded);
  const values: readonly Value[] = [after, from];
  const rows = yield* selectRows(
    `select channel, ${hourOf('received_at')} as hour, count(*) as n from message where id > ? and received_at >= ?
       and coalesce(outcome, '') <> 'split' group by channel, ${hourOf('received_at')}`,
    ...values,
  );
  return rows.map(parseCounted);
}
