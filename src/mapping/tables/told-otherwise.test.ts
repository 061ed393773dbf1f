import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isLost, listLeafFates } from '../explain/leaf-fates.ts';
import { delivered, folder } from '../testkit/delivered.ts';
import { context, xml } from '../testkit/there-and-back.ts';

/** What a document repeats is left out of the loss report while it says the same; once it says something else, it is told. */

const sample = (name: string): string => readFileSync(join(folder, '../samples/good', name), 'utf8');

interface Case {
  readonly what: string;
  readonly mapping: string;
  readonly document: string;
  readonly from: string | RegExp;
  readonly to: string;
  readonly told: string;
  /** What the exchange has of the order. */
  readonly received?: object;
}

const order = { mapping: 'order-to-exchange', document: sample('order-full.xml') };
const response = { mapping: 'order-response-to-exchange', document: sample('response-revised.xml') };
const lastPlace = /(.*)<cac:DeliveryLocation>/s;

const cases: readonly Case[] = [
  {
    what: 'the gate of another delivery',
    ...order,
    from: lastPlace,
    to: '$1<cac:DeliveryLocation><cbc:Conditions>Gate 7</cbc:Conditions>',
    told: 'Gate 7',
  },
  {
    what: 'another street of the same place',
    ...order,
    from: /(.*)(<cbc:StreetName>)[^<]*/s,
    to: '$1$2Elsewhere',
    told: 'Elsewhere',
  },
  {
    what: 'a total that the lines do not give',
    ...order,
    from: /(<cbc:PayableAmount[^>]*>)[^<]*/,
    to: '$19.99',
    told: '9.99',
  },
  {
    what: 'another count of lines',
    ...order,
    from: /(?=<cac:BuyerCustomerParty>)/,
    to: '<cbc:LineCountNumeric>7</cbc:LineCountNumeric>',
    told: '7',
  },
  {
    what: 'a currency that no price has',
    ...order,
    from: /(?=<cac:BuyerCustomerParty>)/,
    to: '<cbc:DocumentCurrencyCode>SEK</cbc:DocumentCurrencyCode>',
    told: 'SEK',
  },
  {
    what: 'an amount of a line without a price',
    ...order,
    from: /<cac:Price>.*?<\/cac:Price>/s,
    to: '',
    told: '4600.00',
  },
  {
    what: 'a count of lines in a response',
    ...response,
    from: /(?=<cac:OrderReference>)/,
    to: '<cbc:LineCountNumeric>7</cbc:LineCountNumeric>',
    told: '7',
  },
  {
    what: 'a total of a response',
    ...response,
    from: /(?=<cac:OrderLine>)/,
    to: '<cac:LegalMonetaryTotal><cbc:PayableAmount currencyID="EUR">9.99</cbc:PayableAmount></cac:LegalMonetaryTotal>',
    told: '9.99',
  },
  {
    what: 'another number of the supplier for an item',
    ...response,
    from: /(?<=<cac:Item>)(.*?)(?=<\/cac:Item>)/s,
    to: '<cac:SellersItemIdentification><cbc:ID>R-OTHER</cbc:ID></cac:SellersItemIdentification>',
    told: 'R-OTHER',
    received: { lines: [{ buyerLine: { position: '00010', item: { supplierItemNumber: 'R-1' } } }] },
  },
];

it.each(cases)('$what', ({ mapping: name, document, from, to, told, received }) => {
  const changed = document.replace(from, to);
  expect(changed).not.toBe(document);
  const known = { ...context, received: JSON.stringify(received ?? {}) };
  const lost = (text: string) =>
    listLeafFates(delivered(name), xml(text), known).flatMap((leaf) => (isLost(leaf) ? leaf.text : []));
  expect(lost(document)).not.toContain(told);
  expect(lost(changed)).toContain(told);
});
