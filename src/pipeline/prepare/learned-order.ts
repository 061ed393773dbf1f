import { orderIdentity } from '../../exchange/model.ts';
import type { Message, NewOrderState } from '../../journal/message.ts';
import { changeState, parseState, storedState } from './order-state.ts';
import { receivedChange } from './outbound.ts';

/**
 * The order state after the exchange was asked for an order of which nothing was known: with the order as it gave it, or with the
 * knowledge that it has none. `body`: absent where it has none.
 */
export function learnedOrder(
  state: string | undefined,
  { channel, direction, id, arrival }: Pick<Message, 'channel' | 'direction' | 'id' | 'arrival'>,
  body: Uint8Array | undefined,
  at: string,
): NewOrderState {
  const order = body && orderIdentity(body);
  const received = body && order ? { received: receivedChange(body, order.lines) } : {};
  const by = { channel, direction, message: id, arrival, at };
  return storedState(changeState(parseState(state), { asked: true, ...received }, by));
}
