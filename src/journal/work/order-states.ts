import { compressBlob, decompressBlob } from '../blobs/blobs.ts';
import { execute, type Row, type SqlSteps, selectRow } from '../sql/sql-engine.ts';

/**
 * What is known of each order (JSON), packed: it stays when its messages are gone, and was more than half of what an order leaves
 * behind. Packed with zstd: brotli, as for states that prepare saw (blobs/packed-state.ts), saves a tenth more for three times the time, and
 * no page of SQLite.
 */

/** `lock`: of the dialect, for whoever changes it. */
export function* findOrderState(address: string, lock = ''): SqlSteps<string | undefined> {
  const row = yield* selectRow(`select state, packed from order_state where address = ?${lock}`, address);
  return row && parseOrderState(row);
}

export function* storeOrderState(address: string, state: string): SqlSteps<void> {
  yield* execute(
    `insert into order_state (address, state, packed) values (?, '', ?)
     on conflict (address) do update set state = '', packed = excluded.packed`,
    address,
    compressBlob(Buffer.from(state)),
  );
}

/** Bytes of the state of an order with some ten lines; larger ones come in several pieces. */
const usualState = 8_000;

function parseOrderState({ state, packed }: Row): string {
  return packed instanceof Uint8Array
    ? Buffer.from(decompressBlob(packed, usualState)).toString()
    : String(state);
}

/** Whether it can be read. */
export function isOrderState(row: Row): boolean {
  try {
    JSON.parse(parseOrderState(row));
    return true;
  } catch {
    return false;
  }
}
