import { isHarmless } from './harmless.ts';

/** Stays, is multiplied, or becomes a pseudonym. */
export type ValueKind = 'stays' | 'amount' | 'private';

/** `12.5 EUR per C62`, `100 EUR per 3 C62` */
const price = /^[\d.]+ [A-Z]{3} per (?:[\d.]+ )?(\S+)$/;

/**
 * Under `sent/lines/values` of context.json, what the ERP ordered last, as texts (`$compare`): days and quantities stay as in the document, a
 * price is an amount before its unit, whatever else is private.
 */
export function kindOfSentValue(name: string, value: string): ValueKind {
  if (name === 'dates' || name === 'split' || name === 'quantity')
    return /^[\d.,+ -]*$/.test(value) ? 'stays' : 'private';
  if (name === 'unit') return isHarmless('code', value) ? 'stays' : 'private';
  const [, unit] = (name === 'price' && price.exec(value)) || [];
  return unit !== undefined && isHarmless('code', unit) ? 'amount' : 'private';
}
