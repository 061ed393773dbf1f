import type { CreateFinding } from '../../findings/create-finding.ts';
import { FindingList } from '../../findings/finding-list.ts';
import type { Finding } from '../../types.ts';
import { type FieldNode, fieldLabel } from '../describe/description-nodes.ts';
import { type NumberMarks, parseFileText, renderValueType, type ValueType } from '../text/value-type.ts';

/** Where something stands in a file of records; all 1-based. */
export interface CellPosition {
  readonly line: number;
  readonly column: number;
  readonly record: number;
  /** As its heading or the description calls it. */
  readonly field?: string;
}

/** A field of a record as it was written, without the quotes around it. */
export interface RawCell extends CellPosition {
  readonly text: string;
  /** It stood in quotes: blanks around it are meant. */
  readonly quoted: boolean;
}

/** The same as the tree has it. */
export interface Cell extends CellPosition {
  /** Canonical; empty for nothing. */
  readonly text: string;
  readonly written: string;
  /** It could not be read, and there is a finding on it. */
  readonly isWrong?: true;
}

/** Reads the fields of a document; what cannot be read is a finding. */
export class CellValueReader {
  readonly findings: FindingList;
  readonly #marks: NumberMarks;
  readonly #tell: CreateFinding;

  constructor(marks: NumberMarks, tell: CreateFinding) {
    this.#marks = marks;
    this.#tell = tell;
    this.findings = new FindingList(tell);
  }

  read(field: FieldNode, raw: RawCell): Cell {
    const { line, column, record } = raw;
    const place = { line, column, record, field: raw.field ?? fieldLabel(field.at) };
    const trimmed = raw.text.trim();
    const cell = { ...place, written: raw.text };
    if (trimmed === '' || field.empty.includes(trimmed)) return { ...cell, text: '' };
    if (field.type.kind === 'text') return { ...cell, text: raw.quoted ? raw.text : trimmed };
    const text = parseFileText(field.type, trimmed, this.#marks);
    if (text !== undefined) return { ...cell, text };
    this.findings.push(this.#wrong(field.type, trimmed, place));
    return { ...cell, text: '', isWrong: true };
  }

  #wrong(type: ValueType, value: string, place: CellPosition & { readonly field: string }): Finding {
    const values = { value, name: place.field };
    if ('pattern' in type)
      return this.#tell('field-date', { ...values, example: renderValueType(type) }, place);
    if (/^\d+[A-R{}]$/.test(value)) return this.#tell('field-overpunch', values, place);
    const isExponent = /^[+-]?\d+([.,]\d+)?E[+-]?\d+$/i.test(value);
    if (isExponent) return this.#tell('field-exponent', values, place);
    const isNumber =
      type.kind === 'integer' && parseFileText({ kind: 'decimal' }, value, this.#marks) !== undefined;
    if (isNumber) return this.#tell('field-integer', values, place);
    return this.#tell('field-number', { ...values, example: exampleOf(type, this.#marks) }, place);
  }
}

/** `1.234,50` as these marks write it. */
export const renderNumberExample = ({ decimal, thousands }: NumberMarks): string =>
  `1${thousands ?? ''}234${decimal}50`;

/** With implied decimals no mark is written. */
const exampleOf = (type: ValueType, marks: NumberMarks): string =>
  'implied' in type ? '000123450' : renderNumberExample(marks);
