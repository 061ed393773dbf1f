import type { OrderIdentity } from '../exchange/model.ts';
import type { ShipmentIdentity } from '../exchange/shipment.ts';
import type { Identity } from '../journal/message.ts';
import { type OutboundChannel, shipmentAddress, stateAddress } from './channel.ts';

/**
 * The order's place in the journal, by the side this ERP is on. An exchange that does not tell account or number must not
 * make us forget what was published: then the order's id stands in for them.
 */
export function identityOf(channel: OutboundChannel, order: OrderIdentity): Identity {
  const { purchaseOrderNumber, buyerAccountNumber, id } = order;
  const account = channel.as === 'buyer' ? channel.companyId : buyerAccountNumber;
  if (purchaseOrderNumber === undefined) return { address: stateAddress(channel.as, 'order id', id) };
  return {
    purchaseOrderNumber,
    address: stateAddress(channel.as, account ?? `order id ${id}`, purchaseOrderNumber),
  };
}

/** Where the state of a shipment lies, and which orders it is about. */
export const identityOfShipment = ({ id, orders }: ShipmentIdentity): Identity => ({
  address: shipmentAddress(id),
  ...(orders.length > 0 ? { purchaseOrderNumber: orders.join(', ') } : {}),
});
