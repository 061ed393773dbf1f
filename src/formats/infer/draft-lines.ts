import type { DraftedKind } from './drafted-kinds.ts';
import type { SampledValue } from './sampled-document.ts';

/** Rules that orders and order responses share. */

/** A rule of the target: its place below the document or the line, and what it says. */
export type Rule = readonly [path: string, rule: string];

/** The values that are placed, by the names of their meanings. */
export interface KnownValues {
  readonly kind: DraftedKind;
  /** Path of the lines in the tree. */
  readonly lines: string;
  readonly values: ReadonlyMap<string, SampledValue>;
}

const pathOf = ({ values }: KnownValues, name: string): string => values.get(name)?.path ?? '';

/** The value as it is, at the place of its meaning; of a moment its day. */
export function draftPlainRule({ kind, values }: KnownValues, name: string): readonly Rule[] {
  const one = values.get(name);
  const place = one?.meaning?.[kind];
  return one === undefined || place === undefined ? [] : [[place, dayExpressionOf(one)]];
}

const dayExpressionOf = ({ path, type }: SampledValue): string =>
  type.startsWith('datetime') ? `substring-before(${path}, 'T')` : path;

/** With a question mark, where the sample does not have it: to be looked at, not to be kept. */
export const draftUnknown = ({ values }: KnownValues, name: string, place: string): readonly Rule[] =>
  values.has(name) ? [] : [[place, `{ $text: "${unknownValue}" }`]];

/** Of a value that the sample does not have. */
export const unknownValue = '?';

/** The remarks of the document, or of its lines. */
export function draftNoteRule({ values }: KnownValues, isOfOrder: boolean): readonly Rule[] {
  const note = values.get('note');
  if (note === undefined || (note.part === 'order') !== isOfOrder) return [];
  const day = ['confirmedDelivery', 'delivery']
    .map((name) => values.get(name))
    .find((one) => one?.part === 'delivery');
  const behind = note.isBehindDelivery === true ? [draftDeliveryNote(note, day)] : [];
  return [['cbc:Note', `[ ${[note.path, ...behind].join(', ')} ]`]];
}

/** A delivery has no remarks: they go to its line, with its day before them. */
function draftDeliveryNote({ path }: SampledValue, day: SampledValue | undefined): string {
  const up = '../'.repeat(path.split('/').length);
  const text = day === undefined ? '' : `/string-join((${up}${day.path}, .), ': ')`;
  return JSON.stringify(`deliveries/${path}${text}`);
}

/** The number of a party among its identifications. */
export function draftPartyRule({ kind, values }: KnownValues, name: string): readonly Rule[] {
  const party = values.get(name);
  const place = party?.meaning?.[kind];
  if (party === undefined || place === undefined) return [];
  const id = party.isGln ? `{ $from: ${party.path}, $attributes: { schemeID: { $text: GLN } } }` : party.path;
  return [[place, `[ { cbc:ID: ${id} } ]`]];
}

/** Of a line whose quantity stands with its deliveries, their sum. */
export function draftQuantityRule(known: KnownValues): readonly Rule[] {
  const quantity = known.values.get('quantity');
  if (quantity === undefined) return [];
  const from = quantity.part === 'delivery' ? 'dec:sum(deliveries/quantity)' : quantity.path;
  return [['cac:LineItem/cbc:Quantity', withUnit(known, from)]];
}

/** The deliveries of a line: their quantity, and the days of those meanings; numbered where the document has no number of them. */
export function draftDeliveryRules(
  known: KnownValues,
  dayNames: readonly string[],
  areNumbered: boolean,
): readonly Rule[] {
  const { kind, values } = known;
  const days = dayNames.flatMap((name) => values.get(name) ?? []);
  const quantity = values.get('deliveryQuantity') ?? values.get('quantity');
  const several = [...days, quantity].some((one) => one?.part === 'delivery');
  const from = (one: SampledValue) =>
    several && one.part !== 'delivery' ? `../${dayExpressionOf(one)}` : dayExpressionOf(one);
  const number = [
    'cac:LineItem/cac:Delivery/cbc:ID',
    'string(count(preceding-sibling::deliveries) + 1)',
  ] as const;
  return [
    ...(several ? [['cac:LineItem/cac:Delivery/$each', 'deliveries'] as const] : []),
    ...(several && areNumbered ? [number] : []),
    ...(quantity === undefined
      ? []
      : [['cac:LineItem/cac:Delivery/cbc:Quantity', withUnit(known, from(quantity))] as const]),
    ...days.map((day) => [day.meaning?.[kind] ?? '', from(day)] as const),
  ];
}

export function draftPriceRules(known: KnownValues): readonly Rule[] {
  if (!known.values.has('price')) return [];
  const path = 'cac:LineItem/cac:Price';
  return [
    [`${path}/$when`, pathOf(known, 'price')],
    [`${path}/cbc:PriceAmount`, withCurrency(known)],
    ...(known.values.has('pricePer')
      ? [[`${path}/cbc:BaseQuantity`, withUnit(known, pathOf(known, 'pricePer'))] as const]
      : []),
    [`${path}/cbc:PriceType`, '{ $text: net } # look whether this is right'],
  ];
}

export function draftItemName({ values }: KnownValues): readonly Rule[] {
  const names = ['description', 'item', 'supplierItem'].flatMap((name) => {
    const one = values.get(name);
    return one === undefined ? [] : [one.isBlank === true ? `${one.path}[string()]` : one.path];
  });
  const rule = names.length > 1 ? `(${names.join(', ')})[1]` : names[0];
  return rule === undefined ? [] : [['cac:LineItem/cac:Item/cbc:Name', rule]];
}

/** Quantities need their unit, and amounts their currency: from the table, else what is usual, to be looked at. */
const withUnit = ({ values }: KnownValues, from: string): string =>
  values.has('unit')
    ? `{ $from: ${from}, $attributes: { unitCode: $unitCode } }`
    : `{ $from: ${from}, $attributes: { unitCode: { $text: H87 } } } # look whether this is right`;

function withCurrency(known: KnownValues): string {
  const price = pathOf(known, 'price');
  const currency = known.values.get('currency');
  if (currency === undefined)
    return `{ $from: ${price}, $attributes: { currencyID: { $text: EUR } } } # look whether this is right`;
  const up = currency.part === 'order' ? '../'.repeat(known.lines.split('/').length) : '';
  return `{ $from: ${price}, $attributes: { currencyID: "(${up}${currency.path}, 'EUR')[1]" } }`;
}
