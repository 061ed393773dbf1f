import type { SyntaxMasking } from '../define-syntax.ts';

export const xmlMasking: SyntaxMasking = {
  places: {
    code: [
      '@version',
      '@type',
      '@lang',
      'PARTY_ROLE',
      'COUNTRY_CODED',
      'CURRENCY',
      'ORDER_UNIT',
      'PRICE_UNIT',
      'PARTIAL_SHIPMENT_ALLOWED',
      'STOP_AUTOMATIC_PROCESSING',
      'LANGUAGE',
    ],
    date: ['GENERATION_DATE', 'ORDER_DATE', 'DELIVERY_START_DATE', 'DELIVERY_END_DATE'],
    number: ['QUANTITY', 'PRICE_QUANTITY', 'TOTAL_ITEM_NUM'],
    amount: ['PRICE_AMOUNT', 'PRICE_UNIT_VALUE', 'PRICE_LINE_AMOUNT', 'TOTAL_AMOUNT'],
    line: ['LINE_ITEM_ID'],
  },
};
