import type { Answer, ExchangeClient } from '../exchange/interface.ts';
import { orderIdentity } from '../exchange/model.ts';
import type { Gather, Identity } from '../journal/interface.ts';
import type { OutboundChannel } from './channel.ts';
import { identityOf } from './check.ts';

/** Fetches what prepare needs from outside. */
export const fetchGather = (exchange: ExchangeClient, { what, id }: Gather): Promise<Answer> =>
  what === 'order' ? exchange.order(id) : exchange.shipment(id);

/** Where the state of a fetched order lies. */
export function gatheredIdentity(channel: OutboundChannel, body: Uint8Array): Identity {
  const order = orderIdentity(body);
  return order ? identityOf(channel, order) : {};
}
