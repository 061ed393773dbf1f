import type { Members } from './model-shape.ts';
import {
  chargeLine,
  documentMembers,
  freeFormMembers,
  itemDetails,
  loadCarrier,
  orderHeader,
  orderLine,
  party,
  prices,
  scheduleMembers,
  shipmentIdentifiers,
  shipmentItem,
  terms,
  transportStop,
} from './shared-members.ts';

/**
 * What the exchange sends: order, webhook, shipment. It may add members
 * at any time, so a name that is not here is worth a warning only. Prices and positions that the documentation and
 * practice call by two names are here with both.
 */

/** `embedded` (base64) and `contentType` are put in by the gateway where a channel embeds documents. */
const receivedDocument: Members = {
  ...documentMembers,
  meta: { lastUpdatedAt: 'text' },
  embedded: 'text',
  contentType: 'text',
};

const receivedMembers: Members = { ...freeFormMembers, 'documents[]': receivedDocument };

const schedule: Members = { ...scheduleMembers, etd: 'date', eta: 'date' };

const request: Members = {
  'deliverySchedule[]': schedule,
  prices,
  'chargeLines[]': chargeLine,
  reason: 'text',
  status: 'text',
};

const status: Members = { processStatus: 'text', logisticsStatus: 'text', inProgressStatus: 'text' };

const contact: Members = { userId: 'text', userName: 'text', email: 'text', name: 'text' };

const indicators: Members = {
  shipped: 'boolean',
  delivered: 'boolean',
  completed: 'boolean',
  cancelled: 'boolean',
  confirmed: 'boolean',
  accepted: 'boolean',
  rejected: 'boolean',
  deliveryOverdue: 'boolean',
  autoConfirm: 'boolean',
  proposeWhenAccepted: 'boolean',
  requestReconfirmation: 'boolean',
  noDeliveryExpected: 'boolean',
  cancelLineWhenMissing: 'boolean',
};

const buyerLine: Members = {
  position: 'identifier',
  ...orderLine,
  requests: { reopenRequest: request, reconfirmationRequest: request },
  'deliverySchedule[]': schedule,
  'deliveryHistory[]': schedule,
  indicators,
  ...receivedMembers,
};

const supplierLine: Members = {
  position: 'identifier',
  salesOrderNumber: 'identifier',
  salesOrderLinePosition: 'identifier',
  salesOrderPosition: 'identifier',
  description: 'text',
  reason: 'text',
  requests: { proposal: request, reopenRequest: request, rescheduleRequest: request },
  itemDetails,
  indicators,
  ...receivedMembers,
};

const line: Members = {
  id: 'text',
  lineType: 'text',
  chargeReasonCode: 'text',
  buyerLine,
  supplierLine,
  confirmedLine: { 'deliverySchedule[]': schedule, prices, 'chargeLines[]': chargeLine },
  'deliverySchedule[]': schedule,
  'deliveryScheduleIncludingRequests[]': schedule,
  prices,
  pricesIncludingRequests: prices,
  indicators,
  status,
  mergedItemDetails: itemDetails,
  eventDates: 'any',
  lastUpdatedAt: 'timestamp',
  reason: 'text',
  portalUrl: 'uri',
  statusLine: 'any',
  'deliveryHistory[]': schedule,
};

const meta: Members = {
  messageId: 'text',
  source: { traceId: 'text', userId: 'text', companyId: 'text', origin: 'text' },
  createdDateTime: 'timestamp',
  lastUpdatedAt: 'timestamp',
};

export const receivedOrder: Members = {
  id: 'text',
  orderId: 'text',
  buyerOrder: {
    ...orderHeader,
    supplierAccountNumber: 'identifier',
    purchaseOrderNumber: 'identifier',
    indicators,
    ...receivedMembers,
    contact,
    supplierContact: contact,
    erpIssueDateTime: 'datetime',
    erpIssuedBy: contact,
    erpLastChangeDateTime: 'datetime',
    erpLastChangedBy: contact,
  },
  supplierOrder: {
    companyId: 'text',
    buyerAccountNumber: 'identifier',
    description: 'text',
    contact,
    indicators,
    ...receivedMembers,
    erpResponseDateTime: 'datetime',
    erpRespondedBy: contact,
  },
  indicators,
  status,
  version: 'integer',
  eventDates: 'any',
  meta,
  lastUpdatedAt: 'timestamp',
  reason: 'text',
  portalUrl: 'uri',
  firstDeliveryDate: 'date',
  'lines[]': line,
};

const shipmentLine: Members = {
  purchaseOrderNumber: 'identifier',
  purchaseOrderLinePosition: 'identifier',
  deliverySchedulePosition: 'identifier',
  item: {
    number: 'identifier',
    revision: 'text',
    name: 'text',
    ...shipmentItem,
  },
  supplierLine: {
    despatchAdviceNumber: 'identifier',
    despatchAdviceLinePosition: 'identifier',
    despatchQuantity: 'decimal',
    backorderQuantity: 'decimal',
    backorderDate: 'date',
  },
  meta: { lastUpdatedAt: 'timestamp' },
};

export const receivedShipment: Members = {
  id: 'text',
  identifiers: shipmentIdentifiers,
  trackingNumber: 'text',
  transportMode: 'text',
  supplierShipment: {
    companyId: 'text',
    supplierParty: party,
    buyerAccountNumber: 'identifier',
    shipmentNumber: 'identifier',
    'invoiceNumbers[]': 'text',
    'documents[]': receivedDocument,
    'contacts[]': contact,
  },
  buyerShipment: {
    companyId: 'text',
    buyerParty: party,
    supplierAccountNumber: 'identifier',
    'documents[]': receivedDocument,
    'contacts[]': contact,
    purchaseOrderTerms: terms,
  },
  'loadCarriers[]': loadCarrier(shipmentLine),
  'lines[]': shipmentLine,
  locations: {
    departure: transportStop,
    destination: transportStop,
    finalDestination: transportStop,
    'destinations[]': transportStop,
  },
  status: 'any',
  processStatus: 'text',
  processStatusReason: 'text',
  meta: { ...meta, supplierErpMeta: { despatchAdviceErpIssueDateTime: 'datetime' } },
};

const documentsEvent: Members = {
  orderId: 'text',
  id: 'text',
  buyerOrder: {
    purchaseOrderNumber: 'identifier',
    companyId: 'text',
    supplierAccountNumber: 'identifier',
    'documents[]': receivedDocument,
  },
  supplierOrder: { companyId: 'text', buyerAccountNumber: 'identifier', 'documents[]': receivedDocument },
  'lines[]': {
    id: 'text',
    buyerLine: { position: 'identifier', 'documents[]': receivedDocument },
    supplierLine: { 'documents[]': receivedDocument },
  },
  'documents[]': receivedDocument,
  lastUpdatedAt: 'timestamp',
  meta,
};

/** The webhook's envelope, or the order itself as GET and search return it. */
export const orderEnvelope: Members = {
  ...receivedOrder,
  eventName: 'text',
  orderEvent: receivedOrder,
  orderDocumentsEvent: documentsEvent,
  singleDeliveryOrderEvent: 'any',
};

export const shipmentEnvelope: Members = {
  ...receivedShipment,
  eventName: 'text',
  shipment: receivedShipment,
};
