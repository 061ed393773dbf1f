import { decodeWithEncoding, type Encoding } from '../../../text/encodings.ts';
import type { DraftedKind } from '../../infer/drafted-kinds.ts';
import { guessEncoding } from '../../infer/guess-encoding.ts';
import { detectDateForms, guessMarks } from '../../infer/guess-type.ts';
import {
  type DescribedKind,
  describeKinds,
  type RecordFieldSample,
  type RecordKnowledge,
} from '../../infer/infer-record-fields.ts';
import { inferRecordKinds, type RecordKind, refineRecordKinds } from '../../infer/infer-record-kinds.ts';
import type { RecordTypePlace, SampleCorrections } from '../../infer/sample-corrections.ts';
import { correctMarks } from '../../infer/sample-marks.ts';
import type { NumberMarks } from '../../text/value-type.ts';
import { type FieldPlace, guessFieldStarts, listFieldPlaces } from './field-places.ts';
import { findRecordType, readTypes } from './record-type.ts';

/** What samples show of records of fixed places. */
export interface InferredFixed {
  readonly encoding: Encoding;
  readonly marks: NumberMarks;
  readonly type: RecordTypePlace;
  readonly kinds: readonly DescribedKind<FixedFieldSample>[];
  /** What the documents are. */
  readonly document: DraftedKind;
  /** The first sample. */
  readonly lines: readonly SampledLine[];
}

export interface SampledLine {
  readonly text: string;
  readonly type: string;
  /** 1-based. */
  readonly line: number;
}

/** Characters of a record: its first one and how many it has. */
export interface FixedFieldSample extends RecordFieldSample {
  readonly length: number;
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
  const types = records.map((one) => one.type);
  const kinds = inferRecordKinds(types, corrections.records);
  const known = buildKnowledge(records, type, kinds, corrections);
  const valuesOf = (kind: string) => valuesOfKind(known, kind).map(({ values }) => values);
  const roles = refineRecordKinds(kinds, types, valuesOf, corrections.records);
  const described = describeKinds(roles, listSamples(known, roles), known);
  const { marks, document } = known;
  return { encoding, marks, type, kinds: described, document, lines: typed(first) };
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
interface SampleKnowledge extends RecordKnowledge {
  readonly records: readonly SampledLine[];
  readonly places: ReadonlyMap<string, readonly FieldPlace[]>;
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
    ...{ records, places, document: corrections.kind ?? 'order', corrections: corrections.fields },
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

function listSamples(known: SampleKnowledge, kinds: readonly RecordKind[]): readonly FixedFieldSample[] {
  return kinds.flatMap((kind) =>
    valuesOfKind(known, kind.type).map(({ first, length, values }) => ({
      ...{ id: `${kind.type}@${first + 1}`, kind, heading: '', first: first + 1, length, values },
    })),
  );
}

function valuesOfKind({ records, places }: SampleKnowledge, kind: string) {
  const lines = records.filter(({ type }) => type === kind);
  return (places.get(kind) ?? []).map(({ first, length }) => ({
    ...{ first, length },
    values: lines.map(({ text }) => text.slice(first, first + length).trim()),
  }));
}
