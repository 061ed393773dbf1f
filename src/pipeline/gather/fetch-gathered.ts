import { readOrderIdentity } from '../../exchange/documents/order-identity.ts';
import { readShipmentIdentity } from '../../exchange/documents/shipment-identity.ts';
import type { Answer, ExchangeClient } from '../../exchange/exchange-client.ts';
import type { GatherRequest, MessageIdentity } from '../../journal/model/message.ts';
import { carriesShipments, type OutboundChannel } from '../channel/channel.ts';
import { identifyOrder, identifyShipment } from '../channel/message-identity.ts';
import { findUnusableInBody } from '../check/unusable-identifiers.ts';

/** Fetches what prepare needs from outside. */
export const fetchGathered = (
  exchange: ExchangeClient,
  { what, id }: GatherRequest,
  { name }: OutboundChannel,
): Promise<Answer> => (what === 'shipment' ? exchange.shipment(id, name) : exchange.order(id, name));

/** Where the state of a fetched order or shipment lies; nowhere where its numbers cannot be keys: prepare says so. */
export function readGatheredIdentity(channel: OutboundChannel, body: Uint8Array): MessageIdentity {
  if (carriesShipments(channel)) {
    const shipment = readShipmentIdentity(body);
    return shipment && isUsable(shipment) ? identifyShipment(shipment) : {};
  }
  const order = readOrderIdentity(body);
  return order && isUsable(order) ? identifyOrder(channel, order) : {};
}

const isUsable = (read: object): boolean => findUnusableInBody(read, 'en') === undefined;
