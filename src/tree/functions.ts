import type { WayCode } from '../findings/codes.ts';
import { finding, type Values } from '../findings/messages.ts';
import { dateText, dateTimeText, localDateTime, timeText } from './date.ts';
import {
  addDecimals,
  compareDecimals,
  decimalText,
  divideDecimals,
  multiplyDecimals,
  normalDecimal,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
} from './decimal.ts';
import { type Item, itemText } from './items.ts';

/** A value that a function of ours cannot use; becomes a finding with this code. */
export class ValueError extends Error {
  readonly code: WayCode;
  readonly value: string;
  readonly values: Values;
  constructor(code: WayCode, value: string, more: Values = {}) {
    const values = { ...more, value };
    super(finding(code, values).message);
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
  readonly told: readonly [call: string, gives: string];
  /** An empty argument gives an empty result, unless `sequence`. */
  run(args: readonly string[], lookup: Lookup): string | number | boolean;
}

export const ownNamespaces = {
  '': 'urn:scsn-gateway:fn',
  dec: 'urn:scsn-gateway:dec',
  date: 'urn:scsn-gateway:date',
};

export const ownFunctions: readonly OwnFunction[] = [
  decimals('add', 'the sum of both', (a, b) => addDecimals(a, b)),
  decimals('sub', 'the first less the second', (a, b) => subtractDecimals(a, b)),
  decimals('mul', 'the product of both', (a, b) => multiplyDecimals(a, b)),
  {
    prefix: 'dec',
    name: 'div',
    arity: [3],
    kind: 'decimal',
    told: ['a, b, digits', 'the quotient, rounded to so many decimals, half away from zero'],
    run: ([a = '', b = '', n = '']) => quotient(a, b, n),
  },
  {
    prefix: 'dec',
    name: 'round',
    arity: [2],
    kind: 'decimal',
    told: ['a, digits', 'rounded to so many decimals, half away from zero'],
    run: ([a = '', n = '']) => exact(roundDecimal(decimal(a), places(n))),
  },
  {
    prefix: 'dec',
    name: 'normal',
    arity: [1],
    kind: 'decimal',
    told: ['a', 'the same number without zeros that say nothing: `007.50` becomes `7.5`'],
    run: ([a = '']) => exact(normalDecimal(decimal(a))),
  },
  {
    prefix: 'dec',
    name: 'sum',
    arity: [1],
    sequence: true,
    kind: 'decimal',
    told: ['values', 'the sum of all; of none it is 0'],
    run: (args) => exact(sumDecimals(args.map(decimal))),
  },
  {
    prefix: 'dec',
    name: 'product',
    arity: [1],
    sequence: true,
    kind: 'decimal',
    told: ['values', 'the product of all; of none it is 1'],
    run: (args) => args.map(decimal).reduce((all, one) => exact(multiplyDecimals(all, one)), '1'),
  },
  {
    prefix: 'dec',
    name: 'compare',
    arity: [2],
    kind: 'integer',
    told: ['a, b', '-1, 0 or 1: the first is less, the same or more'],
    run: ([a = '', b = '']) => compareDecimals(decimal(a), decimal(b)) ?? 0,
  },
  {
    prefix: 'date',
    name: 'date',
    arity: [1],
    kind: 'date',
    told: ['a', 'the day, `YYYY-MM-DD`; a zone behind it is dropped, never shifted'],
    run: ([a = '']) => day(a),
  },
  {
    prefix: 'date',
    name: 'valid',
    arity: [1],
    kind: 'boolean',
    told: ['a', 'whether it is a day of the calendar'],
    run: ([a = '']) => dateText(a) !== undefined,
  },
  {
    prefix: 'date',
    name: 'local',
    arity: [2],
    kind: 'date',
    told: ['utc, zone', 'the local date and time of a moment, such as `date:local($now, $channel/timeZone)`'],
    run: ([a = '', zone = '']) => local(a, zone),
  },
  {
    prefix: 'date',
    name: 'time',
    arity: [1],
    kind: 'date',
    told: ['a', 'the time of day, `HH:mm:ss`'],
    run: ([a = '']) => clock(a),
  },
  {
    prefix: '',
    name: 'table',
    arity: [2, 3],
    kind: 'string',
    told: [
      'name, key, default',
      'what a table says of a key; without entry and default the message is parked',
    ],
    run: ([name = '', key = '', fallback], lookup) => lookup(name, key.trim(), fallback),
  },
];

function decimals(
  name: string,
  gives: string,
  run: (a: string, b: string) => string | undefined,
): OwnFunction {
  return {
    prefix: 'dec',
    name,
    arity: [2],
    kind: 'decimal',
    told: ['a, b', gives],
    run: ([a = '', b = '']) => exact(run(decimal(a), decimal(b))),
  };
}

/** Runs a function of ours on what the XPath engine hands over; `undefined` is the empty result. */
export function callOwn(
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

function exact(text: string | undefined): string {
  return text ?? '0';
}

function decimal(text: string): string {
  const value = decimalText(text);
  if (value !== undefined) return value;
  throw new ValueError('bad-decimal', text);
}

function quotient(a: string, b: string, digits: string): string {
  if (compareDecimals(decimal(b), '0') !== 0)
    return exact(divideDecimals(decimal(a), decimal(b), places(digits)));
  throw new ValueError('division-by-zero', b, { name: a });
}

function places(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new ValueError('digits-wrong', text);
}

function day(text: string): string {
  const date = dateText(text) ?? dateTimeText(text)?.slice(0, 10);
  return date ?? wrong('bad-date', text);
}

function clock(text: string): string {
  const time = timeText(text) ?? dateTimeText(text)?.slice(11);
  return time ?? wrong('bad-time', text);
}

function local(text: string, zone: string): string {
  try {
    return localDateTime(text, zone) ?? wrong('bad-date-time', text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return wrong('bad-time-zone', zone);
  }
}

function wrong(code: WayCode, text: string): never {
  throw new ValueError(code, text);
}
