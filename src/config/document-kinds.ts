import type { Kind, Role, SendOperation } from '../types.ts';

/** What an operation of the exchange takes. */
export const kindsTaken: Readonly<Record<SendOperation, Kind>> = {
  'sci-connector/order': 'order',
  'api-connector/order': 'order',
  'api-connector/order-response': 'response',
  'api-connector/despatch-advice': 'advice',
};

/** What each side of an order receives. */
export const kindsReceived: Readonly<Record<Role, readonly Kind[]>> = {
  buyer: ['response', 'advice', 'status'],
  supplier: ['order'],
};
