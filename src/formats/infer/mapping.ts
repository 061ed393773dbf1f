import { documentOf } from '../registry.ts';
import type { Part } from './columns.ts';
import type { Meaning } from './words.ts';

/** A value of a sample as far as a rule needs it. */
export interface Placed {
  /** From the root on, of a line's value from the line on, of a delivery's from the delivery on. */
  readonly path: string;
  /** What else it is called. */
  readonly heading: string;
  readonly part: Part;
  readonly type: string;
  /** It may stand there without a text, as elements do. */
  readonly isBlank?: boolean;
  readonly meaning?: Meaning;
}

/** A rule of the target: its place below the order or the line, and what it says. */
type Rule = readonly [path: string, rule: string];

/** A mapping's beginning: what the names mean at its place of an SCSN order, the others as remarks. `lines`: where they stand. */
export function orderMapping(name: string, all: readonly Placed[], lines: string): string {
  const known = new Map<string, Placed>();
  for (const one of all) if (isPlaced(one) && !known.has(nameOf(one))) known.set(nameOf(one), one);
  const open = all.filter((one) => known.get(nameOf(one)) !== one);
  const unit = known.get('unit')?.path;
  const places = { order: '', line: `${lines}/`, delivery: `${lines}/deliveries/` };
  return [
    `mapping: ${name}-to-order`,
    `from: ${name}`,
    `to: ${documentOf('order')}`,
    ...(unit === undefined
      ? []
      : [
          'tables:',
          '  unit: tables/csv-units.csv # the delivered one; rows of your own: tables/csv-units.add.csv',
        ]),
    ...(open.length === 0
      ? []
      : [
          '# not placed yet; each needs a rule, or a line under ignore:',
          ...open.map((one) => `#   ${places[one.part]}${one.path}${one.heading && `: ${one.heading}`}`),
        ]),
    'target:',
    ...tree(orderRules(known), '  '),
    '  cac:OrderLine:',
    `    $each: ${lines}`,
    ...(unit === undefined ? [] : [`    $let: { unitCode: "table('unit', upper-case(${unit}), ${unit})" }`]),
    ...tree(lineRules(known, lines), '    '),
    '',
  ].join('\n');
}

const nameOf = ({ meaning }: Placed): string => meaning?.name ?? '';

/** What is the order's by its meaning, and differs in the lines, has no place there; but for remarks. */
const isPlaced = ({ meaning, part }: Placed): boolean =>
  meaning !== undefined &&
  (meaning.order !== undefined || meaning.name === 'unit') &&
  (meaning.name === 'note' || (meaning.part === 'order') === (part === 'order'));

type Known = ReadonlyMap<string, Placed>;

const orderRules = (known: Known): readonly Rule[] => [
  ...['number', 'date'].flatMap((name) => plainRule(known, name)),
  ['cbc:OrderTypeCode', '{ $text: New } # complete-order makes it a change where the order was sent before'],
  ...(known.get('note')?.part === 'order' ? noteRule(known) : []),
  ...plainRule(known, 'currency'),
  ['cac:BuyerCustomerParty/$keepEmpty', 'true'],
  ...plainRule(known, 'supplier'),
];

function lineRules(known: Known, lines: string): readonly Rule[] {
  const price = known.get('price');
  return [
    ...(known.get('note')?.part === 'order' ? [] : noteRule(known)),
    ...lineNumber(known, lines),
    ...(known.has('quantity')
      ? [['cac:LineItem/cbc:Quantity', withUnit(known, lineQuantity(known))] as const]
      : []),
    ...deliveryRules(known).map(([path, rule]) => [`cac:LineItem/cac:Delivery/${path}`, rule] as const),
    ...(price === undefined ? [] : priceRules(known, lines, 'cac:LineItem/cac:Price')),
    ...itemName(known),
    ...['item', 'revision', 'supplierItem'].flatMap((name) => plainRule(known, name)),
  ];
}

/** The value as it is, at the place of its meaning; of a moment its day. */
function plainRule(known: Known, name: string): readonly Rule[] {
  const one = known.get(name);
  return one?.meaning?.order === undefined ? [] : [[one.meaning.order, dayOf(one)]];
}

const dayOf = ({ path, type }: Placed): string =>
  type.startsWith('datetime') ? `substring-before(${path}, 'T')` : path;

const noteRule = (known: Known): readonly Rule[] =>
  known.has('note') ? [['cbc:Note', `[ ${pathOf(known, 'note')} ]`]] : [];

const lineNumber = (known: Known, lines: string): readonly Rule[] =>
  known.has('position')
    ? plainRule(known, 'position')
    : [
        [
          'cac:LineItem/cbc:ID',
          `string(count(preceding-sibling::${lines.split('/').at(-1)}) + 1) # rows are counted: a number of the ERP would stay the same when rows come and go`,
        ],
      ];

/** Of a line whose quantity stands with its deliveries, their sum. */
const lineQuantity = (known: Known): string =>
  known.get('quantity')?.part === 'delivery' ? 'dec:sum(deliveries/quantity)' : pathOf(known, 'quantity');

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

const priceRules = (known: Known, lines: string, path: string): readonly Rule[] => [
  [`${path}/$when`, pathOf(known, 'price')],
  [`${path}/cbc:PriceAmount`, withCurrency(known, lines)],
  ...(known.has('pricePer')
    ? [[`${path}/cbc:BaseQuantity`, withUnit(known, pathOf(known, 'pricePer'))] as const]
    : []),
  [`${path}/cbc:PriceType`, '{ $text: net } # look whether this is right'],
];

function itemName(known: Known): readonly Rule[] {
  const names = ['description', 'item', 'supplierItem'].flatMap((name) => {
    const one = known.get(name);
    return one === undefined ? [] : [one.isBlank === true ? `${one.path}[string()]` : one.path];
  });
  const rule = names.length > 1 ? `(${names.join(', ')})[1]` : names[0];
  return rule === undefined ? [] : [['cac:LineItem/cac:Item/cbc:Name', rule]];
}

/** Quantities need their unit, and amounts their currency: from the table, else what is usual, to be looked at. */
const withUnit = (known: Known, from: string): string =>
  known.has('unit')
    ? `{ $from: ${from}, $attributes: { unitCode: $unitCode } }`
    : `{ $from: ${from}, $attributes: { unitCode: { $text: H87 } } } # look whether this is right`;

function withCurrency(known: Known, lines: string): string {
  const price = pathOf(known, 'price');
  const currency = known.get('currency');
  if (currency === undefined)
    return `{ $from: ${price}, $attributes: { currencyID: { $text: EUR } } } # look whether this is right`;
  const up = currency.part === 'order' ? '../'.repeat(lines.split('/').length) : '';
  return `{ $from: ${price}, $attributes: { currencyID: "(${up}${currency.path}, 'EUR')[1]" } }`;
}

const pathOf = (known: Known, name: string): string => known.get(name)?.path ?? '';

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
