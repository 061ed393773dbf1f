import { z } from 'zod';
import type { PublishedFile, UncollectedQuery } from '../journal.ts';
import { currentInstant, execute, type SqlSteps, selectRows, type Value } from '../sql/sql-engine.ts';

/** Files for the ERP, from their publishing until the ERP has taken them away. */

/** An ERP that never takes its files away must not make every look slower. */
const atMost = 10_000;

export function* listUncollected(of: UncollectedQuery): SqlSteps<readonly PublishedFile[]> {
  const [column, values] = 'channels' in of ? ['channel', of.channels] : ['order_key', [of.orderKey]];
  const rows = yield* selectRows(
    `select id, channel, place, folder, settled_at from message
     where ${column} in (${placeholders(values)}) and folder is not null and collected is null and place is not null
     order by id desc limit ${atMost}`,
    ...values,
  );
  return rows.map(parsePublishedFile).reverse();
}

/** A successor that waited for it is due at once. */
export function* noteCollected(ids: readonly number[]): SqlSteps<void> {
  yield* execute(
    `update message set collected = ? where id in (${placeholders(ids)}) and collected is null`,
    currentInstant(),
    ...ids,
  );
  yield* execute(
    `update message set due = 0 where state = 'waiting'
     and order_key in (select order_key from message where id in (${placeholders(ids)}))`,
    ...ids,
  );
}

const placeholders = (values: readonly Value[]): string => values.map(() => '?').join() || 'null';

const publishedRow = z
  .object({
    id: z.number(),
    channel: z.string(),
    place: z.string(),
    folder: z.string(),
    settled_at: z.string(),
  })
  .transform(({ place: name, settled_at: at, ...rest }) => ({ ...rest, name, at }));

const parsePublishedFile = (row: unknown): PublishedFile => publishedRow.parse(row);
