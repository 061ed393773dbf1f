import type { Encoding } from '../../text/encodings.ts';
import type { DraftedKind } from './drafted-kinds.ts';
import type { ColumnPart } from './infer-columns.ts';

/** What a person says of a sample where a guess is wrong, or where samples cannot show it. Plain data. */
export interface SampleCorrections {
  /** What its documents are. */
  readonly kind?: DraftedKind | undefined;
  /** Name of the syntax. */
  readonly syntax?: string | undefined;
  readonly encoding?: Encoding | undefined;
  readonly decimal?: ',' | '.' | undefined;
  /** Empty: nothing stands between groups of three digits. */
  readonly thousands?: '.' | ',' | ' ' | "'" | '' | undefined;
  /** Of a table: between its cells. */
  readonly separator?: string | undefined;
  /** Of a table: the row of the headings, empty rows not counted; 0: there are none. */
  readonly headings?: number | undefined;
  /** Of a table: id of the column that the rows of one document have in common; empty: the file is one document. */
  readonly key?: string | undefined;
  /** Of a table: the column in which a row says what it is, 1-based; 0: all rows are alike. */
  readonly typeColumn?: number | undefined;
  /** Of a table with rows of several kinds: the rows that hold headings, empty rows not counted. */
  readonly headingRows?: readonly number[] | undefined;
  /** Of fixed places: where a record says what it is. */
  readonly recordType?: RecordTypePlace | undefined;
  /** By the type of the record. */
  readonly records?: Readonly<Record<string, RecordCorrection>> | undefined;
  /** By id of the field. */
  readonly fields?: FieldCorrections | undefined;
  /** Of a file whose segments say by a code what they are: what those of one code are, by id of the group. */
  readonly groups?: Readonly<Record<string, string>> | undefined;
}

/** Characters of a record: `at` is 1-based. */
export interface RecordTypePlace {
  readonly at: number;
  readonly length: number;
}

export interface RecordCorrection {
  readonly role?: RecordRole | undefined;
  /** Where its fields begin, 1-based; each ends where the next one begins. */
  readonly starts?: readonly number[] | undefined;
}

/**
 * What records of one type are for. detail: of the order or the line that stands above it. header, trailer: around all documents.
 */
const recordRoles = ['order', 'line', 'delivery', 'detail', 'header', 'trailer'] as const;
export type RecordRole = (typeof recordRoles)[number];

export interface FieldCorrection {
  /** Of the element in the tree. */
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly part?: ColumnPart | undefined;
  /** Name of what it means in an order; empty: nothing that an order has a place for. */
  readonly meaning?: string | undefined;
  /** It goes nowhere: why, in the words of the person. */
  readonly leaveOut?: string | undefined;
  /** Of a format that is kept: whether the format reads it. */
  readonly isRead?: boolean | undefined;
  /** Of a format that is kept: where the field that begins here began in it, 1-based. */
  readonly began?: number | undefined;
}

export type FieldCorrections = Readonly<Record<string, FieldCorrection>>;
