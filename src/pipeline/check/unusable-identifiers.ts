import { createFinding, parkFinding } from '../../findings/create-finding.ts';
import { limits } from '../../limits.ts';
import { locationOf } from '../../scsn/xml/element-location.ts';
import { isElement, textOf } from '../../tree/nodes/tree-builder.ts';
import type { TreeDocument, TreeElement } from '../../tree/nodes/tree-node.ts';
import type { Finding, Language } from '../../types.ts';

/**
 * What cannot be a key: an identifier or number that is longer than any (src/limits.ts), or that holds a character which
 * nobody can type or store. Such a document goes no further, so that nothing behind check needs to expect it.
 */

/** Of an SCSN document: elements of UBL's identifier type are those whose name ends with ID. */
export function findUnusableInXml({ root }: TreeDocument, language: Language): readonly Finding[] {
  const found: Finding[] = [];
  for (const element of identifiersBelow(root)) {
    const text = textOf(element).trim();
    if (text.length > limits.identifier)
      found.push(createTooLong(element.nodeName, text, language, locationOf(element, undefined, language)));
    if (found.length === limits.told) break;
  }
  return found;
}

/** Those of attached documents are no keys; some are names of files, others addresses. */
function* identifiersBelow(root: TreeElement): Iterable<TreeElement> {
  const open = [root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    if (element.localName.endsWith('ID')) yield element;
    if (element.localName.endsWith('DocumentReference')) continue;
    open.push(...element.childNodes.filter(isElement).reverse());
  }
}

/** The number by which the exchange knows a party, when it cannot be one. */
export const findUnusableAccount = (account: string | undefined, language: Language): readonly Finding[] =>
  account !== undefined && account.length > limits.identifier
    ? [createTooLong('buyerAccountNumber', account, language)]
    : [];

/** Of a body of the exchange: the first among the texts that the gateway itself reads of it. */
export function findUnusableInBody(read: object, language: Language): Finding | undefined {
  for (const [name, text] of listTexts(read)) {
    const most = name === 'eventName' ? limits.eventName : limits.identifier;
    if (text.length > most) return parkFinding(createTooLong(name, text, language, {}, most));
    if (/\p{Cc}/u.test(text) || !text.isWellFormed())
      return parkFinding(
        createFinding('identifier-character', { name, value: text.toWellFormed() }, {}, language),
      );
  }
  return undefined;
}

const createTooLong = (
  name: string,
  value: string,
  language: Language,
  place: Parameters<typeof createFinding>[2] = {},
  most: number = limits.identifier,
): Finding =>
  createFinding('identifier-too-long', { name, value, count: value.length, most }, place, language);

/** Each text with its path: `lines[3].id`. */
function* listTexts(value: unknown, path = ''): Iterable<readonly [name: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* listTexts(item, `${path}[${index + 1}]`);
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value))
      yield* listTexts(member, path === '' ? name : `${path}.${name}`);
}
