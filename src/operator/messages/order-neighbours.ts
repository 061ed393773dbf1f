import type { JournalReader } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';

/** Other documents of the same order, as far as one waits for the other. */
export interface OrderNeighbours {
  /** Later ones that wait for this one, the oldest first. */
  readonly behind: readonly number[];
  /** The one that this one waits for. */
  readonly waitsFor?: number;
}

/** Messages of one order that are looked at. */
const most = 500;

export async function findOrderNeighbours(
  journal: Pick<JournalReader, 'listByOrderKeys'>,
  { orderKey, state, released, arrival }: Message,
): Promise<OrderNeighbours> {
  if (orderKey === undefined || state === 'settled') return { behind: [] };
  const others = await journal.listByOrderKeys([orderKey], most);
  const open = others.filter((one) => one.state !== 'settled').sort((a, b) => a.arrival - b.arrival);
  const before = open.findLast((other) => other.arrival < arrival && !other.released);
  const behind = released ? [] : open.filter((other) => other.arrival > arrival);
  return {
    behind: behind.map(({ id }) => id),
    ...(before === undefined ? {} : { waitsFor: before.id }),
  };
}
