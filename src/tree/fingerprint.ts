import { createHash } from 'node:crypto';
import { isElement, textOf } from './build.ts';
import { normalDecimal } from './decimal.ts';
import type { TreeDocument, TreeElement } from './node.ts';
import type { OutScalar, OutValue } from './out.ts';

/**
 * What a mapped value says, as a SHA-256 in hex: the order of members, volatile leaves and trailing zeros of numbers
 * do not count; the order of list items does (README, "Orders and sameness").
 */
export function fingerprint(value: OutValue): string {
  return sha256(canonical(value) ?? '');
}

function canonical(value: OutValue): string | undefined {
  if (value.kind === 'scalar') return value.volatile ? undefined : canonicalScalar(value);
  if (value.kind === 'list') return canonicalList(value.items);
  const members: string[] = [];
  for (const [name, member] of value.members) {
    const text = canonical(member);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  if (members.length === 0 && value.members.size > 0) return undefined;
  return `{${members.sort().join(',')}}${canonicalAttributes(value.attributes)}`;
}

/** As if the volatile items were not there at all. */
function canonicalList(items: readonly OutValue[]): string | undefined {
  const texts = items.flatMap((item) => canonical(item) ?? []);
  return texts.length === 0 && items.length > 0 ? undefined : `[${texts.join(',')}]`;
}

function canonicalScalar({ type, text, attributes }: OutScalar): string {
  const same = type === 'number' ? (normalDecimal(text) ?? text) : text;
  return `${type[0]}${JSON.stringify(same)}${canonicalAttributes(attributes)}`;
}

function canonicalAttributes(attributes: ReadonlyMap<string, string> | undefined): string {
  if (attributes === undefined || attributes.size === 0) return '';
  return `@${JSON.stringify([...attributes].sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}

const prefixes = new Map([
  ['urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2', 'cac:'],
  ['urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2', 'cbc:'],
  ['urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2', 'ext:'],
]);

/**
 * What an XML document says, as a SHA-256 in hex: prefixes, declaration, comments, blanks between elements and the
 * order of attributes do not count. `ignorePaths`: elements that do not count either, below the root, with the
 * canonical prefixes whatever the document's are: `cbc:IssueTime`, `cac:OrderLine/cbc:Note`.
 */
export function fingerprintTree(tree: TreeDocument, ignorePaths: readonly string[] = []): string {
  return sha256(canonicalElement(tree.root, '', new Set(ignorePaths)) ?? '');
}

function canonicalElement(element: TreeElement, path: string, ignored: Set<string>): string | undefined {
  if (ignored.has(path)) return undefined;
  const attributes = new Map(
    element.attributes.map((a) => [`{${a.namespaceURI ?? ''}}${a.localName}`, a.value]),
  );
  const children = element.childNodes.filter(isElement);
  const content =
    children.length === 0
      ? JSON.stringify(textOf(element).trim())
      : children.flatMap((child) => canonicalElement(child, below(path, child), ignored) ?? []).join(',');
  const name = `{${element.namespaceURI ?? ''}}${element.localName}`;
  return `${name}${canonicalAttributes(attributes)}(${content})`;
}

/** `cac:`, `cbc:`, `ext:`, or nothing for other namespaces. */
export function canonicalPrefix(element: TreeElement): string {
  return prefixes.get(element.namespaceURI ?? '') ?? '';
}

function below(path: string, child: TreeElement): string {
  const name = canonicalPrefix(child) + child.localName;
  return path === '' ? name : `${path}/${name}`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
