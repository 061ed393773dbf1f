import { sha256 } from '../../text/sha256.ts';
import { mergeReceivedOrder } from './order-json.ts';
import type { OrderState, ReceivedChange } from './order-state.ts';

/** The order as last received over all channels: the newest header and each line as newest. `read`: a body by its hash. */
export function buildReceivedOrder(state: OrderState, read: (hash: string) => string): string | undefined {
  const sides = Object.values(state.received).sort((a, b) => a.revision - b.revision);
  const newest = sides.at(-1);
  if (!newest) return undefined;
  const lines = new Map(
    sides.flatMap((side) => Object.entries(side.lines).map(([id, line]) => [id, read(line.body)] as const)),
  );
  return mergeReceivedOrder(read(newest.body), lines);
}

/** By the exchange's id of a line: the change of the state that brought it. */
export function listReceivedRevisions({ received }: OrderState): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { lines } of Object.values(received))
    for (const [id, { revision }] of Object.entries(lines))
      found.set(id, Math.max(found.get(id) ?? 0, revision));
  return found;
}

/** What a body changes in the order state: that it came, and when each of its lines was last updated. */
export function buildReceivedChange(
  body: Uint8Array,
  lines: readonly { readonly id: string; readonly lastUpdatedAt?: string | undefined }[],
): ReceivedChange {
  const stamps = lines.flatMap(({ id, lastUpdatedAt }) =>
    lastUpdatedAt === undefined ? [] : [[id, lastUpdatedAt] as const],
  );
  return { body: sha256(body), lines: Object.fromEntries(stamps) };
}
