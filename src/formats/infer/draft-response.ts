import {
  draftDeliveryRules,
  draftItemName,
  draftNoteRule,
  draftPartyRule,
  draftPlainRule,
  draftPriceRules,
  draftQuantityRule,
  draftUnknown,
  type KnownValues,
  type Rule,
} from './draft-lines.ts';
import type { DraftRules } from './draft-mapping.ts';

/**
 * What the names mean at its place of an SCSN order response. What the file leaves open is compared with the order behind it
 * (complete-order-response): nothing is accepted here that it does not say, and no line is counted, for its number is the order's.
 */
export const responseRules: DraftRules = {
  namespaces: '{ gw: "urn:scsn-gateway:document" }',
  tables: {
    answer: 'tables/csv-answer.csv',
    status: 'tables/csv-line-status.csv',
    unit: 'tables/csv-units.csv',
  },
  document: (known) => [
    [
      'ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent/gw:Document/gw:open',
      '[ { $text: status }, { $text: values } ] # what the file does not say is compared with the order',
    ],
    ...draftResponseNumber(known),
    ...['salesOrder', 'responseDate'].flatMap((name) => draftPlainRule(known, name)),
    ...draftCodeRule(known, 'answer'),
    ...draftNoteRule(known, true),
    ...['currency', 'number'].flatMap((name) => draftPlainRule(known, name)),
    ['cac:SellerSupplierParty/$keepEmpty', 'true'],
    ...draftPartyRule(known, 'supplier'),
    ['cac:BuyerCustomerParty/$keepEmpty', 'true'],
    ...draftPartyRule(known, 'buyer'),
  ],
  line: (known) => [
    ...draftNoteRule(known, false),
    ...['position', 'salesPosition'].flatMap((name) => draftPlainRule(known, name)),
    ...draftCodeRule(known, 'status'),
    ...draftQuantityRule(known),
    ...draftDeliveryRules(known, ['delivery', 'confirmedDelivery'], false),
    ...draftPriceRules(known),
    ['cac:LineItem/cac:Item/$keepEmpty', 'true'],
    ...draftItemName(known),
    ...['item', 'revision', 'supplierItem'].flatMap((name) => draftPlainRule(known, name)),
  ],
  unknownInDocument: (known) => [
    ...draftUnknown(known, 'number', 'cac:OrderReference/cbc:ID'),
    ...(known.values.has('number') ? [] : draftUnknown(known, 'responseNumber', 'cbc:ID')),
    ...draftUnknown(known, 'responseDate', 'cbc:IssueDate'),
  ],
  unknownInLine: (known) => draftUnknown(known, 'position', 'cac:LineItem/cbc:ID'),
};

/** A response without a number of its own is called as the order that it answers. */
function draftResponseNumber({ values }: KnownValues): readonly Rule[] {
  const paths = ['responseNumber', 'number'].flatMap((name) => values.get(name)?.path ?? []);
  const [only, ...more] = paths;
  if (only === undefined) return [];
  return [['cbc:ID', more.length === 0 ? only : `(${paths.join(', ')})[1]`]];
}

/** By the table of that name; an unknown word parks the document. */
function draftCodeRule({ kind, values }: KnownValues, name: string): readonly Rule[] {
  const one = values.get(name);
  const place = one?.meaning?.[kind];
  if (one === undefined || place === undefined) return [];
  return [[place, `{ $when: ${one.path}, $from: "table('${name}', lower-case(${one.path}))" }`]];
}
