import type { Finding } from '../../types.ts';
import {
  type FieldAddress,
  type FieldNode,
  type GroupNode,
  listAllFields,
  namesOf,
  normalizeHeading,
} from '../describe/description-nodes.ts';
import type { DescriptionSource } from '../describe/description-source.ts';
import type { DescribedRecords, RecordNode } from '../describe/read-records.ts';
import { addHeader, checkSurroundingRecords } from '../describe/surrounding-records.ts';
import type { NumberMarks } from '../text/value-type.ts';
import type { CsvDescription } from './description.ts';
import { csvSentence } from './findings/sentences.ts';
import type { LexicalSettings } from './lexical/lexer.ts';
import { readCsvTree } from './read-tree.ts';

/** A CSV format, read and found right: what its reader, cutter and writer work with. */
export interface CsvLayout {
  readonly description: CsvDescription;
  readonly root: GroupNode;
  /** The tree as the description has it, without the header record. */
  readonly described: GroupNode;
  readonly records: ReadonlyMap<string, RecordNode>;
  readonly lexical: LexicalSettings;
  readonly marks: NumberMarks;
  /** Rows before the documents: block above the table, headings, header record. */
  readonly headRows: number;
  /** How many of them are the block above the table. */
  readonly labelRows: number;
  /** Fields that stand there. */
  readonly labels: readonly FieldNode[];
  /** Which of them is the headings; absent: there are none. */
  readonly headingRow?: number;
  /** What a row leaves out of its document is as in the row above. */
  readonly blanksAbove: boolean;
  /** Columns that are the same in all rows of a document; with the aliases of their fields. */
  readonly key?: readonly FieldAddress[];
  /** 0-based, where rows say what they are. */
  readonly typeColumn?: number;
  /** Types of the records that documents begin with, and that stand around all of them. */
  readonly starts?: string;
  readonly header?: RecordNode;
  readonly trailer?: RecordNode;
}

/** A layout, or findings on the description with their places. */
export function buildCsvLayout(
  source: DescriptionSource,
  description: CsvDescription,
): { readonly layout?: CsvLayout; readonly findings: readonly Finding[] } {
  const tree = readCsvTree(source, description);
  const findings = [...tree.findings, ...new LayoutChecker(source, description, tree).findings()];
  if (findings.some(({ severity }) => severity === 'error')) return { findings };
  return { layout: layoutOf(description, tree), findings };
}

function layoutOf(description: CsvDescription, { root, records }: DescribedRecords): CsvLayout {
  const { csv, documents, file, record } = description;
  const separator = csv.separator === 'tab' ? '\t' : csv.separator;
  const header = records.get(file.header ?? '');
  const trailer = records.get(file.trailer ?? '');
  const start =
    typeof documents === 'object' && 'starts' in documents ? records.get(documents.starts) : undefined;
  const keyed = typeof documents === 'object' && 'key' in documents ? documents : undefined;
  const labelRows = lastRow(description);
  const headings = isRecords(description) ? 0 : csv.headings;
  return {
    description,
    described: root,
    root: withKeys(header === undefined ? root : addHeader(root, header), root),
    records,
    lexical: { separator, skip: csv.skip, ...(csv.quote === 'none' ? {} : { quote: csv.quote }) },
    marks: { decimal: csv.decimal, ...(csv.thousands === undefined ? {} : { thousands: csv.thousands }) },
    labelRows,
    labels: listAllFields(root).filter(({ at }) => at.by === 'label'),
    headRows: Math.max(labelRows, headings) + (header === undefined ? 0 : 1),
    ...(headings === 0 ? {} : { headingRow: headings }),
    blanksAbove: keyed?.blanks === 'above',
    ...(keyed === undefined ? {} : { key: keyed.key.map((column) => whereOf(column, root)) }),
    ...(record === undefined ? {} : { typeColumn: record.type.column - 1 }),
    ...(start === undefined ? {} : { starts: start.type }),
    ...(header === undefined ? {} : { header }),
    ...(trailer === undefined ? {} : { trailer }),
  };
}

/** The keys of lists with all headings of the fields they name. */
function withKeys(group: GroupNode, root: GroupNode): GroupNode {
  const { key } = group;
  const members = group.members.map((member) => (member.kind === 'field' ? member : withKeys(member, root)));
  if (key === undefined) return { ...group, members };
  const named = key.map((at) => (at.by === 'heading' ? whereOf(at.names, root) : at));
  return { ...group, key: named, members };
}

const isRecords = ({ records }: CsvDescription): boolean => records !== undefined;

/** Of the block above the table. */
const lastRow = ({ csv }: CsvDescription): number => Number(/\d+$/.exec(csv.header?.rows ?? '')?.[0] ?? 0);

/** A key's column may be named by one of the headings of a field: then all of them mean it. */
function whereOf(column: string | number | readonly string[], root: GroupNode): FieldAddress {
  if (typeof column === 'number') return { by: 'position', column: column - 1 };
  const names = typeof column === 'string' ? [column] : column;
  const wanted = names.map(normalizeHeading);
  const field = listAllFields(root).find(
    ({ at }) => at.by === 'heading' && at.names.some((name) => wanted.includes(normalizeHeading(name))),
  );
  return field?.at ?? { by: 'heading', names };
}

/** Checks that the schema alone cannot do. */
class LayoutChecker {
  readonly #source: DescriptionSource;
  readonly #description: CsvDescription;
  readonly #tree: DescribedRecords;

  constructor(source: DescriptionSource, description: CsvDescription, tree: DescribedRecords) {
    this.#source = source;
    this.#description = description;
    this.#tree = tree;
  }

  findings(): readonly Finding[] {
    return [
      ...this.#signs(),
      ...this.#documents(),
      ...checkSurroundingRecords(this.#source, this.#description, this.#tree.records),
      ...this.#columns(),
    ];
  }

  #signs(): readonly Finding[] {
    const { decimal, thousands, headings, header } = this.#description.csv;
    const twice =
      decimal === thousands
        ? [this.#source.findingAt(csvSentence('format-wrong-value/thousands'), ['csv', 'thousands'])]
        : [];
    const last = lastRow(this.#description);
    const isInside = header !== undefined && headings > 0 && headings <= last;
    if (!isInside) return twice;
    const where = { headings, first: last + 1 };
    return [
      ...twice,
      this.#source.findingAt(csvSentence('format-wrong-value/headings'), ['csv', 'headings'], where),
    ];
  }

  #documents(): readonly Finding[] {
    const { documents, record, records, csv } = this.#description;
    const isRows = typeof documents === 'object' && 'key' in documents;
    if ((record === undefined) !== (records === undefined)) {
      const lacks = record === undefined ? 'record' : 'records';
      return [this.#source.findingAt(csvSentence(`format-missing-key/${lacks}`), [lacks])];
    }
    if (isRows && records !== undefined)
      return [this.#source.findingAt(csvSentence('format-wrong-value/rows'), ['documents'])];
    if (isRows && csv.headings === 0 && documents.key.some((column) => typeof column !== 'number'))
      return [this.#source.findingAt(csvSentence('format-column/key'), ['documents', 'key'])];
    return [];
  }

  /** A column that two values have: nobody could write it, and one of the two is mostly mistaken. */
  #columns(): readonly Finding[] {
    if (this.#description.records !== undefined) return [];
    const seen = new Map<string, string>();
    return listAllFields(this.#tree.root).flatMap(({ name, at }) => {
      const places =
        at.by === 'position'
          ? [`${at.column + 1}`]
          : namesOf(at).map((one) => `${at.by} ${normalizeHeading(one)}`);
      const other = places.flatMap((place) => seen.get(place) ?? [])[0];
      for (const place of places) seen.set(place, name);
      return other === undefined
        ? []
        : [this.#source.findingAt(csvSentence('format-column/twice'), ['tree'], { name, other })];
    });
  }
}
