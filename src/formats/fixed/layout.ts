import type { Finding } from '../../types.ts';
import {
  type DescriptionNode,
  type GroupNode,
  listRowFields,
  type RecordRange,
} from '../describe/description-nodes.ts';
import type { DescriptionSource } from '../describe/description-source.ts';
import { PlacedFieldReader } from '../describe/placed-fields.ts';
import {
  type DescribedRecords,
  type RecordNode,
  readRecords,
  recordEntries,
} from '../describe/read-records.ts';
import { addHeader, checkSurroundingRecords, startRecordOf } from '../describe/surrounding-records.ts';
import type { NumberMarks } from '../text/value-type.ts';
import type { FixedDescription } from './description.ts';
import { fixedSentence } from './findings/sentences.ts';

/** A format of fixed places, read and found right: what its reader, cutter and writer work with. */
export interface FixedLayout {
  readonly description: FixedDescription;
  readonly root: GroupNode;
  readonly records: ReadonlyMap<string, RecordNode>;
  readonly marks: NumberMarks;
  /** Where a record says what it is. */
  readonly type: RecordRange;
  /** Places count bytes of UTF-8, so that a letter may have two. */
  readonly countsBytes: boolean;
  /** Types of the records that documents begin with, and that stand around all of them. */
  readonly starts?: string;
  readonly header?: RecordNode;
  readonly trailer?: RecordNode;
}

/** A layout, or findings on the description with their places. */
export function buildFixedLayout(
  source: DescriptionSource,
  description: FixedDescription,
): { readonly layout?: FixedLayout; readonly findings: readonly Finding[] } {
  const entries = recordEntries(source);
  const tree = readRecords(entries, description, new PlacedFieldReader(entries));
  const findings = [
    ...tree.findings,
    ...checkSurroundingRecords(source, description, tree.records),
    ...checkCounting(source, description),
    ...checkPlaces(source, description, tree.records),
  ];
  return findings.length > 0 ? { findings } : { layout: layoutOf(description, tree), findings };
}

function layoutOf(description: FixedDescription, { root, records }: DescribedRecords): FixedLayout {
  const { file, numbers, documents, record, encoding } = description;
  const header = records.get(file.header ?? '');
  const trailer = records.get(file.trailer ?? '');
  const start = records.get(startRecordOf(documents) ?? '');
  const { decimal, thousands } = numbers;
  return {
    description,
    root: header === undefined ? root : addHeader(root, header),
    records,
    marks: { decimal, ...(thousands === undefined ? {} : { thousands }) },
    type: typeRangeOf(description),
    countsBytes: record.count === 'bytes' && encoding === 'utf-8',
    ...(start === undefined ? {} : { starts: start.type }),
    ...(header === undefined ? {} : { header }),
    ...(trailer === undefined ? {} : { trailer }),
  };
}

const typeRangeOf = ({ record }: FixedDescription): RecordRange => ({
  by: 'place',
  name: 'type',
  first: record.type.at - 1,
  length: record.type.length,
});

/** What cannot be counted, or not be cut. */
function checkCounting(
  source: DescriptionSource,
  { record, encoding }: FixedDescription,
): readonly Finding[] {
  const { ends, length, count } = record;
  if (ends === 'length' && length === undefined)
    return [source.findingAt(fixedSentence('format-missing-key/length'), ['record', 'length'])];
  if (ends === 'length' && encoding === 'utf-8' && count === 'characters')
    return [source.findingAt(fixedSentence('format-wrong-value/count-bytes'), ['record', 'count'])];
  if (count === 'bytes' && encoding.startsWith('utf-16'))
    return [source.findingAt(fixedSentence('format-wrong-value/count-characters'), ['record', 'count'])];
  return [];
}

/** Fields that overlap, that lie on the type, or behind the end of a record. */
const checkPlaces = (
  source: DescriptionSource,
  description: FixedDescription,
  records: ReadonlyMap<string, RecordNode>,
): readonly Finding[] =>
  [...records].flatMap(([name, record]) => {
    const placed = { name, record, fields: listRecordRanges(record.members) };
    return [findTooFar, findOverlaps, findLongType, findUnplaced].flatMap((check) =>
      check(source, description, placed),
    );
  });

/** A record with the places of its fields. */
interface PlacedRecord {
  readonly name: string;
  readonly record: RecordNode;
  readonly fields: readonly RecordRange[];
}

type PlaceCheck = (
  source: DescriptionSource,
  description: FixedDescription,
  record: PlacedRecord,
) => readonly Finding[];

/** Where the description says it. */
const fieldPath = ({ records }: FixedDescription, { name }: PlacedRecord, { name: field }: RecordRange) => [
  ...['records', name],
  Object.keys(records[name] ?? {}).find((key) => key.replace('!', '') === field) ?? field,
];

const findTooFar: PlaceCheck = (source, description, record) => {
  const { length } = description.record;
  return [typeRangeOf(description), ...record.fields]
    .filter((one) => endOf(one) > (length ?? endOf(one)))
    .map((one) =>
      source.findingAt(fixedSentence('format-column/too-far'), fieldPath(description, record, one), {
        ...{ name: one.name, place: renderRange(one) },
        length: length ?? 0,
      }),
    );
};

const findOverlaps: PlaceCheck = (source, description, record) =>
  [typeRangeOf(description), ...record.fields].flatMap((one, n, places) => {
    const other = places.slice(0, n).find((before) => before.first < endOf(one) && one.first < endOf(before));
    if (other === undefined) return [];
    return source.findingAt(fixedSentence('format-column/overlap'), fieldPath(description, record, one), {
      ...{ name: one.name, place: renderRange(one) },
      ...{ other: other.name, taken: renderRange(other) },
    });
  });

const findLongType: PlaceCheck = (source, { record: { type: place } }, { name, record: { type } }) =>
  type.length > place.length
    ? [
        source.findingAtKey(fixedSentence('format-record/long-type'), ['records', name], {
          type,
          length: place.length,
        }),
      ]
    : [];

const findUnplaced: PlaceCheck = (source, description, record) =>
  record.fields
    .filter((one) => one.length === 0)
    .map((one) =>
      source.findingAt(fixedSentence('format-missing-key/place'), fieldPath(description, record, one), {
        name: one.name,
      }),
    );

/** Of the fields of one record. */
export function listRecordRanges(members: readonly DescriptionNode[]): readonly RecordRange[] {
  const fields = listRowFields({ kind: 'group', name: '', required: true, max: 1, members });
  return fields.flatMap(({ at }) => (at.by === 'place' ? [at] : []));
}

export const endOf = ({ first, length }: RecordRange): number => first + length;

/** As descriptions write it. */
const renderRange = ({ first, length }: RecordRange): string => `${length}@${first + 1}`;

/** What the scanner goes by: nothing where lines end records. */
export const scanLengthOf = ({ description }: Pick<FixedLayout, 'description'>): number | undefined =>
  description.record.ends === 'length' ? description.record.length : undefined;
