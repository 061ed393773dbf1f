import { FindingList } from '../../findings/finding-list.ts';
import type { Finding } from '../../types.ts';
import { renderNumberExample } from '../records/value-reader.ts';
import { type NumberMarks, parseFileText, renderValueType } from '../text/value-type.ts';
import type { CreateXmlFinding } from './findings/catalogue.ts';
import type { XmlLayout } from './layout.ts';
import type { XmlValue } from './read-tree.ts';

type Place = Parameters<CreateXmlFinding>[2];

/** Reads texts of elements and attributes; what cannot be read is a finding. */
export class XmlValueReader {
  readonly findings: FindingList;
  readonly #marks: NumberMarks;
  readonly #tell: CreateXmlFinding;

  constructor(layout: XmlLayout, tell: CreateXmlFinding) {
    this.#marks = marksOf(layout);
    this.#tell = tell;
    this.findings = new FindingList(tell);
  }

  isEmpty({ empty }: XmlValue, text: string): boolean {
    const trimmed = text.trim();
    return trimmed === '' || empty.includes(trimmed);
  }

  /** The canonical text, empty for nothing; undefined, with a finding, where it is not of its type. */
  read(described: XmlValue, text: string, place: Place): string | undefined {
    if (this.isEmpty(described, text)) return '';
    if (described.type.kind === 'text') return text;
    const value = parseFileText(described.type, text.trim(), this.#marks);
    if (value === undefined) this.findings.push(this.#wrong(described, text.trim(), place));
    return value;
  }

  #wrong({ name, type }: XmlValue, value: string, place: Place): Finding {
    if ('pattern' in type)
      return this.#tell('field-date', { value, name, example: renderValueType(type) }, place);
    if (type.kind === 'integer') return this.#tell('field-integer', { value, name }, place);
    return this.#tell('field-number', { value, name, example: renderNumberExample(this.#marks) }, place);
  }
}

/** How numbers are written in a format. */
export function marksOf({ description }: XmlLayout): NumberMarks {
  const { decimal, thousands } = description.numbers;
  return { decimal, ...(thousands === undefined ? {} : { thousands }) };
}
