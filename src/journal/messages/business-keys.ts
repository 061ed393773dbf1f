import { sha256 } from '../../text/sha256.ts';
import type { BusinessKey, MessageIdentity } from '../model/message.ts';
import { execute, type SqlSteps, selectRows, type Value } from '../sql/sql-engine.ts';

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
export function* identify(id: number, identity: MessageIdentity): SqlSteps<void> {
  const { sql, values } = yield* storeIdentity(id, identity);
  if (sql !== '') yield* execute(`update message set ${sql} where id = ?`, ...values, id);
}

/** Stores its numbers; what remains to be written into its row: assignments, and their values. */
export function* storeIdentity(
  id: number,
  { address, orderKey, purchaseOrderNumber: number, keys = [] }: MessageIdentity,
): SqlSteps<{ readonly sql: string; readonly values: readonly Value[] }> {
  const order = number === undefined ? [] : [{ kind: 'purchase order', value: number } as const];
  const added = yield* insertBusinessKeys(id, keys.length > 0 ? keys : order);
  const columns: [assignment: string, value: Value][] = [];
  if (address !== undefined) columns.push(['address = ?', buildKeyText(address)]);
  if (orderKey !== undefined) columns.push(['order_key = ?', buildKeyText(orderKey)]);
  // written also where it stays as it is: that brings the index of search up to date
  if (added)
    columns.push([
      'purchase_order = coalesce(?, purchase_order)',
      number === undefined ? null : shortenForDisplay(number),
    ]);
  return { sql: columns.map(([sql]) => sql).join(), values: columns.map(([, value]) => value) };
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
