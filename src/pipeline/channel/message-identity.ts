import type { OrderIdentity } from '../../exchange/documents/order-identity.ts';
import type { ShipmentIdentity } from '../../exchange/documents/shipment-identity.ts';
import type { BusinessKey, MessageIdentity } from '../../journal/model/message.ts';
import type { OutboundChannel } from './channel.ts';
import { shipmentAddress, stateAddress } from './state-addresses.ts';

/**
 * The order's place in the journal, by the side this ERP is on. An exchange that does not tell account or number must not
 * make us forget what was published: then the order's id stands in for them.
 */
export function identifyOrder(channel: OutboundChannel, order: OrderIdentity): MessageIdentity {
  const { purchaseOrderNumber, buyerAccountNumber, id } = order;
  const account = channel.as === 'buyer' ? channel.companyId : buyerAccountNumber;
  if (purchaseOrderNumber === undefined) return { address: stateAddress(channel.as, 'order id', id) };
  const party = channel.as === 'buyer' ? order.supplierAccountNumber : buyerAccountNumber;
  return {
    purchaseOrderNumber,
    keys: buildBusinessKeys({
      'purchase order': [purchaseOrderNumber],
      'sales order': order.salesOrders ?? [],
      party: [party],
    }),
    address: stateAddress(channel.as, account ?? `order id ${id}`, purchaseOrderNumber),
  };
}

/** Where the state of a shipment lies, and which orders it is about. */
export const identifyShipment = ({ id, number, orders }: ShipmentIdentity): MessageIdentity => ({
  address: shipmentAddress(id),
  ...(orders.length > 0 ? { purchaseOrderNumber: renderOrderList(orders) } : {}),
  keys: buildBusinessKeys({ shipment: [number], 'purchase order': orders }),
});

/** Of a document over hundreds of orders a list shows the first. */
const mostShownOrders = 5;

export const renderOrderList = (orders: readonly string[]): string =>
  orders.length <= mostShownOrders
    ? orders.join(', ')
    : `${orders.slice(0, mostShownOrders).join(', ')} and ${orders.length - mostShownOrders} more`;

/** By kind, without those that are not there. */
export const buildBusinessKeys = (
  numbers: Readonly<Partial<Record<BusinessKey['kind'], readonly (string | undefined)[]>>>,
): readonly BusinessKey[] =>
  kinds.flatMap((kind) => (numbers[kind] ?? []).flatMap((value) => (value ? [{ kind, value }] : [])));

const kinds = ['purchase order', 'sales order', 'advice', 'shipment', 'party'] as const;
