import { z } from 'zod';
import type { MessageBusinessKey, NumberQuery } from '../journal.ts';
import { shortenForDisplay } from '../messages/business-keys.ts';
import type { Message } from '../model/message.ts';
import { parseMessage } from '../sql/parse-message.ts';
import { placeholders, type SqlSteps, selectRows } from '../sql/sql-engine.ts';

/** Messages by the numbers that people know them by, for whoever asks after an order. */

/** The newest first. */
export function* findMessagesByNumber({
  value,
  kind,
  since,
  limit,
}: NumberQuery): SqlSteps<readonly Message[]> {
  const more = [...(kind === undefined ? [] : [kind]), ...(since === undefined ? [] : [since])];
  const rows = yield* selectRows(
    `select m.* from business_key b join message m on m.id = b.message
     where b.value = ?${kind === undefined ? '' : ' and b.kind = ?'}${since === undefined ? '' : ' and m.received_at >= ?'}
     order by b.message desc limit ?`,
    shortenForDisplay(value),
    ...more,
    limit,
  );
  return withoutRepeats(rows.map(parseMessage));
}

/** One number may be of several kinds. */
const withoutRepeats = (messages: readonly Message[]): readonly Message[] => [
  ...new Map(messages.map((message) => [message.id, message])).values(),
];

/** The newest first. */
export function* listMessagesByOrderKeys(
  orderKeys: readonly string[],
  limit: number,
): SqlSteps<readonly Message[]> {
  if (orderKeys.length === 0) return [];
  const rows = yield* selectRows(
    `select * from message where order_key in (${placeholders(orderKeys)}) order by id desc limit ?`,
    ...orderKeys,
    limit,
  );
  return rows.map(parseMessage);
}

export function* listBusinessKeys(ids: readonly number[]): SqlSteps<readonly MessageBusinessKey[]> {
  const rows = yield* selectRows(
    `select message, kind, value from business_key where message in (${placeholders(ids)}) order by message, kind, value`,
    ...ids,
  );
  return rows.map(parseBusinessKey);
}

const keyRow = z.object({
  message: z.number(),
  kind: z.enum(['purchase order', 'sales order', 'advice', 'shipment', 'party']),
  value: z.string(),
});

const parseBusinessKey = (row: unknown): MessageBusinessKey => keyRow.parse(row);
