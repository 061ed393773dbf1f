import type { Answer, ExchangeClient } from '../../exchange/interface.ts';
import { readOrderIdentity } from '../../exchange/model.ts';
import { readShipmentIdentity } from '../../exchange/shipment.ts';
import type { GatherRequest, MessageIdentity } from '../../journal/message.ts';
import { carriesShipments, type OutboundChannel } from '../channel.ts';
import { findUnusableInBody } from '../check/identifiers.ts';
import { identifyOrder, identifyShipment } from '../identity.ts';

/** Fetches what prepare needs from outside. */
export const fetchGathered = (exchange: ExchangeClient, { what, id }: GatherRequest): Promise<Answer> =>
  what === 'shipment' ? exchange.shipment(id) : exchange.order(id);

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
