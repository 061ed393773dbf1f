import type { Members } from './model.ts';

/** Parts that several bodies of the exchange share. Names and types: domain/service.md section 1. */

export const price: Members = {
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

export const destination: Members = { code: 'identifier', locationType: 'text', ...address };

export const terms: Members = {
  incotermsCode: 'text',
  incoterms: 'text',
  paymentTermsCode: 'text',
  paymentTerms: 'text',
};

export const property: Members = { 'key!': 'text', 'value!': 'text' };

export const document: Members = {
  code: 'text',
  revision: 'text',
  name: 'text',
  description: 'text',
  type: 'text',
  objectId: 'text',
  url: 'uri',
};

export const item: Members = {
  number: 'identifier',
  revision: 'text',
  name: 'text',
  description: 'text',
  purchaseUnitOfMeasureIso: 'text',
  supplierItemNumber: 'identifier',
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

export const scheduled: Members = {
  position: 'identifier',
  date: 'date',
  quantity: 'decimal',
  status: 'text',
  transportMode: 'text',
};

export const certification: Members = {
  typeCode: 'text',
  type: 'text',
  classificationSocietyCode: 'text',
  classificationSociety: 'text',
};

export const free: Members = {
  'properties[]': property,
  'notes[]': 'text',
  'labels[]': 'text',
  'documents[]': document,
};
