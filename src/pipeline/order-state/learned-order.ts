import { readOrderIdentity } from '../../exchange/documents/order-identity.ts';
import type { Message, NewOrderState } from '../../journal/model/message.ts';
import { buildStoredState, changeState, parseState } from './order-state.ts';
import { buildReceivedChange } from './received-order.ts';

/**
 * The order state after the exchange was asked for an order of which nothing was known: with the order as it gave it, or with the
 * knowledge that it has none. `body`: absent where it has none.
 */
export function applyLearnedOrder(
  state: string | undefined,
  { channel, direction, id, arrival }: Pick<Message, 'channel' | 'direction' | 'id' | 'arrival'>,
  body: Uint8Array | undefined,
  at: string,
): NewOrderState {
  const order = body && readOrderIdentity(body);
  const received = body && order ? { received: buildReceivedChange(body, order.lines) } : {};
  const by = { channel, direction, message: id, arrival, at };
  return buildStoredState(changeState(parseState(state), { asked: true, ...received }, by));
}
