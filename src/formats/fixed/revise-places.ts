import type { YAMLMap } from 'yaml';
import { decodeWithEncoding } from '../../text/encodings.ts';
import { detectDateForms } from '../infer/guess-type.ts';
import { inferColumnType } from '../infer/infer-columns.ts';
import type { SampleCorrections } from '../infer/sample-corrections.ts';
import { mostShownRows, pickExamples } from '../infer/sample-proposal.ts';
import type { DescribedField } from '../revise/described-fields.ts';
import { type DescriptionChanges, findFreeName } from '../revise/description-changes.ts';
import { marksOf } from '../revise/description-settings.ts';
import { renderScalar } from '../revise/description-text.ts';
import type { RevisedFields, RevisedValue } from '../revise/revised-fields.ts';
import type { FixedDescription } from './description.ts';

interface PlacesTask {
  readonly bytes: Uint8Array;
  readonly description: FixedDescription;
  /** The records by their types, in the order of the description. */
  readonly records: ReadonlyMap<string, YAMLMap>;
  readonly fields: readonly DescribedField[];
  readonly said: SampleCorrections;
}

interface RecordLine {
  readonly text: string;
  readonly type: string;
  readonly line: number;
}

/** Records of fixed places: of each kind where its fields begin and end. */
export function revisePlaces(task: PlacesTask, changes: DescriptionChanges): RevisedFields {
  const lines = cutRecords(task);
  const byType = Map.groupBy(lines, ({ type }) => type);
  const textsOf = (type: string) => (byType.get(type) ?? []).map(({ text }) => text);
  return {
    values: [...task.records].flatMap(([type, map]) =>
      reviseRecord(task, changes, { type, map, lines: textsOf(type) }),
    ),
    records: [...task.records.keys()].map((type) => ({
      ...{ type, role: 'detail' as const, count: textsOf(type).length },
    })),
    rows: lines.slice(0, mostShownRows).map(({ line, type, text }) => ({
      line,
      ...(task.records.has(type) ? { record: type } : {}),
      cells: [text],
    })),
  };
}

function cutRecords({ bytes, description }: PlacesTask): readonly RecordLine[] {
  const { encoding, record } = description;
  const { text = '' } = decodeWithEncoding(bytes, encoding === 'utf-16' ? 'utf-16le' : encoding);
  const whole = text.replace(/^\ufeff/, '');
  const isCut = record.ends === 'length' && record.length !== undefined;
  const lines = isCut
    ? (whole.match(new RegExp(`.{1,${record.length}}`, 'gsu')) ?? [])
    : whole.split(/\r\n|\n|\r/);
  const { at, length } = record.type;
  return lines
    .map((one, n) => ({ text: one, type: one.slice(at - 1, at - 1 + length).trim(), line: n + 1 }))
    .filter(({ text: one }) => one.trim() !== '');
}

interface RecordTask {
  readonly type: string;
  readonly map: YAMLMap;
  readonly lines: readonly string[];
}

/** A field by where it begins and, behind it, ends; 1-based. */
interface Place {
  readonly start: number;
  readonly end: number;
  /** As the description had it. */
  readonly field?: DescribedField;
}

function reviseRecord(
  task: PlacesTask,
  changes: DescriptionChanges,
  record: RecordTask,
): readonly RevisedValue[] {
  const { type, lines } = record;
  const own = task.fields
    .filter((field) => field.record === type)
    .toSorted((a, b) => startOf(a) - startOf(b));
  const places = movePlaces(own, type, task.said, Math.max(0, ...lines.map(({ length }) => length)));
  const stays = new Set(places.flatMap(({ field }) => field ?? []));
  for (const field of own) if (!stays.has(field)) changes.apply(field, { isRead: false });
  // a new field is put beside one that is read on
  const isRead = ({ start }: Place) => task.said.fields?.[`${type}@${start}`]?.isRead !== false;
  const fieldsOf = (some: readonly Place[]) => some.flatMap((one) => (isRead(one) ? (one.field ?? []) : []));
  return places.map((place, n) => {
    const beside = fieldsOf(places.slice(0, n)).at(-1) ?? fieldsOf(places)[0];
    return revisePlace({ ...task, ...record, own, beside }, changes, place);
  });
}

const startOf = ({ at }: DescribedField): number => (at.by === 'place' ? at.first : 0);
const endOf = ({ at }: DescribedField): number => (at.by === 'place' ? at.first + at.length : 0);

/** What touched the next field still does; what was apart from it stays so, unless the next one comes over it. */
function movePlaces(
  own: readonly DescribedField[],
  type: string,
  { records, fields = {} }: SampleCorrections,
  width: number,
): readonly Place[] {
  const starts = records?.[type]?.starts;
  if (starts === undefined) return own.map((field) => ({ start: startOf(field), end: endOf(field), field }));
  const origins = findOrigins(own, starts, (start) => fields[`${type}@${start}`]?.began);
  const kept = origins.flatMap((one) => one ?? []);
  return starts.map((start, n) => {
    const field = origins[n];
    const end = endOfPlace(own, { start, next: starts[n + 1], field, kept, width });
    return { start, end: Math.max(start + 1, end), ...(field === undefined ? {} : { field }) };
  });
}

/** Of each beginning the field that it was before: none has two. */
function findOrigins(
  own: readonly DescribedField[],
  starts: readonly number[],
  beganAt: (start: number) => number | undefined,
): readonly (DescribedField | undefined)[] {
  const moved = new Set(starts.flatMap((start) => beganAt(start) ?? []));
  const taken = new Set<DescribedField>();
  return starts.map((start) => {
    const began = beganAt(start) ?? (moved.has(start) ? undefined : start);
    const field = own.find((one) => startOf(one) === began && !taken.has(one));
    if (field !== undefined) taken.add(field);
    return field;
  });
}

interface MovedPlace {
  readonly start: number;
  readonly next: number | undefined;
  readonly field: DescribedField | undefined;
  /** Fields that are still there. */
  readonly kept: readonly DescribedField[];
  readonly width: number;
}

function endOfPlace(own: readonly DescribedField[], { start, next, field, kept, width }: MovedPlace): number {
  const most = next ?? Number.POSITIVE_INFINITY;
  if (field === undefined) {
    const inside = own.find((one) => startOf(one) < start && start < endOf(one));
    return Math.min(most, inside ? endOf(inside) : Math.max(width + 1, start + 1));
  }
  const behind = own.slice(own.indexOf(field) + 1);
  const following = behind[0];
  if (following === undefined) return Math.min(most, endOf(field));
  if (!kept.includes(following)) {
    const stays = behind.findIndex((one) => kept.includes(one));
    const joined = behind.slice(0, stays === -1 ? undefined : stays).at(-1);
    return Math.min(most, joined ? endOf(joined) : endOf(field));
  }
  const isTouching = endOf(field) === startOf(following);
  return isTouching && next !== undefined ? next : Math.min(most, endOf(field));
}

interface PlaceTask extends PlacesTask, RecordTask {
  readonly own: readonly DescribedField[];
  /** Beside which a new one is put. */
  readonly beside: DescribedField | undefined;
}

function revisePlace(
  task: PlaceTask,
  changes: DescriptionChanges,
  { start, end, field }: Place,
): RevisedValue {
  const { type: record, said, lines, own, beside, description } = task;
  const id = `${record}@${start}`;
  const { isRead, ...correction } = said.fields?.[id] ?? {};
  const values = lines.map((line) => line.slice(start - 1, end - 1).trim());
  const marks = marksOf(description.numbers);
  const guess = () => inferColumnType(values, undefined, { marks, days: detectDateForms(values) }).type;
  const type = correction.type ?? field?.type ?? guess();
  const wanted = correction.name ?? field?.name ?? `c${start}`;
  const names = new Set(own.flatMap((one) => (one === field ? [] : [one.name])));
  const name = correction.name ?? findFreeName(wanted, names);
  const place = renderPlace(start, end);
  const proposed = {
    ...({ id, record, heading: '', name, part: 'line', type, first: start, length: end - start } as const),
    certainty: Object.keys(correction).length === 0 && field ? ('known' as const) : ('corrected' as const),
    examples: pickExamples(values),
  };
  if (field === undefined) {
    insertPlace(task, changes, name, type === 'text' ? place : `${place} ${type}`);
    return { proposed, ...(beside === undefined ? {} : { holder: beside.holder }) };
  }
  if (isRead === false) {
    changes.apply(field, { isRead });
    return { field, proposed: { ...proposed, state: 'unread' } };
  }
  if (place !== renderPlace(startOf(field), endOf(field)) || type !== field.type)
    changes.place(field, place, type);
  changes.apply(field, correction);
  return { field, proposed };
}

/** As descriptions write it. */
const renderPlace = (start: number, end: number): string => `${end - start}@${start}`;

const insertPlace = (
  { map, beside }: PlaceTask,
  changes: DescriptionChanges,
  name: string,
  written: string,
): void => changes.text.insert(beside?.map ?? map, beside, name, renderScalar(written));
