import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extendPath } from '../../tree/nodes/extend-path.ts';
import type { TreeAttribute, TreeDocument, TreeElement, TreeText } from '../../tree/nodes/tree-node.ts';
import { canonicalPrefix } from '../../tree/values/fingerprint.ts';
import type { TargetValue } from '../../tree/values/target-tree.ts';
import type { FileMapping } from '../file-mapping.ts';
import { readFixtureContext, readFixtureTree } from '../fixtures/fixture-files.ts';
import { buildMappingContext } from '../fixtures/previous-delivery.ts';
import { loadMapping } from '../load-mapping.ts';
import type { MappingContext } from '../mapping.ts';
import { formats } from './kit.ts';

/** The delivered mappings and their fixtures, for tests that hold other things against them. */

export const folder = fileURLToPath(new URL('../../../mappings', import.meta.url));
export const fixtures = join(folder, 'fixtures');

const loaded = new Map<string, FileMapping>();

/** A delivered mapping, without error. */
export function delivered(name: string): FileMapping {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const { mapping, findings } = loadMapping(name, [folder], formats);
  if (mapping === undefined) throw new Error(JSON.stringify(findings, undefined, 1));
  loaded.set(name, mapping);
  return mapping;
}

export interface DeliveredFixture {
  readonly name: string;
  readonly mapping: FileMapping;
  readonly document: TreeDocument;
  /** Every item of a keyed list counts as new. */
  readonly context: MappingContext;
}

/** `order-to-exchange.minimal` */
export function deliveredFixture(name: string): DeliveredFixture {
  const path = join(fixtures, name);
  const file = readFixtureContext(path);
  const mapping = delivered(file.mapping ?? name.slice(0, name.indexOf('.')));
  const document = readFixtureTree(path, 'document', mapping.from, formats);
  if (document === undefined) throw new Error(`${name} has no document`);
  return { name, mapping, document, context: buildMappingContext(file, () => 'new') };
}

/** The texts of a result by where they stand, positions left out: `lines/position`, `cbc:Quantity/@unitCode`. */
export function textsOf(value: TargetValue | undefined, path = '', into = new Map<string, string[]>()) {
  if (value === undefined) return into;
  if (value.kind === 'list') for (const item of value.items) textsOf(item, path, into);
  else {
    for (const [name, text] of value.attributes ?? []) add(into, `${path}/@${name}`, text);
    if (value.kind === 'scalar') add(into, path, value.text);
    else for (const [name, member] of value.members) textsOf(member, path ? `${path}/${name}` : name, into);
  }
  return into;
}

function add(into: Map<string, string[]>, path: string, text: string): void {
  const texts = into.get(path);
  if (texts === undefined) into.set(path, [text]);
  else texts.push(text);
}

/** Where paths in a mapping start in this document: `/Order/`, `/json/`, `/json/orderEvent/`. */
export function rootPath({ root }: TreeDocument): string {
  const event = root.childNodes.find(
    (node) => node.nodeType === 1 && ['orderEvent', 'shipment'].includes(node.localName),
  );
  const inner = root.localName === 'json' && event?.nodeType === 1 ? `${event.localName}/` : '';
  return `/${canonicalPrefix(root)}${root.localName}/${inner}`;
}

/** Names of the filled leaves of an expectation, below its root: `lines/position`, `cbc:ID/@schemeID`. */
export function leafNames(document: TreeDocument | undefined): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (element: TreeElement, path: string): void => {
    for (const { localName } of element.attributes) names.add(extendPath(path, `@${localName}`));
    const children = element.childNodes.filter((node) => node.nodeType === 1);
    if (children.length === 0) names.add(path);
    for (const child of children) visit(child, extendPath(path, canonicalPrefix(child) + child.localName));
  };
  if (document !== undefined) visit(document.root, '');
  return names;
}

/** A copy of a document in which every leaf of that name is empty: `/Order/cbc:ID`, `/json/lines/id`. */
export const without = (document: TreeDocument, leaf: string): TreeDocument =>
  withOther(document, leaf, () => '');

/** Likewise, with another text in each: a place that is filled by its second choice says the same without the first. */
export const withAnother = (document: TreeDocument, leaf: string): TreeDocument =>
  withOther(document, leaf, (text) =>
    /^\d{4}-\d\d-\d\d/.test(text)
      ? text.replace(/^(.{8})(\d\d)/, (_, month, day) => month + (day === '28' ? '27' : '28'))
      : text.replace(/[0-9A-Z](?=[^0-9A-Z]*$)/i, (sign) => (sign === '7' ? '6' : '7')),
  );

function withOther(document: TreeDocument, leaf: string, change: (text: string) => string): TreeDocument {
  let root: TreeElement | undefined;
  const copy: TreeDocument = {
    ...document,
    get root() {
      root ??= changed(document.root, copy, '', leaf, change);
      return root;
    },
    get childNodes(): readonly [TreeElement] {
      return [this.root];
    },
  };
  return copy;
}

function changed(
  element: TreeElement,
  parent: TreeElement | TreeDocument,
  above: string,
  leaf: string,
  change: (text: string) => string,
): TreeElement {
  const name = `${above}/${canonicalPrefix(element)}${element.localName}`;
  const childNodes: (TreeElement | TreeText)[] = [];
  const attributes: TreeAttribute[] = [];
  const copy: TreeElement = { ...element, parentNode: parent, childNodes, attributes };
  const textOf = (text: string, path: string) => (path === leaf ? change(text) : text);
  for (const one of element.attributes) {
    const value = textOf(one.value, `${name}/@${one.localName}`);
    if (value !== '') attributes.push({ ...one, value, parentNode: copy });
  }
  for (const node of element.childNodes) {
    if (node.nodeType === 1) childNodes.push(changed(node, copy, name, leaf, change));
    else {
      const data = textOf(node.data, name);
      if (data !== '') childNodes.push({ ...node, data, parentNode: copy });
    }
  }
  return copy;
}
