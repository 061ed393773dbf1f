import { shown } from './business-keys.ts';
import type { KeyOfMessage, KeyQuery } from './interface.ts';
import type { Message } from './message.ts';
import { readKey, readMessage } from './rows.ts';
import { all, marks, type Steps } from './sql.ts';

/** Messages by the numbers that people know them by, for whoever asks after an order. */

/** The newest first. */
export function* withNumber({ value, kind, since, limit }: KeyQuery): Steps<readonly Message[]> {
  const more = [...(kind === undefined ? [] : [kind]), ...(since === undefined ? [] : [since])];
  const rows = yield* all(
    `select m.* from business_key b join message m on m.id = b.message
     where b.value = ?${kind === undefined ? '' : ' and b.kind = ?'}${since === undefined ? '' : ' and m.received_at >= ?'}
     order by b.message desc limit ?`,
    shown(value),
    ...more,
    limit,
  );
  return distinct(rows.map(readMessage));
}

/** One number may be of several kinds. */
const distinct = (messages: readonly Message[]): readonly Message[] => [
  ...new Map(messages.map((message) => [message.id, message])).values(),
];

/** The newest first. */
export function* ofOrderKeys(orderKeys: readonly string[], limit: number): Steps<readonly Message[]> {
  if (orderKeys.length === 0) return [];
  const rows = yield* all(
    `select * from message where order_key in (${marks(orderKeys)}) order by id desc limit ?`,
    ...orderKeys,
    limit,
  );
  return rows.map(readMessage);
}

export function* numbersOf(ids: readonly number[]): Steps<readonly KeyOfMessage[]> {
  const rows = yield* all(
    `select message, kind, value from business_key where message in (${marks(ids)}) order by message, kind, value`,
    ...ids,
  );
  return rows.map(readKey);
}
