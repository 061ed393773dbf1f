import { decodeWithEncoding, type Encoding } from '../../../text/encodings.ts';
import type { SampledValue } from '../../infer/draft-mapping.ts';
import { guessEncoding } from '../../infer/guess-encoding.ts';
import { guessMeanings } from '../../infer/guess-meanings.ts';
import { type DateForms, detectDateForms, guessMarks } from '../../infer/guess-type.ts';
import { findMeaningNamed, type HeadingMeaning } from '../../infer/heading-meanings.ts';
import { applyType, type ColumnPart, inferColumnType, judgeCertainty } from '../../infer/infer-columns.ts';
import { inferRecordKinds, type RecordKind } from '../../infer/infer-record-kinds.ts';
import type { FieldCorrection, RecordTypePlace, SampleCorrections } from '../../infer/sample-corrections.ts';
import { correctMarks } from '../../infer/sample-marks.ts';
import { areGlns, type ProposedField, pickExamples } from '../../infer/sample-proposal.ts';
import type { NumberMarks } from '../../text/value-type.ts';
import { type FieldPlace, guessFieldStarts, listFieldPlaces } from './field-places.ts';
import { findRecordType, readTypes } from './record-type.ts';

/** What samples show of records of fixed places. */
export interface InferredFixed {
  readonly encoding: Encoding;
  readonly marks: NumberMarks;
  readonly type: RecordTypePlace;
  readonly kinds: readonly FixedKind[];
  /** The first sample. */
  readonly lines: readonly SampledLine[];
}

export interface SampledLine {
  readonly text: string;
  readonly type: string;
  /** 1-based. */
  readonly line: number;
}

export interface FixedKind extends RecordKind {
  /** As its element is called in the tree. */
  readonly element: string;
  readonly fields: readonly FixedField[];
}

export interface FixedField extends Required<Pick<ProposedField, 'first' | 'length'>> {
  readonly id: string;
  readonly name: string;
  readonly part: ColumnPart;
  readonly type: string;
  readonly empty: readonly string[];
  readonly required: boolean;
  readonly meaning?: HeadingMeaning;
  readonly certainty: ProposedField['certainty'];
  readonly examples: readonly string[];
}

/** Lines of all samples that are looked at. */
const mostLines = 2000;

/** Undefined: nothing in the lines says what they are. */
export function inferFixed(
  files: readonly Uint8Array[],
  corrections: SampleCorrections = {},
): InferredFixed | undefined {
  const encoding = corrections.encoding ?? guessEncoding(Buffer.concat(files));
  const texts = files.map((bytes) => (decodeWithEncoding(bytes, encoding).text ?? '').replace(/^\ufeff/, ''));
  const [first = [], ...more] = texts.map(cutLines);
  const all = [...first, ...more.flat()].slice(0, mostLines);
  const type = corrections.recordType ?? findRecordType(all.map(({ text }) => text));
  if (type === undefined) return undefined;
  const typed = (lines: readonly NumberedLine[]): readonly SampledLine[] => {
    const types = readTypes(
      lines.map(({ text }) => text),
      type.length,
      type.at,
    );
    return lines.flatMap((one, n) => (types[n] ? [{ ...one, type: types[n] }] : []));
  };
  const records = typed(all);
  const kinds = inferRecordKinds(
    records.map((one) => one.type),
    corrections.records,
  );
  const known = buildKnowledge(records, type, kinds, corrections);
  return { encoding, marks: known.marks, type, kinds: inferFields(known, kinds), lines: typed(first) };
}

interface NumberedLine {
  readonly text: string;
  readonly line: number;
}

const cutLines = (text: string): readonly NumberedLine[] =>
  text
    .split(/\r\n|\n|\r|\f/)
    .map((one, n) => ({ text: one, line: n + 1 }))
    .filter((one) => one.text.trim() !== '')
    .slice(0, mostLines);

/** What types are inferred from. */
interface SampleKnowledge {
  readonly records: readonly SampledLine[];
  readonly type: RecordTypePlace;
  readonly places: ReadonlyMap<string, readonly FieldPlace[]>;
  readonly marks: NumberMarks;
  readonly days: DateForms;
  readonly corrections: SampleCorrections;
}

function buildKnowledge(
  records: readonly SampledLine[],
  type: RecordTypePlace,
  kinds: readonly RecordKind[],
  corrections: SampleCorrections,
): SampleKnowledge {
  const places = new Map(
    kinds.map((kind) => {
      const lines = records.filter((one) => one.type === kind.type).map(({ text }) => text);
      return [kind.type, placeFields(lines, type, corrections.records?.[kind.type]?.starts)] as const;
    }),
  );
  const values = records.flatMap(({ text, type: kind }) =>
    (places.get(kind) ?? []).map(({ first, length }) => text.slice(first, first + length).trim()),
  );
  return {
    ...{ records, type, places, corrections },
    marks: correctMarks(guessMarks(values), corrections),
    days: detectDateForms(values),
  };
}

/** Nothing may lie on the place that says what the record is. */
function placeFields(
  lines: readonly string[],
  { at, length }: RecordTypePlace,
  starts: readonly number[] | undefined,
): readonly FieldPlace[] {
  const behind = at - 1 + length;
  const found = starts?.map((start) => start - 1) ?? guessFieldStarts(lines, behind);
  return listFieldPlaces(
    found.filter((start) => start >= behind),
    lines,
  );
}

/** A field before it is known what it means. */
interface UnnamedPlace extends FieldPlace {
  readonly id: string;
  readonly kind: RecordKind;
  readonly part: ColumnPart;
  readonly values: readonly string[];
  readonly correction: FieldCorrection;
}

function inferFields(known: SampleKnowledge, kinds: readonly RecordKind[]): readonly FixedKind[] {
  const unnamed = kinds.flatMap((kind) => listUnnamed(known, kind));
  const meanings = listMeanings(unnamed, known);
  const elements = nameElements(kinds);
  return kinds.map((kind) => {
    const fields = unnamed.flatMap((one, n) =>
      one.kind === kind ? [describeField(one, meanings[n], known)] : [],
    );
    return { ...kind, element: elements.get(kind.type) ?? kind.type, fields: withOwnNames(fields) };
  });
}

function listUnnamed({ records, places, corrections }: SampleKnowledge, kind: RecordKind): UnnamedPlace[] {
  const lines = records.filter(({ type }) => type === kind.type);
  return (places.get(kind.type) ?? []).map(({ first, length }) => {
    const id = `${kind.type}@${first + 1}`;
    const values = lines.map(({ text }) => text.slice(first, first + length).trim());
    const correction = corrections.fields?.[id] ?? {};
    return { id, kind, first, length, part: partOf(kind), values, correction };
  });
}

/** Whose value the fields of a record are. */
function partOf({ role, parents }: RecordKind): ColumnPart {
  if (role === 'delivery' || role === 'line' || role === 'order') return role;
  return parents.includes('line') ? 'line' : 'order';
}

/** Details are texts of any kind: nothing is guessed of them, nor of what stands around all documents. */
const isGuessed = ({ kind: { role }, correction }: UnnamedPlace): boolean =>
  (role === 'order' || role === 'line' || role === 'delivery') && correction.meaning === undefined;

function listMeanings(
  fields: readonly UnnamedPlace[],
  known: SampleKnowledge,
): readonly (HeadingMeaning | undefined)[] {
  const taken = new Set(fields.flatMap(({ correction }) => correction.meaning ?? []));
  const open = fields.filter(isGuessed);
  const guessed = guessMeanings(
    open.map(({ part, values }) => ({ part, values, type: inferColumnType(values, undefined, known).type })),
    taken,
  );
  const found = fields.map((field) =>
    field.correction.meaning === undefined
      ? guessed[open.indexOf(field)]
      : findMeaningNamed(field.correction.meaning),
  );
  return found.map((meaning, n) => (found.indexOf(meaning) === n ? meaning : undefined));
}

function describeField(
  { id, first, length, part, values, correction }: UnnamedPlace,
  meaning: HeadingMeaning | undefined,
  known: SampleKnowledge,
): FixedField {
  const { type, empty } = applyType(correction, inferColumnType(values, meaning, known));
  return {
    ...{ id, first: first + 1, length, part, type, empty },
    name: correction.name ?? meaning?.name ?? `c${first + 1}`,
    required: values.every((value) => value !== '' && !empty.includes(value) && !/^0+$/.test(value)),
    ...(meaning === undefined ? {} : { meaning }),
    certainty: judgeCertainty(correction, meaning, true),
    examples: pickExamples(values),
  };
}

/** In one record no two have one name. */
const withOwnNames = (fields: readonly FixedField[]): readonly FixedField[] =>
  fields.map((field, n) =>
    fields.findIndex(({ name }) => name === field.name) === n
      ? field
      : { ...field, name: `${field.name}${field.first}` },
  );

const elementsByRole: Readonly<Record<string, string>> = {
  order: 'head',
  line: 'lines',
  delivery: 'deliveries',
  header: 'header',
  trailer: 'trailer',
};

/** `KOP` begins the order, `REGEL` is a line; another is called as it calls itself. */
function nameElements(kinds: readonly RecordKind[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    kinds.map(({ type, role }) => {
      const own = /^[A-Za-z]/.test(type) ? type.toLowerCase().replace(/[^a-z0-9]/g, '') : `r${type}`;
      const wanted = elementsByRole[role] ?? own;
      const name = taken.has(wanted) ? `${wanted}${type.replace(/[^A-Za-z0-9]/g, '')}` : wanted;
      taken.add(name);
      return [type, name] as const;
    }),
  );
}

/** Values of the order with their paths in the tree; undefined: there are no lines. */
export function listSampledValues({ kinds }: InferredFixed): readonly SampledValue[] | undefined {
  if (!kinds.some(({ role }) => role === 'line')) return undefined;
  return kinds.flatMap((kind) => {
    if (kind.role === 'trailer') return [];
    const prefix = prefixOf(kind);
    return kind.fields.map((field) => ({
      id: field.id,
      path: `${prefix}${field.name}`,
      heading: '',
      part: field.part,
      type: field.type,
      isBlank: false,
      isGln: areGlns(field.examples),
      ...(field.meaning === undefined ? {} : { meaning: field.meaning }),
    }));
  });
}

/** From the order on, of what belongs to a line or a delivery from that on. */
function prefixOf({ role, element, parents }: FixedKind): string {
  if (role === 'line' || role === 'delivery') return '';
  const isOfOrder = role === 'detail' && !parents.includes('line');
  return isOfOrder ? `${elementsByRole.order}/${element}/` : `${element}/`;
}
