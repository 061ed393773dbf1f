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

/** What the names mean at its place of an SCSN order. */
export const orderRules: DraftRules = {
  tables: { unit: 'tables/csv-units.csv' },
  document: (known) => [
    ...['number', 'date'].flatMap((name) => draftPlainRule(known, name)),
    [
      'cbc:OrderTypeCode',
      '{ $text: New } # complete-order makes it a change where the order was sent before',
    ],
    ...draftNoteRule(known, true),
    ...draftPlainRule(known, 'currency'),
    ['cac:BuyerCustomerParty/$keepEmpty', 'true'],
    ...draftPartyRule(known, 'buyer'),
    ...draftPlainRule(known, 'supplier'),
  ],
  line: (known) => [
    ...draftNoteRule(known, false),
    ...draftLineNumber(known),
    ...draftQuantityRule(known),
    ...draftDeliveryRules(known, ['delivery'], true),
    ...draftPriceRules(known),
    ...draftItemName(known),
    ...['item', 'revision', 'supplierItem'].flatMap((name) => draftPlainRule(known, name)),
  ],
  unknownInDocument: (known) => [
    ...draftUnknown(known, 'number', 'cbc:ID'),
    ...draftUnknown(known, 'date', 'cbc:IssueDate'),
    ...(known.values.has('supplier') ? [] : ([['cac:SellerSupplierParty/$keepEmpty', 'true']] as const)),
  ],
  unknownInLine: (known) =>
    draftItemName(known).length > 0 ? [] : draftUnknown(known, '', 'cac:LineItem/cac:Item/cbc:Name'),
};

const draftLineNumber = (known: KnownValues): readonly Rule[] =>
  known.values.has('position')
    ? draftPlainRule(known, 'position')
    : [
        [
          'cac:LineItem/cbc:ID',
          `string(count(preceding-sibling::${known.lines.split('/').at(-1)}) + 1) # rows are counted: a number of the ERP would stay the same when rows come and go`,
        ],
      ];
