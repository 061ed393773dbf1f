import { rewritten } from './rewrite.ts';

/**
 * A document whose personal and commercial values cannot be read any more, and whose shape is as it was: every character stands at its
 * place, letters are x, digits 9. Codes, dates, quantities and the numbers by which lines and orders are known stay, so that what
 * went wrong can still be seen. Pure; for XML and JSON, and anything else is masked whole.
 */
export function masked(text: string): string {
  return rewritten(text, (value, path) => (isKept(path) ? value : hidden(value))) ?? hidden(text);
}

/** Neither XML nor JSON: no name says what may stay. */
export const isMaskedWhole = (text: string): boolean => !/^\s*[<{[]/.test(text);

/** One value as `masked` leaves it in its document. `path`: `/Order/cac:Contact[2]/cbc:ID`, `lines[2]/price`, `…/@currencyID`. */
export function maskedValue(path: string, text: string): string {
  const names = path.split('/').map((step) => step.replace(/\[\d+\]$/, '').replace(/^(@?).*:/, '$1'));
  return isKept(names) ? text : hidden(text);
}

/** What names of elements and members say of their values. */
const kept =
  /(id|code|date|time|edat|since|quantity|indicator|status|type|kind|position|sequence|percent|version|eventname|number)$/i;
const personal =
  /(name|contact|person|phone|fax|mail|street|building|house|postal|zip|city|note|text|remark|description|account|amount|price|bank|iban|vat|tax|filename|binaryobject)/i;
/** A name of ours or of the exchange's that `personal` takes for one of a person. */
const harmless = /^(eventname|buyeraccountnumber|supplieraccountnumber)$/i;

/** `path`: names from the outermost to the one that holds the value. */
function isKept(path: readonly string[]): boolean {
  const name = path.at(-1) ?? '';
  if (name.startsWith('@')) return !personal.test(name);
  if (harmless.test(name)) return true;
  return kept.test(name) && !path.some((one) => personal.test(one));
}

/** Letters and digits, with those of other scripts. */
export const hidden = (text: string): string =>
  text
    .replace(/\p{Lu}/gu, 'X')
    .replace(/[\p{L}\p{M}]/gu, (c) => (c === 'X' ? c : 'x'))
    .replace(/\p{Nd}/gu, '9');
