import type { Role } from '../../types.ts';

/** Where the state of an order lies: the same address in both directions (docs/design.md, "Orders and sameness"). */
export function stateAddress(role: Role, account: string, purchaseOrderNumber: string): string {
  return [role, account, purchaseOrderNumber].map(encodeURIComponent).join('/');
}

/** Shipments are known by the exchange's id, despatch advice by its own number: neither must be taken for an order. */
export const shipmentAddress = (id: string): string => ['shipment', id].map(encodeURIComponent).join('/');

export const adviceAddress = (account: string, number: string): string =>
  ['despatch advice', account, number].map(encodeURIComponent).join('/');

/** Messages of one key go one after the other; the two directions do not hold each other back. */
export const inboundKey = (address: string): string => `inbound/${address}`;

export const outboundKey = (channel: string, orderId: string): string =>
  ['outbound', channel, encodeURIComponent(orderId)].join('/');

/** The order whose state lies at an address; undefined: it is that of something else. */
export function parseOrderAddress(
  address: string,
): { readonly role: Role; readonly account: string; readonly number: string } | undefined {
  const [role, account, number, ...rest] = address.split('/').map(decodeURIComponent);
  if ((role !== 'buyer' && role !== 'supplier') || rest.length > 0) return undefined;
  return account === undefined || number === undefined ? undefined : { role, account, number };
}
