import { buildPhrase, type CreateFinding } from '../../findings/create-finding.ts';
import { FindingList } from '../../findings/finding-list.ts';
import { findNearest } from '../../findings/nearest-names.ts';
import { type FieldNode, type GroupNode, groupsOf, isList } from '../describe/description-nodes.ts';
import type { RecordNode } from '../describe/read-records.ts';
import { GroupInstance } from './group-instance.ts';
import type { Cell, CellPosition } from './value-reader.ts';

/** A record of a file: what it says it is, where it stands, and its values. */
export interface FileRecord {
  readonly type: string;
  readonly place: CellPosition;
  /** Undefined where the file has no place for the field. */
  read(field: FieldNode): Cell | undefined;
  /** Tells what stands in the record beside what its group has. */
  check?(group: GroupNode): void;
}

/** Of a layout, what its records are. */
interface Records {
  readonly root: GroupNode;
  readonly records: ReadonlyMap<string, RecordNode>;
  /** Around all documents. */
  readonly header?: RecordNode;
  readonly trailer?: RecordNode;
}

/** The document of records of several kinds: each goes where the description takes it, as deep as it can. */
export class RecordTree {
  readonly findings: FindingList;
  readonly root: GroupInstance;
  readonly #layout: Records;
  readonly #tell: CreateFinding;
  readonly #types: ReadonlySet<string>;
  /** The groups that are open, the deepest last. */
  readonly #open: GroupInstance[];
  #isEmpty = true;

  /** `header`: the record before all documents, which stands first in each. */
  constructor(layout: Records, header: FileRecord | undefined, tell: CreateFinding) {
    this.root = new GroupInstance(layout.root, { line: 1, column: 1, record: 1 });
    this.#open = [this.root];
    this.#layout = layout;
    this.#tell = tell;
    this.findings = new FindingList(tell);
    this.#types = new Set([...layout.records.values()].map(({ type }) => type));
    const group = groupsOf(layout.root).find(({ record }) => record === layout.header?.type);
    if (group === undefined || header === undefined) return;
    header.check?.(group);
    this.#fields(this.root.add(group, header.place), header);
  }

  add(record: FileRecord): void {
    const { type, place } = record;
    if (type === this.#layout.trailer?.type) return;
    if (this.#isEmpty) this.root.place = place;
    this.#isEmpty = false;
    if (!this.#types.has(type)) this.#unknown(type, place);
    else this.#place(record);
  }

  #place(record: FileRecord): void {
    const { type, place } = record;
    for (let depth = this.#open.length - 1; depth >= 0; depth -= 1) {
      const parent = this.#open[depth];
      const group = parent && groupsOf(parent.group).find(({ record: begins }) => begins === type);
      if (parent === undefined || group === undefined) continue;
      if (!isList(group) && parent.of(group).length > 0) continue;
      const instance = parent.add(group, place);
      this.#open.splice(depth + 1, this.#open.length, instance);
      record.check?.(group);
      this.#fields(instance, record);
      return;
    }
    this.findings.push(this.#tell('record-unexpected', { name: type }, place));
  }

  #fields(instance: GroupInstance, record: FileRecord): void {
    for (const member of instance.group.members) {
      if (member.kind === 'field') {
        const cell = record.read(member);
        if (cell !== undefined) instance.set(member, cell);
      } else if (member.record === undefined) this.#fields(instance.add(member, record.place), record);
    }
  }

  #unknown(type: string, place: CellPosition): void {
    this.findings.add('record-unknown', () => {
      const near = findNearest(type, this.#types);
      const values = { value: type, near: near === undefined ? '' : buildPhrase('meant', { name: near }) };
      return this.#tell('record-unknown', values, place);
    });
  }
}
