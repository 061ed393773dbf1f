import type { PublishedFile, Uncollected } from './interface.ts';
import { readPublished } from './rows.ts';
import { all, now, run, type Steps, type Value } from './sql.ts';

/** Files for the ERP, from their publishing until the ERP has taken them away. */

/** An ERP that never takes its files away must not make every look slower. */
const atMost = 10_000;

export function* uncollected(of: Uncollected): Steps<readonly PublishedFile[]> {
  const [column, values] = 'channels' in of ? ['channel', of.channels] : ['order_key', [of.orderKey]];
  const rows = yield* all(
    `select id, channel, place, folder, settled_at from message
     where ${column} in (${marks(values)}) and folder is not null and collected is null and place is not null
     order by id desc limit ${atMost}`,
    ...values,
  );
  return rows.map(readPublished).reverse();
}

/** A successor that waited for it is due at once. */
export function* collected(ids: readonly number[]): Steps<void> {
  yield* run(
    `update message set collected = ? where id in (${marks(ids)}) and collected is null`,
    now(),
    ...ids,
  );
  yield* run(
    `update message set due = 0 where state = 'waiting'
     and order_key in (select order_key from message where id in (${marks(ids)}))`,
    ...ids,
  );
}

const marks = (values: readonly Value[]): string => values.map(() => '?').join() || 'null';
