import { documentOf } from '../registry.ts';
import type { Column } from './columns.ts';
import { type InferredCsv, labelFields } from './csv.ts';

/** A value of the table as far as a rule needs it. */
type Placed = Pick<Column, 'name' | 'heading' | 'part' | 'type' | 'meaning'>;

/** A rule of the target: its place below the order or the line, and what it says. */
type Rule = readonly [path: string, rule: string];

/** A mapping's beginning: what the headings mean at its place of an SCSN order, the others as remarks. */
export function orderMapping(name: string, inferred: InferredCsv): string {
  const all: readonly Placed[] = [...labelFields(inferred), ...inferred.columns];
  const known = new Map(
    all.flatMap((one) => (isPlaced(one) ? [[one.meaning?.name ?? '', one] as const] : [])),
  );
  const isUsed = (one: Placed) => known.get(one.meaning?.name ?? '') === one;
  const open = all.filter((one) => !isUsed(one));
  const hasUnits = known.has('unit');
  return [
    `mapping: ${name}-to-order`,
    `from: ${name}`,
    `to: ${documentOf('order')}`,
    ...(hasUnits
      ? [
          'tables:',
          '  unit: tables/csv-units.csv # the delivered one; rows of your own: tables/csv-units.add.csv',
        ]
      : []),
    ...(open.length === 0
      ? []
      : [
          '# not placed yet; each needs a rule, or a line under ignore:',
          ...open.map(({ name: one, heading }) => `#   ${one}: ${heading}`),
        ]),
    'target:',
    ...tree(orderRules(known), '  '),
    '  cac:OrderLine:',
    '    $each: lines',
    ...(hasUnits ? [`    $let: { unitCode: "table('unit', upper-case(unit), unit)" }`] : []),
    ...tree(lineRules(known), '    '),
    '',
  ].join('\n');
}

/** What is the order's by its meaning, and differs in the lines, has no place there; but for remarks. */
const isPlaced = ({ meaning, part }: Placed): boolean =>
  meaning !== undefined &&
  (meaning.order !== undefined || meaning.name === 'unit') &&
  (meaning.part === 'line' || part === 'order' || meaning.name === 'note');

type Known = ReadonlyMap<string, Placed>;

const orderRules = (known: Known): readonly Rule[] => [
  ...['number', 'date'].flatMap((name) => plainRule(known, name)),
  ['cbc:OrderTypeCode', '{ $text: New } # complete-order makes it a change where the order was sent before'],
  ...(known.get('note')?.part === 'order' ? noteRule(known) : []),
  ...plainRule(known, 'currency'),
  ['cac:BuyerCustomerParty/$keepEmpty', 'true'],
  ...plainRule(known, 'supplier'),
];

function lineRules(known: Known): readonly Rule[] {
  const price = known.get('price');
  return [
    ...(known.get('note')?.part === 'order' ? [] : noteRule(known)),
    ...lineNumber(known),
    ...(known.has('quantity')
      ? [['cac:LineItem/cbc:Quantity', withUnit(known, lineQuantity(known))] as const]
      : []),
    ...deliveryRules(known).map(([path, rule]) => [`cac:LineItem/cac:Delivery/${path}`, rule] as const),
    ...(price === undefined ? [] : priceRules(known, 'cac:LineItem/cac:Price')),
    ...itemName(known),
    ...['item', 'revision', 'supplierItem'].flatMap((name) => plainRule(known, name)),
  ];
}

/** The value as it is, at the place of its meaning; of a moment its day. */
function plainRule(known: Known, name: string): readonly Rule[] {
  const one = known.get(name);
  return one?.meaning?.order === undefined ? [] : [[one.meaning.order, dayOf(one)]];
}

const dayOf = ({ name, type }: Placed): string =>
  type.startsWith('datetime') ? `substring-before(${name}, 'T')` : name;

const noteRule = (known: Known): readonly Rule[] => (known.has('note') ? [['cbc:Note', '[ note ]']] : []);

const lineNumber = (known: Known): readonly Rule[] =>
  known.has('position')
    ? plainRule(known, 'position')
    : [
        [
          'cac:LineItem/cbc:ID',
          'string(count(preceding-sibling::lines) + 1) # rows are counted: a number of the ERP would stay the same when rows come and go',
        ],
      ];

/** Of a line whose quantity stands with its deliveries, their sum. */
const lineQuantity = (known: Known): string =>
  known.get('quantity')?.part === 'delivery' ? 'dec:sum(deliveries/quantity)' : 'quantity';

function deliveryRules(known: Known): readonly Rule[] {
  const day = known.get('delivery');
  const quantity = known.get('deliveryQuantity') ?? known.get('quantity');
  const several = [day, quantity].some((one) => one?.part === 'delivery');
  const from = (one: Placed) => (several && one.part !== 'delivery' ? `../${dayOf(one)}` : dayOf(one));
  return [
    ...(several
      ? ([
          ['$each', 'deliveries'],
          ['cbc:ID', 'string(count(preceding-sibling::deliveries) + 1)'],
        ] as const)
      : []),
    ...(quantity === undefined ? [] : [['cbc:Quantity', withUnit(known, from(quantity))] as const]),
    ...(day === undefined ? [] : [['cac:RequestedDeliveryPeriod/cbc:EndDate', from(day)] as const]),
  ];
}

const priceRules = (known: Known, path: string): readonly Rule[] => [
  [`${path}/$when`, 'price'],
  [`${path}/cbc:PriceAmount`, withCurrency(known)],
  ...(known.has('pricePer') ? [[`${path}/cbc:BaseQuantity`, withUnit(known, 'pricePer')] as const] : []),
  [`${path}/cbc:PriceType`, '{ $text: net } # look whether this is right'],
];

function itemName(known: Known): readonly Rule[] {
  const names = ['description', 'item', 'supplierItem'].filter((name) => known.has(name));
  const rule = names.length > 1 ? `(${names.join(', ')})[1]` : names[0];
  return rule === undefined ? [] : [['cac:LineItem/cac:Item/cbc:Name', rule]];
}

/** Quantities need their unit, and amounts their currency: from the table, else what is usual, to be looked at. */
const withUnit = (known: Known, from: string): string =>
  known.has('unit')
    ? `{ $from: ${from}, $attributes: { unitCode: $unitCode } }`
    : `{ $from: ${from}, $attributes: { unitCode: { $text: H87 } } } # look whether this is right`;

function withCurrency(known: Known): string {
  const usual = `"(../currency, 'EUR')[1]"`;
  return known.has('currency')
    ? `{ $from: price, $attributes: { currencyID: ${usual} } }`
    : '{ $from: price, $attributes: { currencyID: { $text: EUR } } } # look whether this is right';
}

/** Rules below one another by the steps of their places. */
function tree(rules: readonly Rule[], indent: string): readonly string[] {
  const groups = Map.groupBy(rules, ([path]) => path.split('/')[0] ?? '');
  return [...groups].flatMap(([step, inside]) => {
    const [[path, rule] = ['', '']] = inside;
    if (path === step) return [`${indent}${step}: ${rule}`];
    const below = inside.map(([whole, one]) => [whole.slice(step.length + 1), one] as const);
    return [`${indent}${step}:`, ...tree(below, `${indent}  `)];
  });
}
