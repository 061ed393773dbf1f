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

/**
 * The order or shipment that came in the place of the one that was asked for, where it is another: its id, else its number. The
 * specification gives ids no form, so one that the exchange makes of company and number, and the number of the event, name an order as well.
 */
export function findAnotherAnswer(
  { purchaseOrderNumber }: Pick<MessageIdentity, 'purchaseOrderNumber'>,
  { what, id: asked }: GatherRequest,
  body: Uint8Array,
): string | undefined {
  if (what === 'shipment') {
    const shipment = readShipmentIdentity(body);
    return !shipment || [shipment.id, shipment.number].includes(asked) ? undefined : shipment.id;
  }
  const order = readOrderIdentity(body);
  if (!order) return undefined;
  const { id, buyerCompanyId, purchaseOrderNumber: number } = order;
  if ([id, number, `${buyerCompanyId}-${number}`].includes(asked)) return undefined;
  return number !== undefined && number === purchaseOrderNumber ? undefined : id;
}

const isUsable = (read: object): boolean => findUnusableInBody(read, 'en') === undefined;
