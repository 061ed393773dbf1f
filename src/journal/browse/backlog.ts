import { z } from 'zod';
import type { Direction } from '../../types.ts';
import type { BacklogMessage, BacklogSummary, ChannelBacklog, OpenMessageCount } from '../journal.ts';
import { findOutage } from '../lanes/exchange-outage.ts';
import { isBeforeUnchecked, listLanes } from '../lanes/lane-turns.ts';
import type { Message } from '../model/message.ts';
import { isStuck } from '../sql/page-tables.ts';
import { parseMessage } from '../sql/parse-message.ts';
import { type Row, type SqlDialect, type SqlSteps, selectRow, selectRows } from '../sql/sql-engine.ts';
import { listTaskBacklogs } from '../work/open-tasks.ts';
import { buildMendedCondition } from './mended-refusals.ts';
import { countStuckByChannel } from './stuck-counts.ts';

/**
 * The backlog: what is due, unchecked, waiting, parked and refused. Each query ends at the first row of an
 * index that fits, or counts within one.
 */

const directions: readonly Direction[] = ['inbound', 'outbound'];

const day = 24 * 3_600_000;

/** Messages of a pile that are named. */
const mostNamed = 5;

/** As it is told where nothing is open. */
export const emptyBacklog: BacklogSummary = {
  due: [],
  unchecked: [],
  waiting: { count: 0 },
  parked: [],
  rejected: [],
  tasks: [],
};

/** By one query that reads the first row of some indexes, or none: false where `summarizeBacklog` would tell nothing. */
export function* hasBacklog({ indexedBy }: SqlDialect, now: number): SqlSteps<boolean> {
  const looks = [
    `message${indexedBy('message_open')} where state <> 'settled'`,
    `message${indexedBy('message_settled')} where state = 'settled' and outcome = 'rejected' and bodies in (0, 1) and settled_at >= ? and closed is null`,
    'task where ended is null',
    'outage where opened is not null',
  ];
  const isAny = looks.map((look) => `exists (select 1 from ${look})`).join(' or ');
  const row = yield* selectRow(
    `select case when ${isAny} then 1 else 0 end as found`,
    new Date(now - day).toISOString(),
  );
  return Number(row?.found) === 1;
}

/** `now`: milliseconds since the epoch. */
export function* summarizeBacklog(dialect: SqlDialect, now: number): SqlSteps<BacklogSummary> {
  const outage = yield* findOutage();
  return {
    ...(outage ? { outage } : {}),
    due: yield* listDue(now, outage !== undefined),
    unchecked: yield* listUnchecked(),
    waiting: yield* summarizeWaiting(),
    parked: yield* listParked(dialect),
    rejected: yield* listRejected(dialect, new Date(now - day).toISOString()),
    tasks: yield* listTaskBacklogs(),
  };
}

/**
 * As `claim` has it, and what is in hand. What waits for the exchange is not there: it does not stand still, and nobody could do anything
 * about it here.
 */
function* listDue(now: number, outage: boolean): SqlSteps<readonly Message[]> {
  const found: Row[] = [...(yield* selectRows(`select m.* from message m where ${isInHand}`))];
  for (const direction of directions) {
    if (outage && direction === 'inbound') continue;
    for (const lane of yield* listLanes({ condition: isFreeIn, values: [direction] }))
      found.push(
        ...(yield* selectRows(
          `select m.* from message m where ${isFreeIn} and m.lane = ? and ${isBeforeUnchecked} order by m.arrival limit 1`,
          ...[direction, lane, lane],
        )),
      );
    found.push(...(yield* selectRows(firstOverdue, direction, now)));
  }
  return listFirstOfLanes(found.map(parseMessage));
}

const isInHand = "m.owner is not null and m.state in ('ready', 'waiting')";

const isFreeIn = 'm.claimable = 2 and m.owner is null and m.direction = ?';

/** Its time has come, and nobody has looked since. */
const firstOverdue =
  'select m.* from message m where m.claimable = 1 and m.owner is null and m.direction = ? and m.due <= ? order by m.due limit 1';

function listFirstOfLanes(messages: readonly Message[]): readonly Message[] {
  const sorted = messages.toSorted((a, b) => a.arrival - b.arrival);
  const lanes = Map.groupBy(sorted, ({ direction, lane }) => `${direction} ${lane}`);
  return [...lanes.values()].flatMap(([first]) => first ?? []);
}

function* listUnchecked(): SqlSteps<readonly Message[]> {
  const found: Message[] = [];
  for (const lane of yield* listLanes({ condition: "m.state = 'received'", values: [] })) {
    const row = yield* selectRow(
      "select * from message where state = 'received' and lane = ? order by arrival limit 1",
      lane,
    );
    if (row) found.push(parseMessage(row));
  }
  return found;
}

const inState = 'select count(*) as n, min(id) as first from message where state = ?';

function* summarizeWaiting(): SqlSteps<BacklogSummary['waiting']> {
  const counted = yield* selectRow(inState, 'waiting');
  const row = yield* selectRow('select * from message where id = ?', Number(counted?.first ?? 0));
  return { count: Number(counted?.n ?? 0), ...(row ? { first: parseMessage(row) } : {}) };
}

function* listParked(dialect: SqlDialect): SqlSteps<readonly ChannelBacklog[]> {
  const found: ChannelBacklog[] = [];
  for (const { channel, state, n, oldest } of yield* countStuckByChannel(dialect)) {
    if (state !== 'parked') continue;
    const newest = yield* selectRows(
      `select id, name, purchase_order, reason from message
       where ${isStuck} and state = 'parked' and channel = ? order by id desc limit ${mostNamed}`,
      String(channel),
    );
    found.push(buildBacklog(String(channel), Number(n), String(oldest), newest));
  }
  return found.sort((a, b) => compareCodes(a.channel, b.channel));
}

/** Refused, and neither mended nor closed by a person. */
const isRefusedSince = `state = 'settled' and outcome = 'rejected' and bodies in (0, 1) and settled_at >= ?
  and closed is null and not ${buildMendedCondition('message')}`;

/** In one reading: asked once more for each channel, a server reads all that the channel ever had. */
function* listRejected({ indexedBy }: SqlDialect, since: string): SqlSteps<readonly ChannelBacklog[]> {
  const rows = yield* selectRows(
    `select * from (
       select channel, id, name, purchase_order, reason, count(*) over (partition by channel) as n,
         min(settled_at) over (partition by channel) as oldest, row_number() over (partition by channel order by id desc) as place
       from message${indexedBy('message_settled')} where ${isRefusedSince}) refused
     where place <= ${mostNamed} order by channel, place`,
    since,
  );
  const byChannel = Map.groupBy(rows, ({ channel }) => String(channel));
  return [...byChannel].map(([channel, newest]) =>
    buildBacklog(channel, Number(newest[0]?.n), String(newest[0]?.oldest), newest),
  );
}

/**
 * SQL: added to a condition on the state it keeps SQLite on the index of open messages, even where
 * statistics say that nearly all messages have that state.
 */
const isOpen = "state <> 'settled' and state in ('received', 'ready', 'waiting', 'parked')";

/** `now`: milliseconds since the epoch. */
export function* countOpenMessages(dialect: SqlDialect, now: number): SqlSteps<readonly OpenMessageCount[]> {
  const moving = yield* selectRows(
    `select channel, state, count(*) as n, min(received_at) as oldest from message
     where ${isOpen} and state in ('received', 'ready') group by channel, state order by channel, state`,
  );
  const stuck = yield* countStuckByChannel(dialect);
  const refused = yield* selectRows(
    `select channel, 'rejected' as state, count(*) as n, min(settled_at) as oldest from message
     where ${isRefusedSince}
     group by channel order by channel`,
    new Date(now - day).toISOString(),
  );
  const open = [...moving, ...stuck]
    .map(parseOpenCount)
    .sort((a, b) => compareCodes(a.channel, b.channel) || compareCodes(a.state, b.state));
  return [...open, ...refused.map(parseOpenCount)];
}

const compareCodes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function buildBacklog(
  channel: string,
  count: number,
  oldest: string,
  newest: readonly Row[],
): ChannelBacklog {
  const messages = newest.map(parseBacklogMessage);
  return { channel, count, oldest, newest: messages.map(({ id }) => id), messages };
}

const parseBacklogMessage = ({ id, name, purchase_order: order, reason }: Row): BacklogMessage => ({
  id: Number(id),
  name: String(name),
  reason: String(reason),
  ...(typeof order === 'string' ? { purchaseOrderNumber: order } : {}),
});

const openRow = z
  .object({
    channel: z.string(),
    state: z.enum(['received', 'ready', 'waiting', 'parked', 'rejected']),
    n: z.number(),
    oldest: z.string(),
  })
  .transform(({ n: count, ...rest }) => ({ ...rest, count }));

const parseOpenCount = (row: unknown): OpenMessageCount => openRow.parse(row);
