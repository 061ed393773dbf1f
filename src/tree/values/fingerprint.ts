import { createHash } from 'node:crypto';
import { sha256 } from '../../text/sha256.ts';
import { itemText } from '../nodes/items.ts';
import { isElement } from '../nodes/tree-builder.ts';
import type { TreeDocument, TreeElement, TreeNode } from '../nodes/tree-node.ts';
import { normalizeDecimal } from './decimal.ts';
import type { TargetScalar, TargetValue } from './target-tree.ts';

/**
 * What a mapped value says, as a SHA-256 in hex: the order of members, volatile leaves and trailing zeros of numbers
 * do not count; the order of list items does (docs/design.md, "Orders and sameness").
 */
export function fingerprint(value: TargetValue): string {
  return sha256(renderCanonical(value) ?? '');
}

function renderCanonical(value: TargetValue): string | undefined {
  if (value.kind === 'scalar') return value.volatile ? undefined : renderCanonicalScalar(value);
  if (value.kind === 'list') return renderCanonicalList(value.items);
  const members: string[] = [];
  for (const [name, member] of value.members) {
    const text = renderCanonical(member);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  if (members.length === 0 && value.members.size > 0) return undefined;
  return `{${members.sort().join(',')}}${renderCanonicalAttributes(value.attributes)}`;
}

/** As if the volatile items were not there at all. */
function renderCanonicalList(items: readonly TargetValue[]): string | undefined {
  const texts = items.flatMap((item) => renderCanonical(item) ?? []);
  return texts.length === 0 && items.length > 0 ? undefined : `[${texts.join(',')}]`;
}

function renderCanonicalScalar({ type, text, attributes }: TargetScalar): string {
  const same = type === 'number' ? (normalizeDecimal(text) ?? text) : text;
  return `${type[0]}${JSON.stringify(same)}${renderCanonicalAttributes(attributes)}`;
}

function renderCanonicalAttributes(attributes: ReadonlyMap<string, string> | undefined): string {
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
  const digest = new Digest();
  const ignored = ignorePaths.flatMap((path) => listAtPath(tree.root, path.split('/')));
  addElement(digest, tree.root, new Set(ignored));
  return digest.hex();
}

/** The same of a part of a document. */
export function fingerprintNode(node: TreeNode): string {
  if (node.nodeType !== 1) return sha256(itemText(node));
  const digest = new Digest();
  addElement(digest, node, new Set());
  return digest.hex();
}

function listAtPath(element: TreeElement, [step, ...below]: readonly string[]): readonly TreeElement[] {
  const found = element.childNodes
    .filter(isElement)
    .filter((child) => canonicalPrefix(child) + child.localName === step);
  return below.length === 0 ? found : found.flatMap((child) => listAtPath(child, below));
}

function addElement(digest: Digest, element: TreeElement, ignored: ReadonlySet<TreeElement>): void {
  digest.add(`{${element.namespaceURI ?? ''}}${element.localName}${renderTreeAttributes(element)}(`);
  let [isLeaf, isFirst] = [true, true];
  for (const child of element.childNodes) {
    if (child.nodeType !== 1) continue;
    isLeaf = false;
    if (ignored.has(child)) continue;
    if (!isFirst) digest.add(',');
    isFirst = false;
    addElement(digest, child, ignored);
  }
  if (isLeaf) addText(digest, element);
  digest.add(')');
}

function renderTreeAttributes({ attributes }: TreeElement): string {
  if (attributes.length === 0) return '';
  return renderCanonicalAttributes(
    new Map(attributes.map((a) => [`{${a.namespaceURI ?? ''}}${a.localName}`, a.value])),
  );
}

/** The text without blanks around it as a JSON string, however long it is. */
function addText(digest: Digest, element: TreeElement): void {
  digest.add('"');
  let blanks = '';
  let begun = false;
  for (const node of element.childNodes) {
    if (node.nodeType !== 3) continue;
    for (const part of node.parts()) {
      const text: string = blanks + (begun ? part : part.trimStart());
      const told = text.trimEnd();
      digest.add(JSON.stringify(told).slice(1, -1));
      begun ||= told !== '';
      blanks = begun ? text.slice(told.length) : '';
    }
  }
  digest.add('"');
}

/** A hash of texts in turn, fed in parts that are worth the call. */
class Digest {
  readonly #hash = createHash('sha256');
  #pending = '';

  add(text: string): void {
    this.#pending += text;
    if (this.#pending.length < 65_536) return;
    this.#hash.update(this.#pending);
    this.#pending = '';
  }

  hex(): string {
    return this.#hash.update(this.#pending).digest('hex');
  }
}

/** `cac:`, `cbc:`, `ext:`, or nothing for other namespaces. */
export function canonicalPrefix(element: TreeElement): string {
  return prefixes.get(element.namespaceURI ?? '') ?? '';
}
