import { phrase, type Tell } from '../../findings/messages.ts';
import { nearest } from '../../tree/nearest.ts';
import type { Finding } from '../../types.ts';
import { type FieldNode, groupsOf, isList, rowFields } from '../describe/nodes.ts';
import { Instance } from '../records/instance.ts';
import type { Cell, CellPlace, RawCell } from '../records/values.ts';
import type { CellReader } from './cells.ts';
import type { Head } from './head.ts';
import type { CsvLayout } from './layout.ts';
import type { TextRows } from './rows.ts';

/** The document of rows of several kinds: each goes where the description takes it, as deep as it can. */
export class RecordTree {
  readonly findings: Finding[] = [];
  readonly root: Instance;
  readonly #layout: CsvLayout;
  readonly #cells: CellReader;
  readonly #tell: Tell;
  readonly #types: ReadonlySet<string>;
  /** The groups that are open, the deepest last. */
  readonly #open: Instance[];
  #isEmpty = true;

  constructor(layout: CsvLayout, cells: CellReader, head: Head, tell: Tell) {
    this.root = new Instance(layout.root, { line: 1, column: 1, record: 1 });
    this.#open = [this.root];
    this.#layout = layout;
    this.#cells = cells;
    this.#tell = tell;
    this.#types = new Set([...layout.records.values()].map(({ type }) => type));
    this.#header(head.header);
  }

  add(rows: TextRows): void {
    const type = rows.text(this.#layout.typeColumn ?? 0).trim();
    if (type === this.#layout.trailer?.type) return;
    if (this.#isEmpty) this.root.place = rows.place();
    this.#isEmpty = false;
    if (!this.#types.has(type)) this.#unknown(type, rows);
    else this.#place(type, rows);
  }

  /** The record before all documents stands first in each. */
  #header(row: readonly RawCell[] | undefined): void {
    const group = groupsOf(this.root.group).find(({ record }) => record === this.#layout.header?.type);
    const [first] = row ?? [];
    if (group === undefined || row === undefined || first === undefined) return;
    const instance = this.root.add(group, first);
    this.#fields(instance, (field) => this.#cells.readFrom(field, row), first);
  }

  #place(type: string, rows: TextRows): void {
    for (let depth = this.#open.length - 1; depth >= 0; depth -= 1) {
      const parent = this.#open[depth];
      const group = parent && groupsOf(parent.group).find(({ record }) => record === type);
      if (parent === undefined || group === undefined) continue;
      if (!isList(group) && parent.of(group).length > 0) continue;
      const instance = parent.add(group, rows.place());
      this.#open.splice(depth + 1, this.#open.length, instance);
      this.#fill(instance, rows);
      return;
    }
    this.findings.push(this.#tell('record-unexpected', { name: type }, rows.place()));
  }

  #fill(instance: Instance, rows: TextRows): void {
    const known = Math.max(
      (this.#layout.typeColumn ?? 0) + 1,
      ...rowFields(instance.group).map(({ at }) => (at.by === 'position' ? at.column + 1 : 0)),
    );
    this.#cells.checkWidth(rows, known);
    this.#fields(instance, (field) => this.#cells.read(field, rows), rows.place());
  }

  #fields(instance: Instance, read: (field: FieldNode) => Cell | undefined, place: CellPlace): void {
    for (const member of instance.group.members) {
      if (member.kind === 'field') {
        const cell = read(member);
        if (cell !== undefined) instance.cells.set(member, cell);
      } else if (member.record === undefined) this.#fields(instance.add(member, place), read, place);
    }
  }

  #unknown(type: string, rows: TextRows): void {
    const near = nearest(type, this.#types);
    const values = { value: type, near: near === undefined ? '' : phrase('meant', { name: near }) };
    this.findings.push(this.#tell('record-unknown', values, rows.place()));
  }
}
