import type { Members } from './model-shape.ts';

/** Parts that several bodies of the exchange share. Names and types as the exchange documents them. */

const price: Members = {
  'priceInTransactionCurrency!': { 'value!': 'decimal', 'currencyIso!': 'text' },
  priceInBaseCurrency: { 'value!': 'decimal', 'currencyIso!': 'text' },
};

export const prices: Members = {
  netPrice: price,
  grossPrice: price,
  discountPercentage: 'decimal',
  priceUnitOfMeasureIso: 'text',
  priceUnitQuantity: 'decimal',
};

export const chargeLine: Members = {
  position: 'identifier',
  chargeTypeCode: 'text',
  chargeDescription: 'text',
  quantity: 'decimal',
  price,
  priceUnitOfMeasureIso: 'text',
};

const address: Members = {
  'names[]': 'text',
  'addressLines[]': 'text',
  postalCode: 'text',
  city: 'text',
  countryCodeIso2: 'text',
  countryName: 'text',
};

export const party: Members = { id: 'text', idScheme: 'text', ...address };

const destination: Members = { code: 'identifier', locationType: 'text', ...address };

export const terms: Members = {
  incotermsCode: 'text',
  incoterms: 'text',
  paymentTermsCode: 'text',
  paymentTerms: 'text',
};

export const property: Members = { 'key!': 'text', 'value!': 'text' };

export const documentMembers: Members = {
  code: 'text',
  revision: 'text',
  name: 'text',
  description: 'text',
  type: 'text',
  objectId: 'text',
  url: 'uri',
};

const item: Members = {
  number: 'identifier',
  revision: 'text',
  name: 'text',
  description: 'text',
  purchaseUnitOfMeasureIso: 'text',
  supplierItemNumber: 'text',
  'dimensions[]': { attribute: 'text', measure: 'decimal', unitOfMeasureUnece: 'text' },
};

export const itemDetails: Members = {
  countryOfOriginCodeIso2: 'text',
  combinedNomenclatureCode: 'text',
  netWeight: 'decimal',
  netWeightUnitOfMeasureIso: 'text',
  dangerousGoodsCodeUnece: 'text',
  serialNumber: 'text',
  batchNumber: 'text',
};

export const scheduleMembers: Members = {
  position: 'identifier',
  date: 'date',
  quantity: 'decimal',
  status: 'text',
  transportMode: 'text',
};

const certification: Members = {
  typeCode: 'text',
  type: 'text',
  classificationSocietyCode: 'text',
  classificationSociety: 'text',
};

export const freeFormMembers: Members = {
  'properties[]': property,
  'notes[]': 'text',
  'labels[]': 'text',
  'documents[]': documentMembers,
};

/** What both sides call an order's header and line; either adds what it alone has. */
export const orderHeader: Members = {
  companyId: 'text',
  buyerParty: party,
  buyerAccountingParty: party,
  supplierParty: party,
  description: 'text',
  destination,
  terms,
  orderType: 'text',
};

export const orderLine: Members = {
  originalPosition: 'identifier',
  row: 'text',
  description: 'text',
  item,
  itemDetails,
  prices,
  'chargeLines[]': chargeLine,
  terms: { contractNumber: 'text', contractPosition: 'text' },
  projectNumber: 'text',
  productionNumber: 'text',
  salesOrderNumber: 'text',
  reason: 'text',
  certification,
};

const location: Members = { ...party, locationType: 'text', country: 'text', countryCodeIso: 'text' };

export const transportStop: Members = {
  location,
  actualDate: 'date',
  etdDate: 'date',
  atdDate: 'date',
  etaDate: 'date',
  ataDate: 'date',
  etaStartDate: 'date',
  etaStartTime: 'text',
  etaEndDate: 'date',
  etaEndTime: 'text',
  scheduledStartDate: 'date',
  scheduledStartTime: 'text',
  scheduledEndDate: 'date',
  scheduledEndTime: 'text',
};

export const shipmentItem: Members = {
  buyerItemNumber: 'identifier',
  buyerItemRevision: 'text',
  buyerItemName: 'text',
  supplierItemNumber: 'text',
  supplierItemRevision: 'text',
  supplierItemName: 'text',
  purchaseUnitOfMeasureIso: 'text',
};

export const shipmentIdentifiers: Members = {
  billOfLadingNumber: 'text',
  billOfLadingIssueDate: 'date',
  imoNumber: 'text',
  carrierShipmentNumber: 'text',
  trackingNumber: 'text',
};

export const loadCarrier = (line: Members): Members => ({
  containerNumber: 'text',
  containerSizeAndType: 'text',
  packageSSCC: 'text',
  packageType: 'text',
  'lines[]': line,
});
