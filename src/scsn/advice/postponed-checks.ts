import type { OpenPart } from '../../tree/open-parts.ts';
import type { ElementFault } from './element-fault.ts';

/** Rules that ask for what an open part will bring. */
const ruleParts: ReadonlyMap<string, OpenPart> = new Map([
  ['line-status-missing', 'status'],
  ['delivery-missing', 'values'],
  ['promised-date-missing', 'values'],
  ['item-number-missing', 'values'],
]);

/** Elements that a document must have and an open part will bring, as `PARENT/NAME`. */
const elementParts: ReadonlyMap<string, OpenPart> = new Map([
  ['Order/OrderLine', 'lines'],
  ['LineItem/Item', 'values'],
]);

/** Whether a rule's finding waits until the open parts are closed. */
export function isPostponedRule(code: string, open: ReadonlySet<OpenPart>): boolean {
  const part = ruleParts.get(code);
  return part !== undefined && open.has(part);
}

/** The same for an element that is missing. */
export function isPostponedFault(
  { code, element, values }: ElementFault,
  open: ReadonlySet<OpenPart>,
): boolean {
  if (code !== 'element-missing') return false;
  const part = elementParts.get(`${element.localName}/${String(values.name)}`);
  return part !== undefined && open.has(part);
}
