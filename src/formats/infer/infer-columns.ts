import { normalizeHeading } from '../describe/description-nodes.ts';
import type { NumberMarks } from '../text/value-type.ts';
import type { DraftedKind } from './drafted-kinds.ts';
import { guessMeanings } from './guess-meanings.ts';
import { areZeroPadded, type DateForms, guessType, hasNumberSigns, type TypeGuess } from './guess-type.ts';
import { findMeaningNamed, findMeanings, type HeadingMeaning, toElementName } from './heading-meanings.ts';
import type { FieldCorrection, FieldCorrections } from './sample-corrections.ts';
import { type FieldCertainty, pickExamples } from './sample-proposal.ts';

/** Whose value a column is: the order's, its line's, or that of one of the line's deliveries. */
export type ColumnPart = 'order' | 'line' | 'delivery';

/** A column as far as samples show it. */
export interface SampledColumn {
  /** By which corrections name it. */
  readonly id: string;
  readonly name: string;
  readonly heading: string;
  /** Its number (1 is the first), where another column has the same heading. */
  readonly number?: number;
  readonly part: ColumnPart;
  readonly type: string;
  readonly required: boolean;
  readonly empty: readonly string[];
  readonly meaning?: HeadingMeaning;
  readonly certainty: FieldCertainty;
  readonly examples: readonly string[];
}

/** Rows of a sample, each the texts of its columns. */
export type SampleRows = readonly (readonly string[])[];

/** What columns are inferred from. */
export interface ColumnSample {
  readonly headings: readonly string[];
  readonly rows: SampleRows;
  /** -1: the file is one document. */
  readonly key: number;
  readonly marks: NumberMarks;
  readonly days: DateForms;
  /** What a row leaves out is as in the row above. */
  readonly isAbove: boolean;
  /** The headings are made up: columns are known by their numbers alone. */
  readonly isNumbered?: boolean;
  readonly kind?: DraftedKind | undefined;
  readonly corrections?: FieldCorrections | undefined;
}

export function inferColumns(sampled: ColumnSample): readonly SampledColumn[] {
  const { headings, rows, isNumbered = false, corrections = {} } = sampled;
  const names = new FreeNames();
  const twice = repeated(headings);
  const meanings = listMeanings(sampled);
  const partOf = partsOf(sampled, meanings);
  return headings.flatMap((heading, column) => {
    if (heading === '') return [];
    const meaning = meanings[column];
    const correction = corrections[columnId(column)] ?? {};
    const values = rows.map((row) => row[column] ?? '');
    const { type, empty } = applyType(correction, inferColumnType(values, meaning, sampled));
    const part = correction.part ?? partOf(column);
    return [
      {
        id: columnId(column),
        name: names.of(correction.name ?? meaning?.name ?? toElementName(heading)),
        heading,
        ...(isNumbered || twice.has(normalizeHeading(heading)) ? { number: column + 1 } : {}),
        part,
        type,
        required: isFilled(column, part, sampled, empty),
        empty,
        ...(meaning === undefined ? {} : { meaning }),
        certainty: judgeCertainty(correction, { meaning, values, isUnnamed: isNumbered }),
        examples: pickExamples(values),
      },
    ];
  });
}

export const columnId = (column: number): string => String(column + 1);

/** What the person has said, else what was guessed. */
export const applyType = ({ type }: FieldCorrection, guess: TypeGuess): TypeGuess =>
  type === undefined ? guess : { type, empty: type.startsWith('date') ? guess.empty : [] };

/** What judges how sure a field is. */
interface JudgedField {
  readonly meaning: HeadingMeaning | undefined;
  readonly values: readonly string[];
  /** Nothing stands above it. */
  readonly isUnnamed?: boolean;
}

/** Of a number whose decimals nobody has told, it stays a guess, whoever says that it is a price. */
export function judgeCertainty(
  { meaning: corrected, type }: FieldCorrection,
  { meaning, values, isUnnamed }: JudgedField,
): FieldCertainty {
  if (meaning?.type === 'decimal' && type === undefined && areZeroPadded(values)) return 'guessed';
  if (corrected !== undefined) return 'corrected';
  if (meaning === undefined) return 'open';
  return isUnnamed ? 'guessed' : 'known';
}

/** What each heading means; of several that mean the same, the first alone, but for what a person has said. */
function listMeanings(sampled: ColumnSample): readonly (HeadingMeaning | undefined)[] {
  const { headings, kind, corrections = {} } = sampled;
  const corrected = headings.map((_, column) => corrections[columnId(column)]?.meaning);
  const taken = new Set(corrected.filter((name) => name !== undefined));
  const found = sampled.isNumbered ? guessColumnMeanings(sampled, taken) : findMeanings(headings, kind);
  const all = found.map((meaning, column) => {
    const name = corrected[column];
    if (name !== undefined) return findMeaningNamed(name);
    return meaning !== undefined && taken.has(meaning.name) ? undefined : meaning;
  });
  return all.map((meaning, n) => (all.indexOf(meaning) === n ? meaning : undefined));
}

function guessColumnMeanings(
  sampled: ColumnSample,
  taken: ReadonlySet<string>,
): readonly (HeadingMeaning | undefined)[] {
  const partOf = partsOf(sampled, []);
  const { headings, rows, kind, corrections = {} } = sampled;
  const fields = headings.map((_, column) => {
    const isOpen = corrections[columnId(column)]?.meaning === undefined;
    const values = isOpen ? rows.map((row) => row[column] ?? '') : [];
    return { part: partOf(column), values, type: inferColumnType(values, undefined, sampled).type };
  });
  return guessMeanings(fields, taken, kind);
}

/** Headings that several columns have. */
function repeated(headings: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(headings.map(normalizeHeading).filter((one) => seen.has(one) || !seen.add(one)));
}

/** Names that no other has: the second of a name is `name2`. */
class FreeNames {
  readonly #taken = new Set<string>();
  readonly #last = new Map<string, number>();

  of(name: string): string {
    let made = name;
    let n = this.#last.get(name) ?? 1;
    while (this.#taken.has(made)) {
      n += 1;
      made = `${name}${n}`;
    }
    this.#last.set(name, n);
    this.#taken.add(made);
    return made;
  }
}

/** By the heading where it is known, and by the values; digits alone are a number only where something shows that they count. */
export function inferColumnType(
  values: readonly string[],
  meaning: HeadingMeaning | undefined,
  { marks, days }: Pick<ColumnSample, 'marks' | 'days'>,
): TypeGuess {
  const isDay = meaning?.type === 'date';
  const guess = guessType(values, marks, { days, share: isDay ? 0.5 : 1 });
  const isKnown = meaning?.type !== undefined && !isDay && meaning.type !== 'decimal';
  if (isKnown) return { type: meaning.type, empty: [] };
  if (meaning?.type === 'decimal' && areZeroPadded(values)) return { type: 'decimal', empty: [] };
  const isCode = guess.type === 'decimal' && meaning?.type !== 'decimal' && !hasNumberSigns(values, marks);
  return isCode ? { type: 'identifier', empty: [] } : guess;
}

/** Required is what every order, line or delivery has. */
function isFilled(
  column: number,
  part: ColumnPart,
  { rows, key, isAbove }: ColumnSample,
  empty: readonly string[],
): boolean {
  const isFirst = (n: number) => rows[n]?.[key] !== rows[n - 1]?.[key];
  const asked = part === 'order' && isAbove ? rows.filter((_, n) => isFirst(n)) : rows;
  const values = asked.map((row) => row[column] ?? '');
  return values.length > 0 && values.every((value) => value !== '' && !empty.includes(value));
}

function partsOf(
  { headings, rows, key, isAbove }: ColumnSample,
  meanings: readonly (HeadingMeaning | undefined)[],
): (column: number) => ColumnPart {
  const orders = [...Map.groupBy(rows, (row) => row[key] ?? '').values()];
  const position = meanings.findIndex((meaning) => meaning?.name === 'position');
  const lines = orders.flatMap((order) => [...Map.groupBy(order, (row) => row[position] ?? '').values()]);
  const differs = (groups: readonly SampleRows[], column: number): boolean =>
    groups.some((group) => {
      const values = new Set(group.map((row) => row[column] ?? ''));
      if (isAbove) values.delete('');
      return values.size > 1;
    });
  const hasDeliveries = position !== -1 && lines.some(({ length }) => length > 1);
  const isLine = (column: number) => meanings[column]?.part === 'line' || differs(orders, column);
  const firstOfLine = headings.findIndex((_, column) => column !== key && isLine(column));
  const isShown = orders.some(({ length }) => length > 1);
  return (column) => {
    if (column === key) return 'order';
    if (hasDeliveries && column !== position)
      if (differs(lines, column) || meanings[column]?.isOfDelivery === true) return 'delivery';
    if (key === -1 || differs(orders, column)) return 'line';
    const isBefore = isShown && (firstOfLine === -1 || column < firstOfLine);
    return meanings[column]?.part ?? (isBefore ? 'order' : 'line');
  };
}
