import type { Journal } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import type { MessageState } from '../../types.ts';

/** Which messages one decision on many reaches, and which others it touches. */

/** Messages of one decision at the most; who has more decides again. */
export const mostDecided = 100_000;

/** A refusal is closed wherever it is: it has ended. */
export const decidableStates: Readonly<Record<'retry' | 'release' | 'discard', readonly MessageState[]>> = {
  retry: ['parked', 'waiting'],
  release: ['parked', 'waiting'],
  discard: ['received', 'ready', 'waiting', 'parked'],
};

/** Other open documents of the same orders. */
export interface DecisionNeighbours {
  /** Orders of which an earlier one holds ours back. */
  readonly heldBack: number;
  /** Later ones, which follow ours. */
  readonly behind: number;
}

const keysAtOnce = 100;

/** `messages`: in their order of arrival. */
export async function countNeighbours(
  journal: Pick<Journal, 'listByOrderKeys'>,
  messages: readonly Message[],
): Promise<DecisionNeighbours> {
  const ours = new Set(messages.map(({ id }) => id));
  const firsts = new Map(
    messages
      .toReversed()
      .flatMap(({ orderKey, arrival }) => (orderKey === undefined ? [] : [[orderKey, arrival] as const])),
  );
  const isBefore = ({ arrival, orderKey = '' }: Message): boolean => arrival < (firsts.get(orderKey) ?? 0);
  const keys = [...firsts.keys()];
  let [heldBack, behind] = [0, 0];
  for (let at = 0; at < keys.length; at += keysAtOnce) {
    const found = await journal.listByOrderKeys(keys.slice(at, at + keysAtOnce), mostDecided);
    const others = found.filter(({ id, state }) => state !== 'settled' && !ours.has(id));
    const holding = others.filter((one) => isBefore(one) && !one.released);
    heldBack += new Set(holding.map(({ orderKey }) => orderKey)).size;
    behind += others.filter((one) => !isBefore(one)).length;
  }
  return { heldBack, behind };
}
