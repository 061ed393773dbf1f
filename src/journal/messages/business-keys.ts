import { sha256 } from '../../text/sha256.ts';
import type { BusinessKey, MessageIdentity } from '../model/message.ts';
import { execute, type SqlSteps, selectRows } from '../sql/sql-engine.ts';

/** By which numbers people know a message: an order's, a shipment's, a party's. A document over 400 orders has 400 rows. */

/** Characters of a number that are kept, and shown; with four bytes each they fit into an index of PostgreSQL. */
const longest = 200;
/** Rows of one statement. */
const rowsAtOnce = 200;

export const shortenForDisplay = (text: string): string => text.slice(0, longest);

/** A text that is a key, and so must stay different from others: a long one as its beginning and its hash. */
export const buildKeyText = (text: string): string =>
  Buffer.byteLength(text) <= 4 * longest ? text : `${text.slice(0, longest)}…${sha256(text)}`;

/** Notes which order a message is about, and by which numbers it is found. */
export function* identify(
  id: number,
  { address, orderKey, purchaseOrderNumber: number, keys = [] }: MessageIdentity,
): SqlSteps<void> {
  const order = number === undefined ? [] : [{ kind: 'purchase order', value: number } as const];
  const added = yield* insertBusinessKeys(id, keys.length > 0 ? keys : order);
  if (address !== undefined)
    yield* execute('update message set address = ? where id = ?', buildKeyText(address), id);
  if (orderKey !== undefined)
    yield* execute('update message set order_key = ? where id = ?', buildKeyText(orderKey), id);
  // brings the index of search up to date
  if (added)
    yield* execute(
      'update message set purchase_order = coalesce(?, purchase_order) where id = ?',
      number === undefined ? null : shortenForDisplay(number),
      id,
    );
}

/** False: all of them are there already. */
function* insertBusinessKeys(id: number, keys: readonly BusinessKey[]): SqlSteps<boolean> {
  let added = false;
  for (let at = 0; at < keys.length; at += rowsAtOnce) {
    const some = keys.slice(at, at + rowsAtOnce);
    const rows = yield* selectRows(
      `insert into business_key (message, kind, value) values ${some.map(() => '(?, ?, ?)').join()}
       on conflict do nothing returning message`,
      ...some.flatMap(({ kind, value }) => [id, kind, shortenForDisplay(value)]),
    );
    added ||= rows.length > 0;
  }
  return added;
}
