import type { Finding } from '../../types.ts';
import type { YamlSource } from '../../yaml/yaml-source.ts';
import {
  type DescriptionNode,
  type GroupNode,
  listRowFields,
  type RecordRange,
} from '../describe/description-nodes.ts';
import type { FormatCode } from '../describe/format-codes.ts';
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
  source: YamlSource<FormatCode>,
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
  source: YamlSource<FormatCode>,
  { record, encoding }: FixedDescription,
): readonly Finding[] {
  const { ends, length, count } = record;
  if (ends === 'length' && length === undefined)
    return [
      source.finding(
        'format-missing-key',
        ['record', 'length'],
        '`record.length` is missing.',
        'Write how many characters a record has.',
      ),
    ];
  if (ends === 'length' && encoding === 'utf-8' && count === 'characters')
    return [
      source.finding(
        'format-wrong-value',
        ['record', 'count'],
        'Records of UTF-8 that end by length are counted in bytes.',
        'Write count: bytes, or another encoding.',
      ),
    ];
  if (count === 'bytes' && encoding.startsWith('utf-16'))
    return [
      source.finding(
        'format-wrong-value',
        ['record', 'count'],
        'Places in UTF-16 are counted in characters.',
        'Write count: characters.',
      ),
    ];
  return [];
}

/** Fields that overlap, that lie on the type, or behind the end of a record. */
const checkPlaces = (
  source: YamlSource<FormatCode>,
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
  source: YamlSource<FormatCode>,
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
      source.finding(
        'format-column',
        fieldPath(description, record, one),
        `\`${one.name}\` (${renderRange(one)}) ends behind the record, which has ${length} characters.`,
        'Correct its place, or `record.length`.',
      ),
    );
};

const findOverlaps: PlaceCheck = (source, description, record) =>
  [typeRangeOf(description), ...record.fields].flatMap((one, n, places) => {
    const other = places.slice(0, n).find((before) => before.first < endOf(one) && one.first < endOf(before));
    if (other === undefined) return [];
    return source.finding(
      'format-column',
      fieldPath(description, record, one),
      `\`${one.name}\` (${renderRange(one)}) overlaps \`${other.name}\` (${renderRange(other)}).`,
      'Correct one of the two places; a mapping may take parts of a value (substring).',
    );
  });

const findLongType: PlaceCheck = (source, { record: { type: place } }, { name, record: { type } }) =>
  type.length > place.length
    ? [
        source.keyFinding(
          'format-record',
          ['records', name],
          `\`${type}\` is longer than the place of the type, which has ${place.length} characters.`,
          'Correct record.type.length, or the name; $type says what stands in the file.',
        ),
      ]
    : [];

const findUnplaced: PlaceCheck = (source, description, record) =>
  record.fields
    .filter((one) => one.length === 0)
    .map((one) =>
      source.finding(
        'format-missing-key',
        fieldPath(description, record, one),
        `\`${one.name}\` has no place.`,
        'Write LENGTH@FIRST, such as "12@3 identifier".',
      ),
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
