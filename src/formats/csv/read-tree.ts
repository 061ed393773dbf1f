import { renderPath, type YamlPath, type YamlSource } from '../../yaml/yaml-source.ts';
import type { FieldAddress, FieldNode, TreeName } from '../describe/description-nodes.ts';
import type { FormatCode } from '../describe/format-codes.ts';
import {
  type DescribedRecords,
  type FieldReader,
  readRecords,
  recordEntries,
} from '../describe/read-records.ts';
import { isMap, type TreeEntries } from '../describe/tree-entries.ts';
import { parseValueType } from '../text/value-type.ts';
import { type CsvDescription, type CsvField, csvFieldSchema } from './description.ts';

/** Reads `tree:` and `records:`; problems become findings at their place. */
export function readCsvTree(source: YamlSource<FormatCode>, description: CsvDescription): DescribedRecords {
  const entries = recordEntries(source);
  return readRecords(entries, description, new ColumnFieldReader(entries, description));
}

/** Values of a CSV stand in columns, or above the table. */
class ColumnFieldReader implements FieldReader {
  readonly lacks = 'column';
  readonly advice = 'Write { column: HEADING }, or the values of a group below it.';
  readonly isField = isField;
  readonly #entries: TreeEntries;
  readonly #description: CsvDescription;

  constructor(entries: TreeEntries, description: CsvDescription) {
    this.#entries = entries;
    this.#description = description;
  }

  field({ name, required }: TreeName, value: unknown, path: YamlPath): FieldNode | undefined {
    const data = this.#entries.parse(csvFieldSchema, value, path);
    if (data === undefined) return undefined;
    const at = this.#where(data, path);
    const type = parseValueType(data.type) ?? { kind: 'text' as const };
    const length = data.maxLength === undefined ? {} : { maxLength: data.maxLength };
    return { kind: 'field', name, required, at, type, empty: data.empty, ...length };
  }

  key(value: unknown, path: YamlPath): readonly FieldAddress[] {
    const columns = Array.isArray(value) ? value : [value];
    return columns.flatMap((column) => {
      if (typeof column === 'string' || typeof column === 'number') return [this.#column(column, path)];
      this.#entries.report(path, '`$key` is no list of columns.', 'Write $key: [ HEADING ].');
      return [];
    });
  }

  #where({ column, label }: CsvField, path: YamlPath): FieldAddress {
    if (column !== undefined && label !== undefined)
      this.#entries.report(
        path,
        '`column` and `label` stand here both.',
        'A value has one place: remove one of them.',
      );
    if (column !== undefined) return this.#column(column, [...path, 'column']);
    if (label === undefined) this.#nowhere(path);
    else if (this.#description.csv.header === undefined)
      this.#entries.reportValue(
        path,
        '`label` names a cell above the table, and there is no block above it.',
        'Write csv: { header: { rows: 1-4 } }, or `column:`.',
        'format-column',
      );
    return { by: 'label', names: [label ?? ''].flat() };
  }

  #nowhere(path: YamlPath): void {
    const message = `\`${renderPath(path)}\` has no column.`;
    this.#entries.reportValue(path, message, 'Write column: HEADING.', 'format-missing-key');
  }

  #column(column: string | number | readonly string[], path: YamlPath): FieldAddress {
    if (typeof column === 'number') return { by: 'position', column: column - 1 };
    const names = typeof column === 'string' ? [column] : column;
    const hasHeadings = this.#description.csv.headings > 0 && this.#description.record === undefined;
    const isTold = this.#entries.findings.some(({ code }) => code === 'format-column');
    if (!hasHeadings && !isTold)
      this.#entries.reportValue(
        path,
        `\`${names[0]}\` is a heading, and the file has none.`,
        'Write the number of the column, without quotes.',
        'format-column',
      );
    return { by: 'heading', names };
  }
}

/** `column: 3` is a place; a group may have a member of that name. What holds settings alone is a mistaken value. */
function isField(value: unknown): boolean {
  if (!isMap(value)) return false;
  const { column, label, ...others } = value;
  if (column !== undefined || label !== undefined)
    return [column, label].some((one) => one !== undefined && !isMap(one));
  const values = Object.values(others);
  return values.length > 0 && others.$key === undefined && !values.some(isMap);
}
