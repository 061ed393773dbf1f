import type { Encoding } from '../../text/encodings.ts';
import type { NumberMarks } from '../text/value-type.ts';
import type { ColumnPart } from './infer-columns.ts';
import type { RecordRole, RecordTypePlace } from './sample-corrections.ts';

/** What was recognised in a sample, for a person to look at and to correct. Plain data. */
export interface SampleProposal {
  /** Absent: the file says it itself. */
  readonly encoding?: Encoding;
  readonly marks: NumberMarks;
  /** Of a table: between its cells. */
  readonly separator?: string;
  /** Of a table: the row of its headings; 0: there are none. */
  readonly headings?: number;
  /** Id of the field that the rows of one document have in common; empty: the file is one document. */
  readonly key?: string;
  /** Of a table: the column in which a row says what it is, 1-based; 0: all rows are alike. */
  readonly typeColumn?: number;
  /** Of a table with rows of several kinds: the rows that hold headings. */
  readonly headingRows?: readonly number[];
  /** Of fixed places: where a record says what it is. */
  readonly recordType?: RecordTypePlace;
  /** Kinds of records in the order in which they come; none where all rows are alike. */
  readonly records: readonly ProposedRecord[];
  readonly fields: readonly ProposedField[];
  /** The first of the file. */
  readonly rows: readonly SampleRow[];
}

export interface ProposedRecord {
  readonly type: string;
  readonly role: RecordRole;
  /** How many of them the sample has. */
  readonly count: number;
}

/** A column, or a field of a record. */
export interface ProposedField {
  /** By which corrections name it: `3` (the third column), `L@3` (that of rows L), `KOP@14`, `Order/Date`. */
  readonly id: string;
  /** Type of its record. */
  readonly record?: string;
  /** What stands above it in the file; empty: nothing does. */
  readonly heading: string;
  /** Of the element in the tree. */
  readonly name: string;
  readonly part: ColumnPart;
  readonly type: string;
  /** Name of what it means in an order. */
  readonly meaning?: string;
  readonly certainty: FieldCertainty;
  readonly examples: readonly string[];
  /** Of fixed places: its first character, 1-based, and how many it has. */
  readonly first?: number;
  readonly length?: number;
  /** Of a format that is kept. unread: the file has it, and the format does not read it; missing: the other way round. */
  readonly state?: 'unread' | 'missing';
}

/** known: its heading says it. guessed: its values look so. open: nothing says what it is. corrected: a person has said it. */
export type FieldCertainty = 'known' | 'guessed' | 'open' | 'corrected';

export interface SampleRow {
  /** 1-based. */
  readonly line: number;
  /** Type of the record. */
  readonly record?: string;
  /** Of fixed places: the whole line alone. */
  readonly cells: readonly string[];
}

/** Rows of a sample that are shown. */
export const mostShownRows = 40;

const mostExamples = 3;
const longestExample = 60;

/** Values that differ from one another. */
export const pickExamples = (values: readonly string[]): readonly string[] =>
  [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))]
    .slice(0, mostExamples)
    .map((value) => value.slice(0, longestExample));

/** Global location numbers have thirteen digits. */
export const areGlns = (examples: readonly string[]): boolean =>
  examples.length > 0 && examples.every((value) => /^\d{13}$/.test(value));
