import type { Members } from './model-shape.ts';
import {
  chargeLine,
  documentMembers,
  freeFormMembers,
  itemDetails,
  loadCarrier,
  orderHeader,
  orderLine,
  prices,
  property,
  scheduleMembers,
  shipmentIdentifiers,
  shipmentItem,
  transportStop,
} from './shared-members.ts';

/** What we send. Names as the exchange documents them; the specification shows few of them. */

const sentLine: Members = {
  'position!': 'identifier',
  ...orderLine,
  'deliverySchedule[]!': scheduleMembers,
  'deliveryHistory[]': { position: 'identifier', date: 'date', quantity: 'decimal' },
  indicators: {
    shipped: 'boolean',
    delivered: 'boolean',
    completed: 'boolean',
    cancelled: 'boolean',
    proposeWhenAccepted: 'boolean',
  },
  ...freeFormMembers,
};

export const sentOrder: Members = {
  'order!': {
    ...orderHeader,
    'supplierAccountNumber!': 'identifier',
    'purchaseOrderNumber!': 'identifier',
    indicators: {
      shipped: 'boolean',
      delivered: 'boolean',
      completed: 'boolean',
      cancelled: 'boolean',
      cancelLineWhenMissing: 'boolean',
      autoConfirm: 'boolean',
    },
    ...freeFormMembers,
    contact: { email: 'identifier' },
    supplierContact: { email: 'identifier' },
    'lines[]': sentLine,
  },
  'lines[]': sentLine,
  erpIssueDateTime: 'datetime',
  erpIssuedBy: { email: 'text' },
  erpLastChangeDateTime: 'datetime',
  erpLastChangedBy: { email: 'text' },
};

const responseLine: Members = {
  'purchaseOrderLinePosition!': 'identifier',
  salesOrderNumber: 'identifier',
  salesOrderLinePosition: 'identifier',
  description: 'text',
  reason: 'text',
  'properties[]': property,
  'notes[]': 'text',
  'documents[]': documentMembers,
  itemDetails,
  'deliverySchedule[]': scheduleMembers,
  prices,
  'chargeLines[]': chargeLine,
  indicators: { accepted: 'boolean', rejected: 'boolean', shipped: 'boolean', cancelled: 'boolean' },
};

export const sentOrderResponse: Members = {
  'order!': {
    companyId: 'text',
    'buyerAccountNumber!': 'identifier',
    'purchaseOrderNumber!': 'identifier',
    description: 'text',
    'properties[]': property,
    'notes[]': 'text',
    'documents[]': documentMembers,
    contact: { email: 'identifier' },
    indicators: { accepted: 'boolean', rejected: 'boolean', shipped: 'boolean', cancelled: 'boolean' },
    'lines[]': responseLine,
  },
  'lines[]': responseLine,
  erpResponseDateTime: 'datetime',
  erpRespondedBy: { email: 'text' },
};

const despatchLine: Members = {
  'despatchAdviceLinePosition!': 'identifier',
  'purchaseOrderNumber!': 'identifier',
  'purchaseOrderLinePosition!': 'identifier',
  deliverySchedulePosition: 'identifier',
  'despatchQuantity!': 'decimal',
  backorderQuantity: 'decimal',
  backorderDate: 'date',
  item: shipmentItem,
};

export const sentDespatchAdvice: Members = {
  'header!': {
    supplierCompanyId: 'text',
    'buyerAccountNumber!': 'identifier',
    'despatchAdviceNumber!': 'identifier',
    'shipment!': {
      'shipmentNumber!': 'identifier',
      shipmentCompanyName: 'text',
      trackingNumber: 'text',
      identifiers: shipmentIdentifiers,
      transportMode: 'text',
      departure: transportStop,
      destination: transportStop,
      finalDestination: transportStop,
      'destinations[]': transportStop,
    },
    'documents[]': documentMembers,
    'notes[]': 'text',
    contact: { email: 'identifier' },
  },
  'loadCarriers[]': loadCarrier(despatchLine),
  'lines[]': despatchLine,
  erpIssueDateTime: 'datetime',
};
