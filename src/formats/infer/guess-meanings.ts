import type { DraftedKind } from './drafted-kinds.ts';
import { areZeroPadded } from './guess-type.ts';
import { findMeaningNamed, type HeadingMeaning } from './heading-meanings.ts';
import type { ColumnPart } from './infer-columns.ts';
import { answerWords } from './response-meanings.ts';

/** A field whose heading says nothing: by what stands in it. */
export interface UnnamedField {
  readonly part: ColumnPart;
  readonly type: string;
  readonly values: readonly string[];
}

interface Sign {
  readonly meaning: string;
  readonly part: ColumnPart;
  fits(field: UnnamedField): boolean;
}

const currencies = /^(EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|CNY|JPY)$/;
const units =
  /^(ST|STK|STÜCK|STUKS?|PCE|PC|PCS|EA|H87|C62|M|MTR|MT|M2|MTK|M3|MTQ|MM|KG|KGM|G|T|TNE|L|LTR|SET|PAK|DS|DOOS|ROL|UUR|HUR)$/i;
const code = /^(?=.*\d)[A-Z0-9][A-Z0-9./_-]{2,}$/i;
const number = /^[+-]?\d[\d.,]*-?$/;

/** Of those that orders are mostly in: three letters may be any word. */
export const isCurrencyCode = (text: string): boolean => currencies.test(text);

export const isUnitCode = (text: string): boolean => units.test(text);

const filled = ({ values }: UnnamedField): readonly string[] => values.filter((value) => value !== '');

const all = (field: UnnamedField, pattern: RegExp): boolean => {
  const values = filled(field);
  return values.length > 0 && values.every((value) => pattern.test(value));
};

const some = (field: UnnamedField, pattern: RegExp): boolean =>
  filled(field).some((value) => pattern.test(value));

const varies = (field: UnnamedField): boolean => new Set(filled(field)).size > 1;

const isDay = ({ type }: UnnamedField): boolean => type.startsWith('date');

/** Small whole numbers that rise from line to line, and begin again with each order. */
function isRising(field: UnnamedField): boolean {
  if (!all(field, /^\d{1,6}$/)) return false;
  const numbers = filled(field).map(Number);
  const [first = 0] = numbers;
  return (
    first > 0 && first <= 1000 && numbers.every((one, n) => one > (numbers[n - 1] ?? 0) || one === first)
  );
}

/** Digits that zeros fill up may have their decimals behind a mark that is not written. */
const mayBePrice = (field: UnnamedField): boolean =>
  some(field, /[.,]/) || (areZeroPadded(field.values) && all(field, /^\d{6,}$/));

/** In the order in which they are looked for: each takes the first field that fits and that nothing else has. */
const signs: readonly Sign[] = [
  { meaning: 'date', part: 'order', fits: isDay },
  { meaning: 'currency', part: 'order', fits: (field) => all(field, currencies) },
  { meaning: 'number', part: 'order', fits: (field) => all(field, code) && !all(field, /^\d{13}$/) },
  { meaning: 'delivery', part: 'line', fits: isDay },
  { meaning: 'unit', part: 'line', fits: (field) => all(field, units) },
  { meaning: 'position', part: 'line', fits: isRising },
  { meaning: 'item', part: 'line', fits: (field) => all(field, code) && some(field, /[A-Z/_-]/i) },
  { meaning: 'quantity', part: 'line', fits: (field) => all(field, number) },
  { meaning: 'price', part: 'line', fits: (field) => all(field, number) && mayBePrice(field) },
  { meaning: 'description', part: 'line', fits: (field) => some(field, /\p{L}{3}/u) && !isDay(field) },
  { meaning: 'delivery', part: 'delivery', fits: isDay },
  { meaning: 'deliveryQuantity', part: 'delivery', fits: (field) => all(field, number) },
];

const promised: Readonly<Record<string, string>> = { date: 'responseDate', delivery: 'confirmedDelivery' };

const signsByKind: Readonly<Record<DraftedKind, readonly Sign[]>> = {
  order: signs,
  response: [
    { meaning: 'status', part: 'line', fits: (field) => all(field, answerWords) },
    ...signs.map((sign) => ({ ...sign, meaning: promised[sign.meaning] ?? sign.meaning })),
  ],
};

/** What fields mean whose values look like it; `taken`: meanings that others have. Guesses, for a person to look at. */
export function guessMeanings(
  fields: readonly UnnamedField[],
  taken: ReadonlySet<string>,
  kind: DraftedKind = 'order',
): readonly (HeadingMeaning | undefined)[] {
  const found = new Map<UnnamedField, string>();
  for (const { meaning, part, fits } of signsByKind[kind]) {
    if (taken.has(meaning) || [...found.values()].includes(meaning)) continue;
    const fitting = fields.filter((one) => one.part === part && !found.has(one) && fits(one));
    // what is the same in all orders is the number of none
    const field = (meaning === 'number' ? fitting.find(varies) : undefined) ?? fitting[0];
    if (field !== undefined) found.set(field, meaning);
  }
  return fields.map((field) => findMeaningNamed(found.get(field) ?? ''));
}
