import { FindingList } from '../../findings/finding-list.ts';
import {
  type CharacterRange,
  type FieldNode,
  fieldLabel,
  fieldsOf,
  type GroupNode,
} from '../describe/description-nodes.ts';
import type { GroupInstance } from '../records/group-instance.ts';
import type { RowPosition } from '../records/open-bytes.ts';
import { encodeUnits, RecordScanner } from '../records/record-scanner.ts';
import type { Cell, CellPosition, CellValueReader } from '../records/value-reader.ts';
import { canonicalNameOf, controlRecord } from './control-record.ts';
import type { CreateIdocFinding } from './findings/catalogue.ts';
import { findGroup, type IdocSegment, IdocTree } from './idoc-tree.ts';
import type { IdocLayout } from './layout.ts';

/** The header of a data record; from character 64 on stand its fields. */
export const segmentHeader = {
  name: { first: 0, length: 30 },
  client: { first: 30, length: 3 },
  document: { first: 33, length: 16 },
  number: { first: 49, length: 6 },
  parent: { first: 55, length: 6 },
  level: { first: 61, length: 2 },
} as const satisfies Readonly<Record<string, CharacterRange>>;
const dataAt = 63;

/** Reads the records of one IDoc: control record, then a segment a line. */
export class FlatReader {
  readonly findings: FindingList;
  readonly tree: IdocTree;
  readonly #layout: IdocLayout;
  readonly #values: CellValueReader;
  readonly #tell: CreateIdocFinding;
  readonly #text: string;
  readonly #scanner: RecordScanner;
  /** Segments by their numbers; undefined: the format does not know it. */
  readonly #byNumber = new Map<number, GroupInstance | undefined>();
  #document = 0;
  #last = 0;

  constructor(
    text: string,
    layout: IdocLayout,
    start: RowPosition,
    values: CellValueReader,
    tell: CreateIdocFinding,
  ) {
    this.#layout = layout;
    this.#values = values;
    this.#tell = tell;
    this.findings = new FindingList(tell);
    this.#text = text;
    this.#scanner = new RecordScanner(encodeUnits(text), undefined, start);
    this.tree = new IdocTree(layout, { line: start.line, column: 1, record: start.row }, tell);
  }

  read(): void {
    while (this.#scanner.next()) {
      const written = this.#slice(segmentHeader.name);
      if (written.startsWith('EDI_DC40')) this.#control();
      else this.#segment(written);
    }
  }

  #control(): void {
    this.#document = numberIn(this.#slice({ first: 13, length: 16 }));
    this.tree.below(this.tree.root, this.#record('EDI_DC40', controlRecord));
  }

  #segment(written: string): void {
    const name = canonicalNameOf(written, (one) => this.#layout.records.has(one));
    const number = numberIn(this.#slice(segmentHeader.number));
    const parent = this.#slice(segmentHeader.parent);
    this.#checkDocument();
    this.#checkNumber(number);
    const made = /[1-9]/.test(parent)
      ? this.#child(name, numberIn(parent))
      : parent === '' || number === 0
        ? this.tree.next(this.#record(name, this.#layout.records.get(name)))
        : this.tree.below(this.tree.root, this.#record(name, findGroup(this.tree.root.group, name)));
    if (number > 0) this.#byNumber.set(number, made);
  }

  #child(name: string, number: number): GroupInstance | undefined {
    const parent = this.#byNumber.get(number);
    if (parent !== undefined)
      return this.tree.below(parent, this.#record(name, findGroup(parent.group, name)));
    if (!this.#byNumber.has(number)) this.#say('idoc-parent', { name, value: number });
    else if (!this.#isEmpty()) this.tree.other(name, this.#place());
    return undefined;
  }

  #checkDocument(): void {
    const value = this.#slice(segmentHeader.document);
    const isOther = value !== '' && this.#document > 0 && numberIn(value) !== this.#document;
    if (isOther) this.#say('idoc-number-other', { value, other: this.#document });
  }

  /** Segments are counted from 1 on; some writers do not count. */
  #checkNumber(number: number): void {
    if (number === 0) return;
    if (this.#byNumber.has(number)) this.#say('idoc-segment-twice', { value: number });
    else if (number !== this.#last + 1) this.#say('idoc-segment-gap', { value: number, other: this.#last });
    this.#last = Math.max(this.#last, number);
  }

  #record(name: string, group: Pick<GroupNode, 'members'> | undefined): IdocSegment {
    const place = this.#place();
    this.#tellRest(name, group);
    return { name, place, isEmpty: this.#isEmpty(), read: (field) => this.#cell(field, place) };
  }

  #isEmpty(): boolean {
    return this.#slice({ first: dataAt, length: this.#scanner.stop - this.#scanner.start }) === '';
  }

  #cell(field: FieldNode, { line, record }: CellPosition): Cell | undefined {
    const { at } = field;
    if (at.by !== 'place' || at.length === 0) return undefined;
    const { start, stop } = this.#scanner;
    const from = Math.min(stop, start + at.first);
    const written = this.#text.slice(from, Math.min(stop, from + at.length));
    const lead = written.trim() === '' ? 0 : written.length - written.trimStart().length;
    const column = from + lead - start + 1;
    const place = { line, column, record, field: fieldLabel(at) };
    return this.#values.read(field, { ...place, text: written.trim(), quoted: false });
  }

  /** Characters that no field takes. */
  #tellRest(name: string, group: Pick<GroupNode, 'members'> | undefined): void {
    if (group === undefined) return;
    const fields = fieldsOf({ kind: 'group', name, required: true, max: 1, members: group.members });
    const places = fields.flatMap(({ at }) => (at.by === 'place' && at.length > 0 ? [at] : []));
    let at = name === 'EDI_DC40' ? 0 : dataAt;
    const end = { first: this.#scanner.stop - this.#scanner.start, length: 0 };
    for (const { first, length } of [...places.toSorted((a, b) => a.first - b.first), end]) {
      const value = this.#slice({ first: at, length: first - at });
      if (value !== '') this.tree.other(`${name} ${at + 1}–${first}`, this.#place());
      at = Math.max(at, first + length);
    }
  }

  #slice({ first, length }: CharacterRange): string {
    const { start, stop } = this.#scanner;
    const from = Math.min(stop, start + first);
    return this.#text.slice(from, Math.max(from, Math.min(stop, from + length))).trim();
  }

  #place(): CellPosition {
    return { line: this.#scanner.line, column: 1, record: this.#scanner.record };
  }

  #say(code: Parameters<CreateIdocFinding>[0], values: Parameters<CreateIdocFinding>[1]): void {
    this.findings.push(this.#tell(code, values, this.#place()));
  }
}

/** 0 for what is no number. */
const numberIn = (text: string): number => (/^\d+$/.test(text) ? Number(text) : 0);
