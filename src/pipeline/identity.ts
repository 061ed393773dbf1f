import type { OrderIdentity } from '../exchange/model.ts';
import type { ShipmentIdentity } from '../exchange/shipment.ts';
import type { BusinessKey, Identity } from '../journal/message.ts';
import { shipmentAddress, stateAddress } from './addresses.ts';
import type { OutboundChannel } from './channel.ts';

/**
 * The order's place in the journal, by the side this ERP is on. An exchange that does not tell account or number must not
 * make us forget what was published: then the order's id stands in for them.
 */
export function identityOf(channel: OutboundChannel, order: OrderIdentity): Identity {
  const { purchaseOrderNumber, buyerAccountNumber, id } = order;
  const account = channel.as === 'buyer' ? channel.companyId : buyerAccountNumber;
  if (purchaseOrderNumber === undefined) return { address: stateAddress(channel.as, 'order id', id) };
  const party = channel.as === 'buyer' ? order.supplierAccountNumber : buyerAccountNumber;
  return {
    purchaseOrderNumber,
    keys: keysOf({
      'purchase order': [purchaseOrderNumber],
      'sales order': order.salesOrders ?? [],
      party: [party],
    }),
    address: stateAddress(channel.as, account ?? `order id ${id}`, purchaseOrderNumber),
  };
}

/** Where the state of a shipment lies, and which orders it is about. */
export const identityOfShipment = ({ id, number, orders }: ShipmentIdentity): Identity => ({
  address: shipmentAddress(id),
  ...(orders.length > 0 ? { purchaseOrderNumber: listed(orders) } : {}),
  keys: keysOf({ shipment: [number], 'purchase order': orders }),
});

/** Of a document over hundreds of orders a list shows the first. */
const shownOrders = 5;

export const listed = (orders: readonly string[]): string =>
  orders.length <= shownOrders
    ? orders.join(', ')
    : `${orders.slice(0, shownOrders).join(', ')} and ${orders.length - shownOrders} more`;

/** By kind, without those that are not there. */
export const keysOf = (
  numbers: Readonly<Partial<Record<BusinessKey['kind'], readonly (string | undefined)[]>>>,
): readonly BusinessKey[] =>
  kinds.flatMap((kind) => (numbers[kind] ?? []).flatMap((value) => (value ? [{ kind, value }] : [])));

const kinds = ['purchase order', 'sales order', 'advice', 'shipment', 'party'] as const;
