import type { NumberMarks } from '../text/value-type.ts';
import { isPlaceable } from './draft-mapping.ts';
import { guessMeanings } from './guess-meanings.ts';
import type { DateForms } from './guess-type.ts';
import { findMeaning, findMeaningNamed, type HeadingMeaning, toElementName } from './heading-meanings.ts';
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
    certainty: judgeCertainty(correction, meaning, heading === ''),
    examples: pickExamples(values),
  };
}

const saidOf = ({ id }: RecordFieldSample, { corrections }: RecordKnowledge): FieldCorrection =>
  corrections?.[id] ?? {};

/** Whose value the fields of a record are. */
export function partOf({ role, parents }: RecordKind): ColumnPart {
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
  const headed = fields.map((field) => findInRecord(field));
  const taken = new Set([...saidNames, ...headed.flatMap((one) => one?.name ?? [])]);
  const open = fields.filter((field, n) => said[n] === undefined && isGuessed(field));
  const guessed = guessMeanings(
    open.map(({ kind, values }) => {
      const { type } = inferColumnType(values, undefined, known);
      return { part: partOf(kind), values, type };
    }),
    taken,
  );
  const found = fields.map((field, n) => {
    const name = said[n];
    if (name !== undefined) return findMeaningNamed(name);
    const meaning = headed[n] ?? guessed[open.indexOf(field)];
    return meaning !== undefined && saidNames.has(meaning.name) ? undefined : meaning;
  });
  return found.map((meaning, n) => (findOwner(meaning, found, fields) === n ? meaning : undefined));
}

/** The first that has a place for it. */
function findOwner(
  meaning: HeadingMeaning | undefined,
  found: readonly (HeadingMeaning | undefined)[],
  fields: readonly RecordFieldSample[],
): number {
  if (meaning === undefined) return -1;
  const fits = fields.findIndex(
    ({ kind }, n) => found[n] === meaning && isPlaceable({ meaning, part: partOf(kind) }),
  );
  return fits === -1 ? found.indexOf(meaning) : fits;
}

/** Details are texts of any kind: nothing is guessed of them, nor of what stands around all documents. */
const isGuessed = ({ heading, kind: { role } }: RecordFieldSample): boolean =>
  heading === '' && (role === 'order' || role === 'line' || role === 'delivery');

/** What a delivery calls its quantity and its day, as its line does. */
const inDelivery: ReadonlyMap<string, string> = new Map([
  ['quantity', 'deliveryQuantity'],
  ['date', 'delivery'],
]);

/** By its heading. What stands around all documents is none of an order. */
function findInRecord({ heading, kind: { role } }: RecordFieldSample): HeadingMeaning | undefined {
  if (heading === '' || role === 'header' || role === 'trailer') return undefined;
  const meaning = findMeaning(heading);
  const other = role === 'delivery' ? inDelivery.get(meaning?.name ?? '') : undefined;
  return other === undefined ? meaning : findMeaningNamed(other);
}
