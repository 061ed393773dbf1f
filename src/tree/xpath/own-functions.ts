import { createFinding, type FindingValues } from '../../findings/create-finding.ts';
import type { ProcessingCode } from '../../findings/finding-codes.ts';
import { type Item, itemText } from '../nodes/items.ts';
import { computeLocalDateTime, normalizeDate, normalizeDateTime, normalizeTime } from '../values/date.ts';
import {
  addDecimals,
  compareDecimals,
  divideDecimals,
  formatDecimal,
  multiplyDecimals,
  normalizeDecimal,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
} from '../values/decimal.ts';

/** A value that a function of ours cannot use; becomes a finding with this code. */
export class ValueError extends Error {
  readonly code: ProcessingCode;
  readonly value: string;
  readonly values: FindingValues;
  constructor(code: ProcessingCode, value: string, more: FindingValues = {}) {
    const values = { ...more, value };
    super(createFinding(code, values).message);
    this.code = code;
    this.value = value;
    this.values = values;
  }
}

/** `table('unit', key)`: the entry, the default, or a ValueError `table-miss`. */
export type Lookup = (table: string, key: string, fallback: string | undefined) => string;

/** What a function's result is to the static check. */
export type FunctionKind = 'decimal' | 'date' | 'string' | 'integer' | 'boolean';

export interface OwnFunction {
  readonly prefix: '' | 'dec' | 'date';
  readonly name: string;
  /** One or several numbers of arguments. An argument is one item at the most unless `sequence`. */
  readonly arity: readonly number[];
  readonly sequence?: true;
  readonly kind: FunctionKind;
  /** Its arguments as the manual writes them, and what it gives. */
  readonly signature: readonly [call: string, gives: string];
  /** An empty argument gives an empty result, unless `sequence`. */
  run(args: readonly string[], lookup: Lookup): string | number | boolean;
}

export const ownNamespaces = {
  '': 'urn:scsn-gateway:fn',
  dec: 'urn:scsn-gateway:dec',
  date: 'urn:scsn-gateway:date',
};

export const ownFunctions: readonly OwnFunction[] = [
  decimalFunction('add', 'the sum of both', (a, b) => addDecimals(a, b)),
  decimalFunction('sub', 'the first less the second', (a, b) => subtractDecimals(a, b)),
  decimalFunction('mul', 'the product of both', (a, b) => multiplyDecimals(a, b)),
  {
    prefix: 'dec',
    name: 'div',
    arity: [3],
    kind: 'decimal',
    signature: ['a, b, digits', 'the quotient, rounded to so many decimals, half away from zero'],
    run: ([a = '', b = '', n = '']) => computeQuotient(a, b, n),
  },
  {
    prefix: 'dec',
    name: 'round',
    arity: [2],
    kind: 'decimal',
    signature: ['a, digits', 'rounded to so many decimals, half away from zero'],
    run: ([a = '', n = '']) => requireResult(roundDecimal(requireDecimal(a), parsePlaces(n))),
  },
  {
    prefix: 'dec',
    name: 'normal',
    arity: [1],
    kind: 'decimal',
    signature: ['a', 'the same number without zeros that say nothing: `007.50` becomes `7.5`'],
    run: ([a = '']) => requireResult(normalizeDecimal(requireDecimal(a))),
  },
  {
    prefix: 'dec',
    name: 'sum',
    arity: [1],
    sequence: true,
    kind: 'decimal',
    signature: ['values', 'the sum of all; of none it is 0'],
    run: (args) => requireResult(sumDecimals(args.map(requireDecimal))),
  },
  {
    prefix: 'dec',
    name: 'product',
    arity: [1],
    sequence: true,
    kind: 'decimal',
    signature: ['values', 'the product of all; of none it is 1'],
    run: (args) =>
      args.map(requireDecimal).reduce((all, one) => requireResult(multiplyDecimals(all, one)), '1'),
  },
  {
    prefix: 'dec',
    name: 'compare',
    arity: [2],
    kind: 'integer',
    signature: ['a, b', '-1, 0 or 1: the first is less, the same or more'],
    run: ([a = '', b = '']) => compareDecimals(requireDecimal(a), requireDecimal(b)) ?? 0,
  },
  {
    prefix: 'date',
    name: 'date',
    arity: [1],
    kind: 'date',
    signature: ['a', 'the day, `YYYY-MM-DD`; a zone behind it is dropped, never shifted'],
    run: ([a = '']) => requireDay(a),
  },
  {
    prefix: 'date',
    name: 'valid',
    arity: [1],
    kind: 'boolean',
    signature: ['a', 'whether it is a day of the calendar'],
    run: ([a = '']) => normalizeDate(a) !== undefined,
  },
  {
    prefix: 'date',
    name: 'local',
    arity: [2],
    kind: 'date',
    signature: [
      'utc, zone',
      'the local date and time of a moment, such as `date:local($now, $channel/timeZone)`',
    ],
    run: ([a = '', zone = '']) => computeLocal(a, zone),
  },
  {
    prefix: 'date',
    name: 'time',
    arity: [1],
    kind: 'date',
    signature: ['a', 'the time of day, `HH:mm:ss`'],
    run: ([a = '']) => requireTime(a),
  },
  {
    prefix: '',
    name: 'table',
    arity: [2, 3],
    kind: 'string',
    signature: [
      'name, key, default',
      'what a table says of a key; without entry and default the message is parked',
    ],
    run: ([name = '', key = '', fallback], lookup) => lookup(name, key.trim(), fallback),
  },
];

function decimalFunction(
  name: string,
  gives: string,
  run: (a: string, b: string) => string | undefined,
): OwnFunction {
  return {
    prefix: 'dec',
    name,
    arity: [2],
    kind: 'decimal',
    signature: ['a, b', gives],
    run: ([a = '', b = '']) => requireResult(run(requireDecimal(a), requireDecimal(b))),
  };
}

/** Runs a function of ours on what the XPath engine hands over; `undefined` is the empty result. */
export function callOwnFunction(
  own: OwnFunction,
  args: readonly (readonly Item[])[],
  lookup: Lookup,
): string | number | boolean | undefined {
  if (own.sequence) return own.run((args[0] ?? []).map(itemText), lookup);
  if (args.some((items) => items.length === 0)) return undefined;
  return own.run(
    args.map(([item = '']) => itemText(item)),
    lookup,
  );
}

function requireResult(text: string | undefined): string {
  return text ?? '0';
}

function requireDecimal(text: string): string {
  const value = formatDecimal(text);
  if (value !== undefined) return value;
  throw new ValueError('bad-decimal', text);
}

function computeQuotient(a: string, b: string, digits: string): string {
  if (compareDecimals(requireDecimal(b), '0') !== 0)
    return requireResult(divideDecimals(requireDecimal(a), requireDecimal(b), parsePlaces(digits)));
  throw new ValueError('division-by-zero', b, { name: a });
}

function parsePlaces(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new ValueError('digits-wrong', text);
}

function requireDay(text: string): string {
  const date = normalizeDate(text) ?? normalizeDateTime(text)?.slice(0, 10);
  return date ?? rejectValue('bad-date', text);
}

function requireTime(text: string): string {
  const time = normalizeTime(text) ?? normalizeDateTime(text)?.slice(11);
  return time ?? rejectValue('bad-time', text);
}

function computeLocal(text: string, zone: string): string {
  try {
    return computeLocalDateTime(text, zone) ?? rejectValue('bad-date-time', text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return rejectValue('bad-time-zone', zone);
  }
}

function rejectValue(code: ProcessingCode, text: string): never {
  throw new ValueError(code, text);
}
