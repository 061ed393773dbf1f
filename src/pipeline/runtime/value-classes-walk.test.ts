import { describe, expect, it } from 'vitest';
import { edifactSubject, idocSubject } from '../../mapping/testkit/dispositions/edi.ts';
import { sampleOf } from '../../mapping/testkit/dispositions/sample.ts';
import { diskFiles } from '../../system/file-source.ts';
import { extendPath } from '../../tree/nodes/extend-path.ts';
import type { Shape } from '../../tree/nodes/shape.ts';
import { mappingFolders } from '../channel/mapping-folders.ts';
import { loadValueClasses } from './value-classes.ts';

/**
 * mappings/tables/lost-values.csv against everything that can stand in a document: what is commercial by its segment or its name is
 * commercial in the table, or stands here with its reason.
 */

const classOf = loadValueClasses(mappingFolders(undefined), diskFiles);
const isOther = (path: string): boolean => classOf(path).class === 'other';

const edi = [
  edifactSubject('edifact-orders', 'edifact-d96a-orders', 'edifact-orders-to-order'),
  edifactSubject('edifact-ordchg', 'edifact-d96a-ordchg', 'edifact-ordchg-to-order'),
  edifactSubject('edifact-ordrsp', 'edifact-d96a-ordrsp', 'edifact-ordrsp-to-order-response'),
  idocSubject('idoc-orders', 'idoc-orders-to-order'),
  idocSubject('idoc-ordchg', 'idoc-ordchg-to-order'),
  idocSubject('idoc-ordrsp', 'idoc-ordrsp-to-order-response'),
];

describe.each(edi)('$name', ({ places, commercial }) => {
  it('has no commercial leaf that counts as other', () => {
    const leaves = [...places].flatMap(([path, { type }]) => (type === undefined ? [] : [`/M/${path}`]));
    const wrong = leaves
      .filter((path) => path.split('/').some((name) => commercial.has(name) || more.has(name)))
      .filter(isOther);
    expect(wrong.filter((path) => !known.some((one) => one.test(path)))).toEqual([]);
  });
});

const models = [
  ['scsn-order', 'order-to-exchange'],
  ['scsn-order-response', 'order-response-to-exchange'],
  ['scsn-despatch-advice', 'despatch-advice-to-exchange'],
  ['exchange-order-to-response', 'order-to-order-response'],
  ['exchange-shipment', 'shipment-to-despatch-advice'],
] as const;

describe.each(models)('%s', (name, mapping) => {
  it('has no commercial leaf that counts as other', () => {
    const leaves = leavesBelow(sampleOf(name, mapping).shape, '');
    const wrong = leaves.filter(isCommercial).filter((path) => isOther(`/M/${path}`));
    expect(leaves.length).toBeGreaterThan(100);
    expect(wrong.filter((path) => !known.some((one) => one.test(`/${path}`)))).toEqual([]);
  });
});

/** Aggregates of UBL have no end: an element is entered once on a way, six levels deep, and parties are not. */
function leavesBelow(shape: Shape, path: string): string[] {
  const steps = path.split('/');
  const own = shape.attributes.map(({ name }) => extendPath(path, `@${name}`));
  if (steps.length > 5 || /Party$/.test(path)) return own;
  return [
    ...own,
    ...shape.children.flatMap(({ shape: child }) => {
      if (steps.includes(child.name)) return [];
      const at = extendPath(path, child.name);
      return child.children.length === 0 ? [at, ...leavesBelow(child, at)] : leavesBelow(child, at);
    }),
  ];
}

/** Beside the segments of which the dispositions leave nothing out. */
const more = new Set(['APR', 'RNG', 'QVR', 'C243', 'ZTERM', 'MATNR_LONG', 'UEPOS', 'MSATZ', 'MWSBT']);

/** Prices, amounts, percentages, charges, quantities, units, currencies, dates, item and line numbers, contracts, sub-lines and terms. */
const isCommercial = (path: string): boolean =>
  names.some((one) => one.test(`/${path}`)) && !/\/cac:\w*Party\//.test(`/${path}`);

const names: readonly RegExp[] = [
  /(Amount|Percent|Percentage|Rate|Quantity|Date|MultiplierFactorNumeric)$/,
  /@(currencyID|unitCode)$/,
  /(CurrencyCode|currencyIso|UnitOfMeasureIso)$/,
  /(LineID|ItemIdentification\/cbc:(ID|ExtendedID)|LineItem\/cbc:ID|Contract\/cbc:ID)$/,
  /\/cac:(PaymentTerms|DeliveryTerms|TransactionConditions|SubLineItem)\/cbc:\w+$/,
  /(prices\w*|terms|chargeLines)\/.*\w$/,
  /(\/(date|quantity|position)|Position|contractNumber|[iI]temNumber|item\/number)$/,
];

/** Commercial by their names, and of the class `other` all the same. */
const known: readonly RegExp[] = [
  // when a document was written; a number that says which delivery, not which line
  /\/cbc:IssueDate$/,
  /deliverySchedule\w*\/position$/,
  /\/deliverySchedulePosition$/,
  /\/originalPosition$/,
  // the unit of a weight
  /\/netWeightUnitOfMeasureIso$/,
  // codes that say what the value beside them is, how it is written, and who keeps the list
  /\/(e2005|e2379|e5025|e4405|e6343|e1153|e4000|e5245|e5249|e5419|e5393|e6167|e6063|e4347|e7143|e4017|e4493|e4221|e4295|e4294|e5273|e5279|e4043)$/,
  /\/(e1131|e3055)$/,
  /\/(QUALF|IDDAT|SUMID)$/,
  // times of a day, words beside a number, when another document was written
  /\/(EZEIT|UZEIT|KTEXT)$/,
  /\/E1EDK02\/DATUM$/,
];
