import type { HeadingMeaning } from './heading-meanings.ts';
import type { ColumnPart } from './infer-columns.ts';
import { tidyRemark } from './yaml-text.ts';

/** A value of a sample as far as a rule needs it. */
export interface SampledValue {
  /** By which corrections name it. */
  readonly id: string;
  /** From the root on, of a line's value from the line on, of a delivery's from the delivery on. */
  readonly path: string;
  /** What else it is called. */
  readonly heading: string;
  readonly part: ColumnPart;
  readonly type: string;
  /** It may stand there without a text, as elements do. */
  readonly isBlank?: boolean;
  /** Global location numbers: thirteen digits each. */
  readonly isGln?: boolean;
  readonly meaning?: HeadingMeaning;
  /** Why a person leaves it out. */
  readonly leaveOut?: string;
}

/** A rule of the target: its place below the order or the line, and what it says. */
type Rule = readonly [path: string, rule: string];

/** What samples show of an order. */
export interface OrderSample {
  readonly values: readonly SampledValue[];
  /** Path of the lines in the tree: `lines`. */
  readonly lines: string;
}

/**
 * What a first mapping takes for granted where the sample does not say it: a piece, a euro, a net price, lines that are counted; and that these are
 * orders, where the sample has what order responses have.
 */
export type OrderAssumption = 'order' | 'unit' | 'currency' | 'netPrice' | 'position';

/** What orders do not say: names of meanings. */
const ofResponses: readonly string[] = ['confirmedDelivery', 'status'];

export function listAssumptions({ values }: OrderSample): readonly OrderAssumption[] {
  const known = new Set(values.filter(isPlaceable).map(nameOf));
  const hasPrice = known.has('price');
  return [
    ...(values.some((one) => ofResponses.includes(nameOf(one))) ? (['order'] as const) : []),
    ...(known.has('unit') ? [] : (['unit'] as const)),
    ...(known.has('position') ? [] : (['position'] as const)),
    ...(hasPrice && !known.has('currency') ? (['currency'] as const) : []),
    ...(hasPrice ? (['netPrice'] as const) : []),
  ];
}

/**
 * A mapping's beginning: what the names mean at its place of an SCSN order, the others as remarks. `name`: of the format; `to`: of
 * the SCSN document. `isSketch`: with a question mark where an order needs a value that the sample does not have: to be looked at, not to
 * be kept.
 */
export function draftOrderMapping(
  name: string,
  { values: all, lines }: OrderSample,
  to: string,
  isSketch = false,
): string {
  const known = new Map<string, SampledValue>();
  for (const one of all) if (isPlaceable(one) && !known.has(nameOf(one))) known.set(nameOf(one), one);
  const unplaced = all.filter((one) => known.get(nameOf(one)) !== one);
  const left = unplaced.flatMap(({ leaveOut, ...one }) =>
    leaveOut === undefined ? [] : { ...one, leaveOut },
  );
  const open = unplaced.filter(({ leaveOut }) => leaveOut === undefined);
  const unit = known.get('unit')?.path;
  const places = { order: '', line: `${lines}/`, delivery: `${lines}/deliveries/` };
  return [
    `mapping: ${name}-to-order`,
    `from: ${name}`,
    `to: ${to}`,
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
          ...open.map(
            ({ part, path, heading }) => `#   ${places[part]}${path}${heading && `: ${tidyRemark(heading)}`}`,
          ),
        ]),
    ...renderIgnored(left.map((one) => [`${places[one.part]}${one.path}`, one.leaveOut])),
    'target:',
    ...renderRuleTree([...draftOrderRules(known), ...(isSketch ? sketchOrderRules(known) : [])], '  '),
    '  cac:OrderLine:',
    `    $each: ${lines}`,
    ...(unit === undefined ? [] : [`    $let: { unitCode: "table('unit', upper-case(${unit}), ${unit})" }`]),
    ...renderRuleTree([...draftLineRules(known, lines), ...(isSketch ? sketchItemName(known) : [])], '    '),
    '',
  ].join('\n');
}

/** Paths that a person leaves out, each with the reason. */
export const renderIgnored = (
  left: readonly (readonly [path: string, reason: string])[],
): readonly string[] =>
  left.length === 0
    ? []
    : ['ignore:', ...left.map(([path, reason]) => `  - ${JSON.stringify(path)} # ${tidyRemark(reason)}`)];

const nameOf = ({ meaning }: SampledValue): string => meaning?.name ?? '';

/** What is the order's by its meaning, and differs in the lines, has no place there; but for remarks. */
export const isPlaceable = ({ meaning, part }: Pick<SampledValue, 'meaning' | 'part'>): boolean =>
  meaning !== undefined &&
  (meaning.order !== undefined || meaning.name === 'unit') &&
  (meaning.name === 'note' || (meaning.part === 'order') === (part === 'order'));

type KnownValues = ReadonlyMap<string, SampledValue>;

const draftOrderRules = (known: KnownValues): readonly Rule[] => [
  ...['number', 'date'].flatMap((name) => draftPlainRule(known, name)),
  ['cbc:OrderTypeCode', '{ $text: New } # complete-order makes it a change where the order was sent before'],
  ...(known.get('note')?.part === 'order' ? draftNoteRule(known) : []),
  ...draftPlainRule(known, 'currency'),
  ['cac:BuyerCustomerParty/$keepEmpty', 'true'],
  ...draftBuyerRules(known),
  ...draftPlainRule(known, 'supplier'),
];

function draftBuyerRules(known: KnownValues): readonly Rule[] {
  const buyer = known.get('buyer');
  if (buyer?.meaning?.order === undefined) return [];
  const id = buyer.isGln ? `{ $from: ${buyer.path}, $attributes: { schemeID: { $text: GLN } } }` : buyer.path;
  return [[buyer.meaning.order, `[ { cbc:ID: ${id} } ]`]];
}

/** What an order needs. */
const sketchOrderRules = (known: KnownValues): readonly Rule[] => [
  ...(known.has('number') ? [] : ([['cbc:ID', `{ $text: "${unknownValue}" }`]] as const)),
  ...(known.has('date') ? [] : ([['cbc:IssueDate', `{ $text: "${unknownValue}" }`]] as const)),
  ...(known.has('supplier') ? [] : ([['cac:SellerSupplierParty/$keepEmpty', 'true']] as const)),
];

const sketchItemName = (known: KnownValues): readonly Rule[] =>
  draftItemName(known).length > 0 ? [] : [['cac:LineItem/cac:Item/cbc:Name', `{ $text: "${unknownValue}" }`]];

/** Of a value that the sample does not have. */
export const unknownValue = '?';

function draftLineRules(known: KnownValues, lines: string): readonly Rule[] {
  const price = known.get('price');
  return [
    ...(known.get('note')?.part === 'order' ? [] : draftNoteRule(known)),
    ...draftLineNumber(known, lines),
    ...(known.has('quantity')
      ? [['cac:LineItem/cbc:Quantity', withUnit(known, quantityExpression(known))] as const]
      : []),
    ...draftDeliveryRules(known).map(([path, rule]) => [`cac:LineItem/cac:Delivery/${path}`, rule] as const),
    ...(price === undefined ? [] : draftPriceRules(known, lines, 'cac:LineItem/cac:Price')),
    ...draftItemName(known),
    ...['item', 'revision', 'supplierItem'].flatMap((name) => draftPlainRule(known, name)),
  ];
}

/** The value as it is, at the place of its meaning; of a moment its day. */
function draftPlainRule(known: KnownValues, name: string): readonly Rule[] {
  const one = known.get(name);
  return one?.meaning?.order === undefined ? [] : [[one.meaning.order, dayExpressionOf(one)]];
}

const dayExpressionOf = ({ path, type }: SampledValue): string =>
  type.startsWith('datetime') ? `substring-before(${path}, 'T')` : path;

const draftNoteRule = (known: KnownValues): readonly Rule[] =>
  known.has('note') ? [['cbc:Note', `[ ${pathOf(known, 'note')} ]`]] : [];

const draftLineNumber = (known: KnownValues, lines: string): readonly Rule[] =>
  known.has('position')
    ? draftPlainRule(known, 'position')
    : [
        [
          'cac:LineItem/cbc:ID',
          `string(count(preceding-sibling::${lines.split('/').at(-1)}) + 1) # rows are counted: a number of the ERP would stay the same when rows come and go`,
        ],
      ];

/** Of a line whose quantity stands with its deliveries, their sum. */
const quantityExpression = (known: KnownValues): string =>
  known.get('quantity')?.part === 'delivery' ? 'dec:sum(deliveries/quantity)' : pathOf(known, 'quantity');

function draftDeliveryRules(known: KnownValues): readonly Rule[] {
  const day = known.get('delivery');
  const quantity = known.get('deliveryQuantity') ?? known.get('quantity');
  const several = [day, quantity].some((one) => one?.part === 'delivery');
  const from = (one: SampledValue) =>
    several && one.part !== 'delivery' ? `../${dayExpressionOf(one)}` : dayExpressionOf(one);
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

const draftPriceRules = (known: KnownValues, lines: string, path: string): readonly Rule[] => [
  [`${path}/$when`, pathOf(known, 'price')],
  [`${path}/cbc:PriceAmount`, withCurrency(known, lines)],
  ...(known.has('pricePer')
    ? [[`${path}/cbc:BaseQuantity`, withUnit(known, pathOf(known, 'pricePer'))] as const]
    : []),
  [`${path}/cbc:PriceType`, '{ $text: net } # look whether this is right'],
];

function draftItemName(known: KnownValues): readonly Rule[] {
  const names = ['description', 'item', 'supplierItem'].flatMap((name) => {
    const one = known.get(name);
    return one === undefined ? [] : [one.isBlank === true ? `${one.path}[string()]` : one.path];
  });
  const rule = names.length > 1 ? `(${names.join(', ')})[1]` : names[0];
  return rule === undefined ? [] : [['cac:LineItem/cac:Item/cbc:Name', rule]];
}

/** Quantities need their unit, and amounts their currency: from the table, else what is usual, to be looked at. */
const withUnit = (known: KnownValues, from: string): string =>
  known.has('unit')
    ? `{ $from: ${from}, $attributes: { unitCode: $unitCode } }`
    : `{ $from: ${from}, $attributes: { unitCode: { $text: H87 } } } # look whether this is right`;

function withCurrency(known: KnownValues, lines: string): string {
  const price = pathOf(known, 'price');
  const currency = known.get('currency');
  if (currency === undefined)
    return `{ $from: ${price}, $attributes: { currencyID: { $text: EUR } } } # look whether this is right`;
  const up = currency.part === 'order' ? '../'.repeat(lines.split('/').length) : '';
  return `{ $from: ${price}, $attributes: { currencyID: "(${up}${currency.path}, 'EUR')[1]" } }`;
}

const pathOf = (known: KnownValues, name: string): string => known.get(name)?.path ?? '';

/** Rules below one another by the steps of their places. */
function renderRuleTree(rules: readonly Rule[], indent: string): readonly string[] {
  const groups = Map.groupBy(rules, ([path]) => path.split('/')[0] ?? '');
  return [...groups].flatMap(([step, inside]) => {
    const [[path, rule] = ['', '']] = inside;
    if (path === step) return [`${indent}${step}: ${rule}`];
    const below = inside.map(([whole, one]) => [whole.slice(step.length + 1), one] as const);
    return [`${indent}${step}:`, ...renderRuleTree(below, `${indent}  `)];
  });
}
