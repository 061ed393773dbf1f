import type { Answer, ExchangeClient } from '../../exchange/interface.ts';
import { orderIdentity } from '../../exchange/model.ts';
import { shipmentIdentity } from '../../exchange/shipment.ts';
import type { Gather, Identity } from '../../journal/message.ts';
import { carriesShipments, type OutboundChannel } from '../channel.ts';
import { unusableInBody } from '../check/identifiers.ts';
import { identityOf, identityOfShipment } from '../identity.ts';

/** Fetches what prepare needs from outside. */
export const fetchGather = (exchange: ExchangeClient, { what, id }: Gather): Promise<Answer> =>
  what === 'shipment' ? exchange.shipment(id) : exchange.order(id);

/** Where the state of a fetched order or shipment lies; nowhere where its numbers cannot be keys: prepare says so. */
export function gatheredIdentity(channel: OutboundChannel, body: Uint8Array): Identity {
  if (carriesShipments(channel)) {
    const shipment = shipmentIdentity(body);
    return shipment && isUsable(shipment) ? identityOfShipment(shipment) : {};
  }
  const order = orderIdentity(body);
  return order && isUsable(order) ? identityOf(channel, order) : {};
}

const isUsable = (read: object): boolean => unusableInBody(read, 'en') === undefined;
