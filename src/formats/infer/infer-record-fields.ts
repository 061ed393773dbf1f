import type { NumberMarks } from '../text/value-type.ts';
import type { DraftedKind } from './drafted-kinds.ts';
import { guessMeanings } from './guess-meanings.ts';
import type { DateForms } from './guess-type.ts';
import {
  findMeaningNamed,
  findMeanings,
  type HeadingMeaning,
  isPlaceable,
  toElementName,
} from './heading-meanings.ts';
import { applyType, type ColumnPart, inferColumnType, judgeCertainty } from './infer-columns.ts';
import { nameElements, type RecordKind } from './infer-record-kinds.ts';
import type { FieldCorrection, FieldCorrections } from './sample-corrections.ts';
import { type ProposedField, pickExamples } from './sample-proposal.ts';

/** A field of records of one kind, before anything is known of it. */
export interface RecordFieldSample {
  /** By which corrections name it. */
  readonly id: string;
  readonly kind: RecordKind;
  /** What stands above it in the file; empty: nothing does. */
  readonly heading: string;
  /** Its first character, or its column; 1-based. */
  readonly first: number;
  readonly values: readonly string[];
}

export interface RecordField {
  readonly name: string;
  readonly part: ColumnPart;
  readonly type: string;
  readonly empty: readonly string[];
  readonly required: boolean;
  readonly meaning?: HeadingMeaning;
  readonly certainty: ProposedField['certainty'];
  readonly examples: readonly string[];
}

/** Records of one kind with their fields: as they stand in the file, and what is known of them. */
export interface DescribedKind<S extends RecordFieldSample> extends RecordKind {
  /** As its element is called in the tree. */
  readonly element: string;
  readonly fields: readonly (S & RecordField)[];
}

/** What all records of a sample show. */
export interface RecordKnowledge {
  readonly marks: NumberMarks;
  readonly days: DateForms;
  /** What the documents are. */
  readonly document: DraftedKind;
  readonly corrections: FieldCorrections | undefined;
}

export function describeKinds<S extends RecordFieldSample>(
  kinds: readonly RecordKind[],
  samples: readonly S[],
  known: RecordKnowledge,
): readonly DescribedKind<S>[] {
  const meanings = listMeanings(samples, known);
  const elements = nameElements(kinds);
  return kinds.map((kind) => {
    const fields = samples.flatMap((one, n) =>
      one.kind === kind ? [describeField(one, meanings[n], known)] : [],
    );
    const element = elements.get(kind.type) ?? kind.type;
    return { ...kind, element, fields: withOwnNames(fields, [...elements.values()]) };
  });
}

function describeField<S extends RecordFieldSample>(
  sample: S,
  meaning: HeadingMeaning | undefined,
  known: RecordKnowledge,
): S & RecordField {
  const { kind, heading, first, values } = sample;
  const correction = saidOf(sample, known);
  const { type, empty } = applyType(correction, inferColumnType(values, meaning, known));
  return {
    ...{ ...sample, part: partOf(kind), type, empty },
    name: correction.name ?? meaning?.name ?? (heading === '' ? `c${first}` : toElementName(heading)),
    required: values.every((value) => value !== '' && !empty.includes(value) && !/^0+$/.test(value)),
    ...(meaning === undefined ? {} : { meaning }),
    certainty: judgeCertainty(correction, { meaning, values, isUnnamed: heading === '' }),
    examples: pickExamples(values),
  };
}

const saidOf = ({ id }: RecordFieldSample, { corrections }: RecordKnowledge): FieldCorrection =>
  corrections?.[id] ?? {};

/** Whose value the fields of a record are. */
function partOf({ role, parents }: RecordKind): ColumnPart {
  if (role === 'delivery' || role === 'line' || role === 'order') return role;
  return parents.includes('line') ? 'line' : 'order';
}

/** In one record no two have one name, and none has that of an element beside it. */
const withOwnNames = <F extends RecordFieldSample & RecordField>(
  fields: readonly F[],
  elements: readonly string[],
): readonly F[] =>
  fields.map((field, n) =>
    fields.findIndex(({ name }) => name === field.name) === n && !elements.includes(field.name)
      ? field
      : { ...field, name: `${field.name}${field.first}` },
  );

/** What each field means: as a person says, by its heading, or by its values; of several that mean the same, one alone. */
function listMeanings(
  fields: readonly RecordFieldSample[],
  known: RecordKnowledge,
): readonly (HeadingMeaning | undefined)[] {
  const said = fields.map((field) => saidOf(field, known).meaning);
  const saidNames = new Set(said.filter((name) => name !== undefined));
  const headed = findHeadedMeanings(fields, known);
  const taken = new Set([...saidNames, ...headed.flatMap((one) => one?.name ?? [])]);
  const open = fields.filter((field, n) => said[n] === undefined && isGuessed(field));
  const guessed = guessMeanings(
    open.map(({ kind, values }) => {
      const { type } = inferColumnType(values, undefined, known);
      return { part: partOf(kind), values, type };
    }),
    taken,
    known.document,
  );
  const found = fields.map((field, n) => {
    const name = said[n];
    if (name !== undefined) return findMeaningNamed(name);
    const meaning = headed[n] ?? guessed[open.indexOf(field)];
    return meaning !== undefined && saidNames.has(meaning.name) ? undefined : meaning;
  });
  return found.map((meaning, n) => (findOwner(meaning, found, fields, known) === n ? meaning : undefined));
}

/** The first that has a place for it. */
function findOwner(
  meaning: HeadingMeaning | undefined,
  found: readonly (HeadingMeaning | undefined)[],
  fields: readonly RecordFieldSample[],
  { document }: RecordKnowledge,
): number {
  if (meaning === undefined) return -1;
  const fits = fields.findIndex(
    ({ kind }, n) => found[n] === meaning && isPlaceable({ meaning, part: partOf(kind) }, document),
  );
  return fits === -1 ? found.indexOf(meaning) : fits;
}

/** Details are texts of any kind: nothing is guessed of them, nor of what stands around all documents. */
const isGuessed = ({ heading, kind: { role } }: RecordFieldSample): boolean =>
  heading === '' && (role === 'order' || role === 'line' || role === 'delivery');

/** By their headings. What stands around all documents is in none of them. */
function findHeadedMeanings(
  fields: readonly RecordFieldSample[],
  { document }: RecordKnowledge,
): readonly (HeadingMeaning | undefined)[] {
  const isInside = ({ heading, kind: { role } }: RecordFieldSample) =>
    heading !== '' && role !== 'header' && role !== 'trailer';
  const headings = fields.map((field) => (isInside(field) ? field.heading : ''));
  return findMeanings(headings, document).map((meaning, n) => {
    const role = fields[n]?.kind.role ?? 'detail';
    const other = inRecords[document][role]?.[meaning?.name ?? ''];
    return other === undefined ? meaning : findMeaningNamed(other);
  });
}

type OtherNames = Readonly<Partial<Record<RecordKind['role'], Readonly<Record<string, string>>>>>;

/** A delivery calls its quantity and its day as its line does; an answer its status. */
const inRecords: Readonly<Record<DraftedKind, OtherNames>> = {
  order: { delivery: { quantity: 'deliveryQuantity', date: 'delivery' } },
  response: {
    order: { status: 'answer' },
    delivery: { quantity: 'deliveryQuantity', date: 'confirmedDelivery', responseDate: 'confirmedDelivery' },
  },
};
