import type { CreateFinding } from '../../findings/create-finding.ts';
import { FindingList } from '../../findings/finding-list.ts';
import { DocumentNode, ElementNode } from '../../tree/nodes/tree-builder.ts';
import { mostRecordNodes, TokenCount, tooLarge } from '../../tree/nodes/tree-limits.ts';
import type { FieldNode, GroupNode } from '../describe/description-nodes.ts';
import type { Cell, CellPosition } from './value-reader.ts';

/** A group as it was met: its values and groups by the nodes of the description. Becomes an element when all is read. */
export class GroupInstance {
  readonly group: GroupNode;
  /** Of its first record. */
  place: CellPosition;
  readonly #cells = new Map<FieldNode, Cell>();
  readonly #groups = new Map<GroupNode, GroupInstance[]>();
  /** Of the whole document. */
  readonly #tokens: TokenCount;

  constructor(group: GroupNode, place: CellPosition, tokens = new TokenCount()) {
    this.group = group;
    this.place = place;
    this.#tokens = tokens;
  }

  get cells(): ReadonlyMap<FieldNode, Cell> {
    return this.#cells;
  }

  /** Throws UnreadableError where the document has too many. */
  set(field: FieldNode, cell: Cell): void {
    this.#tokens.add();
    this.#cells.set(field, cell);
  }

  /** The groups of one kind, so far. */
  of(group: GroupNode): GroupInstance[] {
    const known = this.#groups.get(group) ?? [];
    this.#groups.set(group, known);
    return known;
  }

  /** Throws UnreadableError where the document has too many. */
  add(group: GroupNode, place: CellPosition): GroupInstance {
    this.#tokens.add();
    const made = new GroupInstance(group, place, this.#tokens);
    this.of(group).push(made);
    return made;
  }

  /** Neither a value nor a group with one. */
  isEmpty(): boolean {
    const isFilled = [...this.#cells.values()].some(({ text }) => text !== '');
    return !isFilled && [...this.#groups.values()].flat().every((one) => one.isEmpty());
  }
}

/** Makes the tree of a document, in the order of the description; what must be there and is not is a finding. */
export class RecordTreeBuilder {
  readonly findings: FindingList;
  readonly #tell: CreateFinding;
  #size = 0;

  constructor(tell: CreateFinding) {
    this.#tell = tell;
    this.findings = new FindingList(tell);
  }

  /** Throws UnreadableError where the tree would be too large. `format`: what its file is. */
  document(root: GroupInstance, format: 'records' | 'xml' = 'records'): DocumentNode {
    const document = new DocumentNode(format, this.#element(root));
    document.size = this.#size;
    return document;
  }

  #element(instance: GroupInstance): ElementNode {
    const { group, place } = instance;
    const element = this.#node(group.name, place);
    element.origin = { record: place.record };
    for (const member of group.members) {
      if (member.kind === 'field') this.#value(member, instance, element);
      else this.#groups(member, instance, element);
    }
    return element;
  }

  #value(field: FieldNode, instance: GroupInstance, parent: ElementNode): void {
    const cell = instance.cells.get(field);
    if (cell === undefined) return;
    if (cell.text === '') {
      if (field.required && !cell.isWrong)
        this.findings.push(this.#tell('field-missing', { name: cell.field ?? field.name }, positionOf(cell)));
      return;
    }
    const element = this.#node(field.name, cell);
    const written = cell.written === cell.text ? {} : { written: cell.written };
    element.origin = {
      record: cell.record,
      ...(cell.field === undefined ? {} : { field: cell.field }),
      ...written,
    };
    element.addText(cell.text);
    parent.append(element);
    this.#count();
  }

  #groups(group: GroupNode, instance: GroupInstance, parent: ElementNode): void {
    const all = instance.of(group);
    const filled =
      group.record === undefined
        ? all.filter((one) => !one.isEmpty() || (group.required && group.max === 1))
        : all;
    for (const one of filled) parent.append(this.#element(one));
    if (filled.length === 0 && group.required)
      this.findings.push(
        this.#tell(
          'record-missing',
          { name: group.name, parent: instance.group.name },
          positionOf(instance.place),
        ),
      );
    const extra = filled[group.max];
    if (extra !== undefined)
      this.findings.push(
        this.#tell('record-too-many', { name: group.name, most: group.max }, positionOf(extra.place)),
      );
  }

  #node(name: string, { line, column }: CellPosition): ElementNode {
    this.#count();
    return new ElementNode({ prefix: '', localName: name, namespaceURI: null }, line, column);
  }

  #count(): void {
    this.#size += 1;
    if (this.#size > mostRecordNodes) throw tooLarge(mostRecordNodes, {});
  }
}

/** Of a finding. */
export function positionOf({ line, column, record, field }: CellPosition): CellPosition {
  return { line, column, record, ...(field === undefined ? {} : { field }) };
}
