import type { Finding } from '../../types.ts';
import { type GroupNode, listRowFields } from '../describe/description-nodes.ts';
import type { GroupInstance } from '../records/group-instance.ts';
import { type FileRecord, RecordTree } from '../records/record-tree.ts';
import type { CellReader } from './cell-reader.ts';
import type { FileHead } from './file-head.ts';
import type { CreateCsvFinding } from './findings/catalogue.ts';
import type { CsvLayout } from './layout.ts';
import type { TextRows } from './lexical/text-rows.ts';

/** The document of rows of several kinds. */
export class RecordRows {
  readonly #tree: RecordTree;
  readonly #typeColumn: number;
  readonly #cells: CellReader;

  constructor(layout: CsvLayout, cells: CellReader, head: FileHead, tell: CreateCsvFinding) {
    this.#typeColumn = layout.typeColumn ?? 0;
    this.#cells = cells;
    this.#tree = new RecordTree(layout, this.#header(head), tell);
  }

  get root(): GroupInstance {
    return this.#tree.root;
  }

  get findings(): Iterable<Finding> {
    return this.#tree.findings;
  }

  add(rows: TextRows): void {
    this.#tree.add({
      type: rows.text(this.#typeColumn).trim(),
      place: rows.place(),
      read: (field) => this.#cells.read(field, rows),
      check: (group) => this.#cells.checkWidth(rows, this.#known(group)),
    });
  }

  #header({ header: row }: FileHead): FileRecord | undefined {
    const [first] = row ?? [];
    if (row === undefined || first === undefined) return undefined;
    return { type: '', place: first, read: (field) => this.#cells.readFrom(field, row) };
  }

  /** Fields of the rows that begin such a group. */
  #known(group: GroupNode): number {
    const places = listRowFields(group).map(({ at }) => (at.by === 'position' ? at.column + 1 : 0));
    return Math.max(this.#typeColumn + 1, ...places);
  }
}
