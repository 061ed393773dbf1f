import { buildPhrase } from '../../../findings/create-finding.ts';
import { countCharacters } from '../../../text/characters.ts';
import { encodeText } from '../../../text/encodings.ts';
import { formatDecimal } from '../../../tree/values/decimal.ts';
import type { TargetObject, TargetValue } from '../../../tree/values/target-tree.ts';
import type { Finding, Language } from '../../../types.ts';
import { type CreateEdifactFinding, edifactFindingCreator } from '../findings/catalogue.ts';
import type { ElementPart } from '../guide/directory.ts';
import { charsetOfLevel } from '../lexical/charset.ts';
import { writeDate } from '../lexical/date-forms.ts';
import type { Separators } from '../lexical/separators.ts';

/** The text below a path of names, where there is one. */
export function findTextAt(target: TargetObject, path: readonly string[]): string | undefined {
  const [name = '', ...rest] = path;
  const value = target.members.get(name);
  if (rest.length === 0) return value?.kind === 'scalar' && value.text !== '' ? value.text : undefined;
  return value?.kind === 'object' ? findTextAt(value, rest) : undefined;
}

export function listItems(value: TargetValue | undefined): readonly TargetValue[] {
  if (value === undefined) return [];
  return value.kind === 'list' ? value.items : [value];
}

/** Values as the file of one message has them, and what does not fit. */
export class ValueWriter {
  readonly findings: Finding[] = [];
  readonly separators: Separators;
  readonly #level: string;
  readonly #tell: CreateEdifactFinding;

  constructor(separators: Separators, level: string, language: Language | undefined) {
    this.separators = separators;
    this.#level = level;
    this.#tell = edifactFindingCreator(language);
  }

  /** With the release character before every sign that would be read as another. */
  escape(text: string): string {
    const { component, element, release, terminator, repetition } = this.separators;
    const signs = [
      component,
      element,
      release,
      terminator,
      ...(repetition === undefined ? [] : [repetition]),
    ];
    return [...text].map((sign) => (signs.includes(sign) ? release + sign : sign)).join('');
  }

  /** A value as the file has it. */
  value(part: ElementPart, value: string, name: string, path: string, form: string | undefined): string {
    const text = this.#fileText(part, value, name, path, form);
    if (text === undefined) return '';
    const digits = part.type === 'decimal' ? text.replace(/[-.,]/g, '') : text;
    const count = [...digits].length;
    if (count > part.length) this.say('write-length', { name, count, most: part.length, value: text }, path);
    this.#checkCharacters(text, name, path);
    return this.escape(text);
  }

  #fileText(
    part: ElementPart,
    value: string,
    name: string,
    path: string,
    form: string | undefined,
  ): string | undefined {
    if (part.type === 'decimal') {
      const number = formatDecimal(value);
      if (number === undefined) this.say('write-value', { value, name, type: 'decimal' }, path);
      return number?.replace('.', this.separators.decimal);
    }
    if (part.number !== '2380' || form === undefined) return value;
    const date = writeDate(value, form);
    if (date === undefined) this.say('write-value', { value, name, type: `2379 = ${form}` }, path);
    return date;
  }

  #checkCharacters(text: string, name: string, path: string): void {
    const { encoding, allowed } = charsetOfLevel(this.#level);
    const unfit = [...text].find(
      (sign) => !allowed.test(sign) || encodeText(sign, encoding).unfitAt !== undefined,
    );
    if (unfit === undefined) return;
    this.say('write-character', { character: unfit, name, encoding: this.#level }, path);
  }

  missing(name: string, path: string): void {
    this.say('required-missing', { name, from: '', fill: buildPhrase('fill-in-mapping') }, path);
  }

  unknown(name: string, parent: string, path: string): void {
    this.say('target-unknown', { name, parent }, path);
  }

  tooLong(name: string, path: string, value: string, most: number): void {
    this.say('write-length', { name, count: countCharacters(value), most, value }, path);
  }

  code(name: string, path: string, value: string, known: readonly string[]): void {
    this.say('edi-code', { name, value, known: known.join(', ') }, path, 'error');
  }

  notText(name: string, path: string): void {
    this.say('target-shape', { name, wanted: buildPhrase('wants-value') }, path);
  }

  /** A finding at a place of the target. */
  say(
    code: Parameters<CreateEdifactFinding>[0],
    values: Parameters<CreateEdifactFinding>[1],
    path: string,
    severity?: 'error',
  ): void {
    const found = this.#tell(code, values, { path });
    this.findings.push(severity === undefined ? found : { ...found, severity });
  }
}
