import { renderPath, type YamlPath } from '../../yaml/yaml-source.ts';
import type { FieldAddress, FieldNode, TreeName } from '../describe/description-nodes.ts';
import type { DescriptionSource } from '../describe/description-source.ts';
import {
  type DescribedRecords,
  type FieldReader,
  readRecords,
  recordEntries,
} from '../describe/read-records.ts';
import { isMap, type TreeEntries } from '../describe/tree-entries.ts';
import { parseValueType } from '../text/value-type.ts';
import { type CsvDescription, type CsvField, csvFieldSchema } from './description.ts';
import { csvSentence } from './findings/sentences.ts';

/** Reads `tree:` and `records:`; problems become findings at their place. */
export function readCsvTree(source: DescriptionSource, description: CsvDescription): DescribedRecords {
  const entries = recordEntries(source);
  return readRecords(entries, description, new ColumnFieldReader(entries, description));
}

/** Values of a CSV stand in columns, or above the table. */
class ColumnFieldReader implements FieldReader {
  readonly lacks = csvSentence('format-tree/no-column');
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
      this.#entries.report(csvSentence('format-tree/key-columns'), path);
      return [];
    });
  }

  #where({ column, label }: CsvField, path: YamlPath): FieldAddress {
    if (column !== undefined && label !== undefined)
      this.#entries.report(csvSentence('format-tree/column-and-label'), path);
    if (column !== undefined) return this.#column(column, [...path, 'column']);
    if (label === undefined)
      this.#entries.reportValue(csvSentence('format-missing-key/column'), path, { path: renderPath(path) });
    else if (this.#description.csv.header === undefined)
      this.#entries.reportValue(csvSentence('format-column/label'), path);
    return { by: 'label', names: [label ?? ''].flat() };
  }

  #column(column: string | number | readonly string[], path: YamlPath): FieldAddress {
    if (typeof column === 'number') return { by: 'position', column: column - 1 };
    const names = typeof column === 'string' ? [column] : column;
    const hasHeadings = this.#description.csv.headings > 0 && this.#description.record === undefined;
    const isTold = this.#entries.findings.some(({ code }) => code === 'format-column');
    if (!hasHeadings && !isTold)
      this.#entries.reportValue(csvSentence('format-column/heading'), path, { name: names[0] ?? '' });
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
