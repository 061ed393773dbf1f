import {
  compareDecimals,
  divideDecimals,
  multiplyDecimals,
  normalizeDecimal,
  subtractDecimals,
  sumDecimals,
} from '../tree/values/decimal.ts';
import {
  findObjectAt,
  findTextAt,
  isPlainObject,
  listItemsAt,
  listValuesAt,
  type PlainObject,
  type PlainValue,
} from './plain-json.ts';

/**
 * What buyer and supplier negotiate of an order line, value by value, each as a text that is equal where the values are equal and
 * that a person can read. Which values there are is said by the mapping (`$compare:`, mappings/README.md).
 */
export type LineValues = Readonly<Record<string, string>>;

/** How a value is read: the sum of numbers, dates, quantities in order of their dates, a price with unit and base, a text, a unit. */
export const valueForms = ['sum', 'dates', 'split', 'price', 'text', 'unit'] as const;
export type ValueForm = (typeof valueForms)[number];

export interface ComparedValue {
  readonly name: string;
  readonly form: ValueForm;
  /** Members from the line on, or from `order` on. */
  readonly path: readonly string[];
}

export interface LineComparison {
  readonly values: readonly ComparedValue[];
  /** One code for units that mean the same. */
  unit(code: string): string;
}

/** Names of the values that a supplier may answer with others: item and place are the buyer's alone. */
export const listNegotiatedNames = ({ values }: LineComparison): readonly string[] =>
  values
    .filter(({ path: [first] }) => first === 'deliverySchedule' || first === 'prices')
    .map(({ name }) => name);

/** `line` and `order` as the exchange's order operation has them. A value that is not there has no entry. */
export function readLineValues(
  comparison: LineComparison,
  line: PlainObject,
  order: PlainValue | undefined,
): LineValues {
  const found = comparison.values.map(({ name, form, path }) => {
    const [first, ...rest] = path;
    const at = first === 'order' ? { holder: order, path: rest } : { holder: line, path };
    return [
      name,
      readers[form](at.holder, at.path, { line, unit: (code) => comparison.unit(code) }),
    ] as const;
  });
  return Object.fromEntries(found.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

interface Surroundings {
  readonly line: PlainObject;
  readonly unit: LineComparison['unit'];
}

type ReadLineValue = (
  holder: PlainValue | undefined,
  path: readonly string[],
  around: Surroundings,
) => string | undefined;

const readers: Readonly<Record<ValueForm, ReadLineValue>> = {
  sum: (holder, path) => {
    const numbers = listValuesAt(holder, path).filter((value) => typeof value === 'string');
    const sum = numbers.length === 0 ? undefined : sumDecimals(numbers);
    return sum === undefined ? undefined : normalizeDecimal(sum);
  },
  dates: (holder, path) =>
    joinFilled(
      deliveriesAt(holder, path).map(({ date }) => date),
      ', ',
    ),
  split: (holder, path) =>
    joinFilled(
      deliveriesAt(holder, path).map(({ quantity }) => quantity),
      ' + ',
    ),
  price: (holder, path, around) => renderPrice(findObjectAt(holder, ...path), around),
  text: (holder, path) => joinFilled(listValuesAt(holder, path).map(renderShort), ' '),
  unit: (holder, path, { unit }) => {
    const code = findTextAt(holder, ...path);
    return code === undefined ? undefined : unit(code);
  },
};

const joinFilled = (parts: readonly (string | undefined)[], separator: string): string | undefined => {
  const filled = parts.filter((part) => part !== undefined && part !== '');
  return filled.length === 0 ? undefined : filled.join(separator);
};

interface Delivery {
  readonly date: string;
  readonly quantity: string | undefined;
}

/** Sorted by date, then by quantity: their order in the list means nothing. */
function deliveriesAt(holder: PlainValue | undefined, path: readonly string[]): readonly Delivery[] {
  const all = listItemsAt(holder, ...path).map((delivery) => {
    const quantity = findTextAt(delivery, 'quantity');
    return {
      date: findTextAt(delivery, 'date') ?? '',
      quantity: quantity === undefined ? undefined : (normalizeDecimal(quantity) ?? quantity),
    };
  });
  return all.sort((a, b) => compareTexts(a.date, b.date) || compareQuantities(a.quantity, b.quantity));
}

const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
const compareQuantities = (a = '0', b = '0'): number => compareDecimals(a, b) ?? compareTexts(a, b);

/** Net, for one of its unit: `7.75 EUR per C62`. */
function renderPrice(prices: PlainObject | undefined, around: Surroundings): string | undefined {
  const amount = prices && computeNetAmount(prices);
  if (prices === undefined || amount === undefined) return undefined;
  const base = findTextAt(prices, 'priceUnitQuantity') ?? '1';
  const unit =
    findTextAt(prices, 'priceUnitOfMeasureIso') ??
    findTextAt(around.line, 'item', 'purchaseUnitOfMeasureIso');
  const per = unit === undefined ? '' : ` per ${around.unit(unit)}`;
  const single = computeExactQuotient(amount.value, base);
  if (single !== undefined) return `${single} ${amount.currency}${per}`;
  return `${normalizeDecimal(amount.value) ?? amount.value} ${amount.currency} per ${base}${per}`;
}

function computeNetAmount(
  prices: PlainObject,
): { readonly value: string; readonly currency: string } | undefined {
  const net = findObjectAt(prices, 'netPrice', 'priceInTransactionCurrency');
  const gross = findObjectAt(prices, 'grossPrice', 'priceInTransactionCurrency');
  const currency = (findTextAt(net, 'currencyIso') ?? findTextAt(gross, 'currencyIso') ?? '').toUpperCase();
  const value =
    findTextAt(net, 'value') ??
    applyDiscount(findTextAt(gross, 'value'), findTextAt(prices, 'discountPercentage'));
  return value === undefined ? undefined : { value, currency };
}

function applyDiscount(gross: string | undefined, percentage = '0'): string | undefined {
  const part = gross && multiplyDecimals(multiplyDecimals(gross, percentage) ?? '0', '0.01');
  return gross && part ? subtractDecimals(gross, part) : gross;
}

/** Undefined where twelve digits do not hold it. */
function computeExactQuotient(value: string, divisor: string): string | undefined {
  if (compareDecimals(divisor, '0') !== 1) return undefined;
  const quotient = divideDecimals(value, divisor, 12);
  const back = quotient === undefined ? undefined : multiplyDecimals(quotient, divisor);
  const isExact = back !== undefined && compareDecimals(back, value) === 0;
  return isExact && quotient !== undefined ? normalizeDecimal(quotient) : undefined;
}

/** An object is called by its code, else by all that it says. */
function renderShort(value: PlainValue): string | undefined {
  if (typeof value === 'string') return value.trim().replace(/\s+/g, ' ');
  if (!isPlainObject(value)) return joinFilled(value.map(renderShort), ' ');
  return (
    findTextAt(value, 'code') ??
    joinFilled(
      Object.keys(value)
        .sort()
        .map((name) => renderShort(value[name] ?? '')),
      ' ',
    )
  );
}

/** Of these names, those whose values are not the same; one that only one side has counts. */
export const listDifferingValues = (
  names: readonly string[],
  one: LineValues,
  other: LineValues,
): readonly string[] => names.filter((name) => one[name] !== other[name]);

/** Names of the values that both have, and not the same. */
export const listDeviatingValues = (own: LineValues, other: LineValues): readonly string[] =>
  Object.keys(own).filter((name) => other[name] !== undefined && own[name] !== other[name]);

export const hasSameValues = (names: readonly string[], one: LineValues, other: LineValues): boolean =>
  listDifferingValues(names, one, other).length === 0;
