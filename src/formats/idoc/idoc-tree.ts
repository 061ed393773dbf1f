import { listFirst } from '../../findings/create-finding.ts';
import { FindingList } from '../../findings/finding-list.ts';
import type { Finding } from '../../types.ts';
import { type FieldNode, fieldsOf, type GroupNode, groupsOf, isList } from '../describe/description-nodes.ts';
import { GroupInstance } from '../records/group-instance.ts';
import type { Cell, CellPosition } from '../records/value-reader.ts';
import type { CreateIdocFinding } from './findings/catalogue.ts';
import type { IdocLayout } from './layout.ts';

/** A segment of an IDoc, in either form. */
export interface IdocSegment {
  /** `E1EDK01`. */
  readonly name: string;
  readonly place: CellPosition;
  /** It holds nothing, so that nothing is lost where the format does not know it. */
  readonly isEmpty: boolean;
  /** Undefined where the segment has no place or element for the field. */
  read(field: FieldNode): Cell | undefined;
}

/** The one tree of both forms. */
export class IdocTree {
  readonly findings: FindingList;
  readonly root: GroupInstance;
  readonly #tell: CreateIdocFinding;
  /** The segments that are open, the deepest last. */
  readonly #open: GroupInstance[];
  readonly #names: ReadonlySet<string>;
  /** What the file has and the format does not, with the place of the first. */
  readonly #others = new Map<string, CellPosition>();

  constructor({ root, records }: IdocLayout, place: CellPosition, tell: CreateIdocFinding) {
    this.root = new GroupInstance(root, place);
    this.#open = [this.root];
    this.#tell = tell;
    this.findings = new FindingList(tell);
    this.#names = new Set(records.keys());
  }

  /** Below a segment that is known; undefined where the format has none of that name there. */
  below(parent: GroupInstance, segment: IdocSegment): GroupInstance | undefined {
    const group = findGroup(parent.group, segment.name);
    if (group === undefined) {
      if (!segment.isEmpty) this.other(segment.name, segment.place);
      return undefined;
    }
    return this.#add(parent, group, segment);
  }

  /** As deep as the order of the segments allows, where none says whose it is. */
  next(segment: IdocSegment): GroupInstance | undefined {
    for (let depth = this.#open.length - 1; depth >= 0; depth -= 1) {
      const parent = this.#open[depth];
      const group = parent && findGroup(parent.group, segment.name);
      if (parent === undefined || group === undefined) continue;
      if (!isList(group) && parent.of(group).length > 0) continue;
      const made = this.#add(parent, group, segment);
      this.#open.splice(depth + 1, this.#open.length, made);
      return made;
    }
    const isKnown = this.#names.has(segment.name);
    if (isKnown) this.findings.push(this.#tell('record-unexpected', { name: segment.name }, segment.place));
    else if (!segment.isEmpty) this.other(segment.name, segment.place);
    return undefined;
  }

  /** The file has something that the format does not describe. */
  other(name: string, place: CellPosition): void {
    if (!this.#others.has(name)) this.#others.set(name, place);
  }

  /** One finding for all that is not described. */
  othersFinding(): readonly Finding[] {
    const [first] = this.#others;
    if (first === undefined) return [];
    const names = [...this.#others.keys()];
    const values = { names: listFirst(names, 20), count: names.length };
    return [this.#tell('idoc-not-described', values, first[1])];
  }

  #add(parent: GroupInstance, group: GroupNode, segment: IdocSegment): GroupInstance {
    const made = parent.add(group, segment.place);
    for (const field of fieldsOf(group)) {
      const cell = segment.read(field);
      if (cell !== undefined) made.set(field, cell);
    }
    return made;
  }
}

export const findGroup = (group: GroupNode, name: string): GroupNode | undefined =>
  groupsOf(group).find((one) => one.name === name);
