import type { Direction } from '../types.ts';
import type { Pile, Standing } from './interface.ts';
import type { Message } from './message.ts';
import { readMessage } from './rows.ts';
import { one, type Row, type Steps, type Value } from './sql.ts';

/** How it stands with the work. Each query ends at the first row of an index that fits, or counts within one. */

const directions: readonly Direction[] = ['inbound', 'outbound'];

const day = 24 * 3_600_000;

/** `now`: milliseconds since the epoch. */
export function* standing(now: number): Steps<Standing> {
  return {
    due: yield* eachDirection(firstDue, now),
    unchecked: yield* eachDirection(firstUnchecked),
    waiting: yield* waiting(),
    parked: yield* parked(),
    rejected: yield* rejected(new Date(now - day).toISOString()),
  };
}

function* eachDirection(sql: string, ...values: readonly Value[]): Steps<readonly Message[]> {
  const found: Message[] = [];
  for (const direction of directions) {
    const row = yield* one(sql, direction, ...values);
    if (row) found.push(readMessage(row));
  }
  return found;
}

/** As `claim` has it, whoever has it in hand. */
const firstDue = `
  select * from message m
  where state in ('ready', 'waiting') and direction = ? and due <= ?
    and (select 1 from message p
      where p.order_key = m.order_key and p.id < m.id and p.released = 0 and p.state <> 'settled' limit 1) is null
    and (select 1 from message p
      where p.direction = m.direction and p.id < m.id and p.state = 'received' limit 1) is null
  order by id limit 1`;

const firstUnchecked = "select * from message where state = 'received' and direction = ? order by id limit 1";

const inState = 'select count(*) as n, min(id) as first from message where state = ?';

function* waiting(): Steps<Standing['waiting']> {
  const counted = yield* one(inState, 'waiting');
  const row = yield* one('select * from message where id = ?', Number(counted?.first ?? 0));
  return { count: Number(counted?.n ?? 0), ...(row ? { first: readMessage(row) } : {}) };
}

function* parked(): Steps<Pile> {
  const counted = yield* one(inState, 'parked');
  const oldest = yield* one(
    'select received_at as at from message where id = ?',
    Number(counted?.first ?? 0),
  );
  return pile(counted, oldest);
}

function* rejected(since: string): Steps<Pile> {
  const counted = yield* one(
    `select count(*) as n, min(settled_at) as at from message
     where state = 'settled' and outcome = 'rejected' and bodies in (0, 1) and settled_at >= ?`,
    since,
  );
  return pile(counted, counted);
}

const pile = (counted: Row | undefined, oldest: Row | undefined): Pile => ({
  count: Number(counted?.n ?? 0),
  ...(typeof oldest?.at === 'string' ? { oldest: oldest.at } : {}),
});
