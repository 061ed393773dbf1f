import type { YAMLMap } from 'yaml';
import { detectDateForms } from '../../infer/guess-type.ts';
import { inferColumnType, type SampleRows } from '../../infer/infer-columns.ts';
import type { FieldCorrections } from '../../infer/sample-corrections.ts';
import { mostShownRows, type ProposedField, pickExamples } from '../../infer/sample-proposal.ts';
import type { DescribedField } from '../../revise/described-fields.ts';
import { type DescriptionChanges, findFreeName } from '../../revise/description-changes.ts';
import { renderScalar } from '../../revise/description-text.ts';
import type { RevisedFields, RevisedValue } from '../../revise/revised-fields.ts';
import type { CsvDescription } from '../description.ts';
import type { KeptTable } from './revise-table.ts';

interface RecordsTask {
  readonly kept: KeptTable;
  readonly description: CsvDescription;
  /** The records by their types, in the order of the description. */
  readonly records: ReadonlyMap<string, YAMLMap>;
  readonly fields: readonly DescribedField[];
  readonly said: FieldCorrections;
}

/** Rows of several kinds: of each kind its columns, those too that the description does not read. */
export function reviseRecords(task: RecordsTask, changes: DescriptionChanges): RevisedFields {
  const { kept, records, description } = task;
  const typeColumn = (description.record?.type.column ?? 1) - 1;
  const byType = Map.groupBy(kept.rows, (row) => row[typeColumn] ?? '');
  return {
    values: [...records.keys()].flatMap((type) =>
      reviseRecord(task, changes, { type, rows: byType.get(type) ?? [], typeColumn }),
    ),
    records: [...records.keys()].map((type) => ({
      ...{ type, role: 'detail' as const, count: byType.get(type)?.length ?? 0 },
    })),
    rows: kept.table.rows.slice(0, mostShownRows).map((cells, n) => {
      const type = cells[typeColumn] ?? '';
      return { line: kept.table.lines[n] ?? 0, ...(records.has(type) ? { record: type } : {}), cells };
    }),
  };
}

interface RecordRows {
  readonly type: string;
  readonly rows: SampleRows;
  readonly typeColumn: number;
}

function reviseRecord(
  task: RecordsTask,
  changes: DescriptionChanges,
  { type, rows, typeColumn }: RecordRows,
): readonly RevisedValue[] {
  const own = task.fields.filter(({ record }) => record === type);
  const width = Math.max(0, ...rows.map(({ length }) => length), ...own.map(columnOf));
  return Array.from({ length: width }, (_, n) => n).flatMap((column): readonly RevisedValue[] => {
    const values = rows.map((row) => row[column] ?? '');
    const fields = own.filter((field) => columnOf(field) === column + 1);
    if (fields.length > 0) return fields.map((field, n) => reviseField(task, changes, { field, values, n }));
    if (column === typeColumn || values.every((value) => value === '')) return [];
    return [takeColumn(task, changes, { type, column, values })];
  });
}

const columnOf = ({ at }: DescribedField): number => (at.by === 'column' ? at.column : 0);

function reviseField(
  { said }: RecordsTask,
  changes: DescriptionChanges,
  {
    field,
    values,
    n,
  }: { readonly field: DescribedField; readonly values: readonly string[]; readonly n: number },
): RevisedValue {
  const { record = '', name: own } = field;
  const id = `${record}@${columnOf(field)}${n === 0 ? '' : `:${own}`}`;
  const correction = said[id] ?? {};
  const name = changes.apply(field, correction);
  return {
    field,
    proposed: {
      ...{ id, record, heading: '', name: name ?? own, part: 'line', type: correction.type ?? field.type },
      certainty: Object.keys(correction).length === 0 ? 'known' : 'corrected',
      examples: pickExamples(values),
      ...(name === undefined ? { state: 'unread' } : {}),
    },
  };
}

function takeColumn(
  { fields, said, kept }: RecordsTask,
  changes: DescriptionChanges,
  {
    type,
    column,
    values,
  }: { readonly type: string; readonly column: number; readonly values: readonly string[] },
): RevisedValue {
  const id = `${type}@${column + 1}`;
  const { isRead, name, type: saidType } = said[id] ?? {};
  const own = fields.filter(({ record }) => record === type);
  const guess = inferColumnType(values, undefined, { marks: kept.marks, days: detectDateForms(values) });
  const proposed: ProposedField = {
    ...{ id, record: type, heading: '', part: 'line', type: saidType ?? guess.type, certainty: 'open' },
    name: name ?? findFreeName(`c${column + 1}`, new Set(own.map((one) => one.name))),
    ...{ examples: pickExamples(values), state: 'unread' },
  };
  const readOn = own.filter((field) => said[`${type}@${columnOf(field)}`]?.isRead !== false);
  const beside = readOn.findLast((field) => columnOf(field) <= column) ?? readOn.at(-1);
  if (isRead !== true || beside === undefined) return { proposed };
  const written = proposed.type === 'text' ? '' : `, type: ${renderScalar(proposed.type)}`;
  changes.text.insert(beside.map, beside, proposed.name, `{ column: ${column + 1}${written} }`);
  const { state: _, ...read } = proposed;
  return { holder: beside.holder, proposed: { ...read, certainty: 'corrected' } };
}
