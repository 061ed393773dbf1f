import type { DraftedKind } from '../../formats/infer/drafted-kinds.ts';
import type { CodedStep } from './list-places.ts';

/** What of the delivered mappings a person can give another source, by the kind of the documents. */

/** Where a rule stands in a mapping, from the outermost names on. */
export type RulePath = readonly string[];

export interface ValueSlot {
  /** What a value is that goes there. */
  readonly meaning: string;
  readonly at: RulePath;
  /** The rule lists one text for each line. */
  readonly isForEachLine?: true;
}

export interface GroupSlot {
  /** What segments of a code are. */
  readonly role: string;
  readonly at: RulePath;
  /** codes: the rule lists the codes of those elements, the first that is there counts. */
  readonly lists?: Pick<CodedStep, 'name' | 'at'>;
}

export interface DocumentSlots {
  /** In the order in which they are offered. A mapping has those whose rule it has. */
  readonly values: readonly ValueSlot[];
  readonly groups: readonly GroupSlot[];
}

const item = ['target', 'cac:OrderLine', 'cac:LineItem', 'cac:Item'];

const ofItems: readonly ValueSlot[] = [
  { meaning: 'item', at: [...item, 'cac:BuyersItemIdentification', 'cbc:ID'] },
  { meaning: 'revision', at: [...item, 'cac:BuyersItemIdentification', 'cbc:ExtendedID'] },
  { meaning: 'supplierItem', at: [...item, 'cac:SellersItemIdentification', 'cbc:ID'] },
  { meaning: 'manufacturerItem', at: [...item, 'cac:ManufacturersItemIdentification', 'cbc:ID'] },
  { meaning: 'description', at: [...item, 'cbc:Name'] },
];

const ofParties: readonly GroupSlot[] = [
  { role: 'buyer', at: ['variables', 'buyer'] },
  { role: 'supplier', at: ['variables', 'seller'] },
];
const ofPrices: GroupSlot = {
  ...{ role: 'price', at: ['variables', 'priceKinds'], lists: { name: 'gPRI', at: 'PRI/C509/e5125' } },
};
const days = { name: 'DTM', at: 'C507/e2005' } as const;

export const slotsByKind: Readonly<Record<DraftedKind, DocumentSlots>> = {
  order: {
    values: [
      { meaning: 'number', at: ['variables', 'number'] },
      { meaning: 'date', at: ['target', 'cbc:IssueDate'] },
      { meaning: 'supplier', at: ['variables', 'sellerAccount'] },
      { meaning: 'currency', at: ['variables', 'currency'] },
      { meaning: 'reference', at: ['target', 'cbc:CustomerReference'] },
      { meaning: 'contract', at: ['variables', 'contract'] },
      { meaning: 'project', at: ['variables', 'project'] },
      { meaning: 'note', at: ['target', 'cbc:Note'] },
      { meaning: 'position', at: ['target', 'cac:OrderLine', 'cac:LineItem', 'cbc:ID'] },
      ...ofItems,
      { meaning: 'quantity', at: ['target', 'cac:OrderLine', '$let', 'quantity'] },
      { meaning: 'unit', at: ['target', 'cac:OrderLine', '$let', 'uom'] },
    ],
    groups: [
      ...ofParties,
      { role: 'invoicee', at: ['variables', 'invoicee'] },
      { role: 'place', at: ['variables', 'place'] },
      { role: 'delivery', at: ['variables', 'requests'], lists: days },
      { role: 'delivery', at: ['variables', 'day'] },
      { role: 'delivery', at: ['target', 'cac:OrderLine', '$let', 'lineDay'] },
      ofPrices,
    ],
  },
  response: {
    values: [
      { meaning: 'number', at: ['variables', 'orders'] },
      { meaning: 'responseNumber', at: ['target', 'cbc:ID'] },
      { meaning: 'responseDate', at: ['target', 'cbc:IssueDate'] },
      { meaning: 'salesOrder', at: ['variables', 'salesOrders'] },
      { meaning: 'buyer', at: ['variables', 'buyerAccount'] },
      { meaning: 'currency', at: ['variables', 'currency'] },
      { meaning: 'note', at: ['target', 'cbc:Note'] },
      { meaning: 'position', at: ['variables', 'numbers'], isForEachLine: true },
      { meaning: 'salesPosition', at: ['target', 'cac:OrderLine', 'cac:LineItem', 'cbc:SalesOrderID'] },
      ...ofItems,
      { meaning: 'quantity', at: ['target', 'cac:OrderLine', '$let', 'total'] },
      { meaning: 'unit', at: ['target', 'cac:OrderLine', '$let', 'uom'] },
    ],
    groups: [...ofParties, { role: 'promise', at: ['variables', 'promises'], lists: days }, ofPrices],
  },
};
