import { compareDecimals } from '../../src/tree/values/decimal.ts';

/** A JSON number that keeps the digits of its source; see `JSON.rawJSON`. */
interface RawNumber {
  readonly rawJSON: string;
}
export type Decimal = number | RawNumber;
export type JsonObject = { [name: string]: unknown };

declare global {
  // Part of V8 since Node 22; the compiler's library does not know it yet.
  interface JSON {
    rawJSON(text: string): RawNumber;
    isRawJSON(value: unknown): value is RawNumber;
    parse(
      text: string,
      reviver: (this: unknown, name: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown;
  }
}

/** Parses JSON; a number that JavaScript would write with other digits keeps its own. Throws SyntaxError. */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined && source !== String(value)
      ? JSON.rawJSON(source)
      : value,
  );
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);

export const isDecimal = (value: unknown): value is Decimal =>
  typeof value === 'number' || JSON.isRawJSON(value);

export const decimalOf = (text: string): Decimal => JSON.rawJSON(text);

/** Equal as numbers, whatever the digits: 5 and 5.000. */
export function isSameDecimal(a: Decimal, b: Decimal): boolean {
  return compareDecimals(digits(a), digits(b)) === 0;
}

const digits = (value: Decimal): string => (typeof value === 'number' ? String(value) : value.rawJSON);

/** Equal as JSON, members in any order. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (isDecimal(a) && isDecimal(b)) return isSameDecimal(a, b);
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSameJson(item, b[index]));
  if (!isObject(a) || !isObject(b)) return a === b;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => isSameJson(a[name], b[name]));
}
