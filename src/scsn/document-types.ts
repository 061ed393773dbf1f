import type { Kind } from '../types.ts';

/** The SCSN documents, by the name that config and mappings write. */
export const documentTypes = [
  'scsn/Order',
  'scsn/OrderResponse',
  'scsn/DespatchAdvice',
  'scsn/OrderStatus',
] as const;
export type DocumentType = (typeof documentTypes)[number];

export const kindByDocument: Readonly<Record<DocumentType, Kind>> = {
  'scsn/Order': 'order',
  'scsn/OrderResponse': 'response',
  'scsn/DespatchAdvice': 'advice',
  'scsn/OrderStatus': 'status',
};

export const documentByKind: Readonly<Record<Kind, DocumentType>> = {
  order: 'scsn/Order',
  response: 'scsn/OrderResponse',
  advice: 'scsn/DespatchAdvice',
  status: 'scsn/OrderStatus',
};
