import { FindingList } from '../../findings/finding-list.ts';
import {
  type FieldAddress,
  type FieldNode,
  fieldLabel,
  type GroupNode,
  isList,
  listAllFields,
} from '../describe/description-nodes.ts';
import { GroupInstance, positionOf } from '../records/group-instance.ts';
import type { Cell } from '../records/value-reader.ts';
import type { CellReader } from './cell-reader.ts';
import type { FileHead } from './file-head.ts';
import type { CreateCsvFinding } from './findings/catalogue.ts';
import type { CsvLayout } from './layout.ts';
import type { TextRows } from './lexical/text-rows.ts';

/**
 * The document of rows that repeat what is above: the fields outside of lists must agree in all rows; a list has one of its
 * groups a row, or one for each value of its key.
 */
export class RowTree {
  readonly findings: FindingList;
  readonly root: GroupInstance;
  readonly #cells: CellReader;
  readonly #head: FileHead;
  readonly #tell: CreateCsvFinding;
  readonly #keys = new Map<GroupInstance, string>();
  /** The first group of each key, by the list that it is in. */
  readonly #byKey = new Map<readonly GroupInstance[], Map<string, GroupInstance>>();
  readonly #disagreeing = new Set<Cell>();
  /** Number of the first row of each text. */
  readonly #rows = new Map<string, number>();
  readonly #blanksAbove: boolean;
  #isFirst = true;

  constructor({ root, blanksAbove }: CsvLayout, cells: CellReader, head: FileHead, tell: CreateCsvFinding) {
    this.#blanksAbove = blanksAbove;
    this.root = new GroupInstance(root, { line: 1, column: 1, record: 1 });
    this.#cells = cells;
    this.#head = head;
    this.#tell = tell;
    this.findings = new FindingList(tell);
  }

  add(rows: TextRows): void {
    this.#cells.checkWidth(rows, this.#head.columns.count || this.#lastColumn());
    if (this.#isFirst) this.root.place = rows.place();
    this.#tellAgain(rows);
    this.#fill(this.root, rows, this.#isFirst);
    this.#isFirst = false;
  }

  /** What a query joined or wrote twice makes two deliveries of one. */
  #tellAgain(rows: TextRows): void {
    const text = rows.rowText;
    const first = this.#rows.get(text);
    if (first === undefined) this.#rows.set(text, rows.record);
    else this.findings.add('row-again', () => this.#tell('row-again', { first }, rows.place()));
  }

  #lastColumn(): number {
    const columns = listAllFields(this.root.group).map((field) => (this.#cells.index(field) ?? -1) + 1);
    return Math.max(0, ...columns);
  }

  #fill(instance: GroupInstance, rows: TextRows, isNew: boolean): void {
    for (const member of instance.group.members) {
      if (member.kind === 'field') this.#field(instance, member, rows, isNew);
      else if (isList(member)) this.#list(instance, member, rows);
      else this.#fill(instance.of(member)[0] ?? instance.add(member, rows.place()), rows, isNew);
    }
  }

  #field(instance: GroupInstance, field: FieldNode, rows: TextRows, isNew: boolean): void {
    const known = instance.cells.get(field);
    if (known !== undefined && !isNew) {
      this.#agree(known, field, rows);
      return;
    }
    const cell = this.#cells.read(field, rows);
    if (cell !== undefined) instance.set(field, cell);
  }

  #agree(known: Cell, field: FieldNode, rows: TextRows): void {
    const text = this.#cells.text(field, rows);
    if (this.#blanksAbove && text === '') return;
    if (text === undefined || text === known.written.trim() || this.#disagreeing.has(known)) return;
    const cell = this.#cells.read(field, rows);
    if (cell === undefined || cell.isWrong || cell.text === known.text) return;
    this.#disagreeing.add(known);
    const values = {
      name: cell.field ?? field.name,
      value: text,
      other: known.written.trim(),
      first: known.record,
    };
    this.findings.push(this.#tell('row-disagrees', values, positionOf(cell)));
  }

  #list(instance: GroupInstance, group: GroupNode, rows: TextRows): void {
    if (listAllFields(group).every((field) => this.#cells.isEmpty(field, rows))) return;
    const items = instance.of(group);
    if (group.key === undefined) {
      this.#fill(instance.add(group, rows.place()), rows, true);
      return;
    }
    const key = this.#key(group.key, rows);
    const last = items.at(-1);
    const isAbove = this.#blanksAbove && isEmptyKey(key);
    if (last !== undefined && (isAbove || this.#keys.get(last) === key)) this.#fill(last, rows, false);
    else if (this.#isNew(items, key, group.key, rows)) {
      const item = instance.add(group, rows.place());
      this.#keys.set(item, key);
      this.#firsts(items).set(key, item);
      this.#fill(item, rows, true);
    }
  }

  #firsts(items: readonly GroupInstance[]): Map<string, GroupInstance> {
    const known = this.#byKey.get(items) ?? new Map<string, GroupInstance>();
    this.#byKey.set(items, known);
    return known;
  }

  #key(key: readonly FieldAddress[], rows: TextRows): string {
    return key.map((at) => rows.text(this.#head.columns.index(at) ?? -1).trim()).join('\0');
  }

  #isNew(
    items: readonly GroupInstance[],
    key: string,
    where: readonly FieldAddress[],
    rows: TextRows,
  ): boolean {
    const name = where.map(fieldLabel).join(', ');
    if (isEmptyKey(key)) this.findings.push(this.#tell('row-without-key', { name }, rows.place()));
    const first = this.#firsts(items).get(key);
    if (first === undefined) return true;
    const values = { value: key.replaceAll('\0', ', '), first: first.place.record, count: rows.record };
    this.findings.push(this.#tell('rows-apart', values, rows.place()));
    return false;
  }
}

/** A key of which no column is filled. */
const isEmptyKey = (key: string): boolean => /^\0*$/.test(key);
