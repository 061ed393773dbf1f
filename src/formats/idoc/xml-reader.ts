import { isElement, textOf } from '../../tree/nodes/tree-builder.ts';
import type { TreeDocument, TreeElement } from '../../tree/nodes/tree-node.ts';
import { type FieldNode, fieldsOf } from '../describe/description-nodes.ts';
import type { GroupInstance } from '../records/group-instance.ts';
import type { Cell, CellPosition, CellValueReader } from '../records/value-reader.ts';
import { canonicalNameOf } from './control-record.ts';
import type { IdocTree } from './idoc-tree.ts';
import type { IdocLayout } from './layout.ts';

/** The element of the one IDoc in a document, whatever stands around it. */
export function findIdocElement({ root }: TreeDocument): TreeElement | undefined {
  if (root.localName === 'IDOC') return root;
  const children = root.childNodes.filter(isElement);
  for (const child of children) {
    const found = child.localName === 'IDOC' ? child : undefined;
    if (found !== undefined) return found;
  }
  return children.flatMap((child) => child.childNodes.filter(isElement)).find(isIdoc);
}

const isIdoc = ({ localName }: TreeElement): boolean => localName === 'IDOC';

/** Puts the segments of an XML IDoc into its tree. */
export function readSegments(
  idoc: TreeElement,
  layout: IdocLayout,
  tree: IdocTree,
  values: CellValueReader,
): void {
  new IdocXmlReader(layout, tree, values).children(idoc, tree.root);
}

class IdocXmlReader {
  readonly #layout: IdocLayout;
  readonly #tree: IdocTree;
  readonly #values: CellValueReader;
  /** Of the segments so far, the control record first: as a flat file would number its lines. */
  #record = 0;

  constructor(layout: IdocLayout, tree: IdocTree, values: CellValueReader) {
    this.#layout = layout;
    this.#tree = tree;
    this.#values = values;
  }

  children(element: TreeElement, parent: GroupInstance): void {
    const fields = new Set(fieldsOf(parent.group).map(({ name }) => name));
    const inside = element.childNodes.filter(isElement);
    for (const child of inside) {
      const hasElements = child.childNodes.some(isElement);
      if (fields.has(child.localName) && !hasElements) continue;
      if (hasElements || isSegment(child)) this.#segment(child, parent);
      else if (textOf(child).trim() !== '')
        this.#tree.other(`${parent.group.name}/${child.localName}`, this.#place(child));
    }
  }

  #segment(element: TreeElement, parent: GroupInstance): void {
    const name = canonicalNameOf(
      element.localName,
      (one) => this.#layout.records.has(one) || one === 'EDI_DC40',
    );
    this.#record += 1;
    const record = this.#record;
    const fields = Map.groupBy(element.childNodes.filter(isElement), ({ localName }) => localName);
    const read = (field: FieldNode): Cell | undefined => {
      const found = fields.get(field.name)?.find((one) => !one.childNodes.some(isElement));
      if (found === undefined) return undefined;
      const place = { line: found.line, column: found.column, record, field: field.name };
      return this.#values.read(field, { ...place, text: textOf(found), quoted: false });
    };
    const made = this.#tree.below(parent, {
      name,
      place: this.#place(element),
      isEmpty: isEmpty(element),
      read,
    });
    if (made !== undefined) this.children(element, made);
  }

  #place({ line, column }: TreeElement): CellPosition {
    return { line, column, record: Math.max(1, this.#record) };
  }
}

/** No value in it, nor in the segments below. */
const isEmpty = (element: TreeElement): boolean =>
  element.childNodes.every((child) => (child.nodeType === 1 ? isEmpty(child) : child.data.trim() === ''));

/** A segment may be empty: `<E1EDK04 SEGMENT="1"/>`. */
const isSegment = ({ attributes }: TreeElement): boolean =>
  attributes.some(({ localName }) => localName === 'SEGMENT');
