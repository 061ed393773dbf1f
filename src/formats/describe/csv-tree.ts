import { suggestion } from '../../tree/nearest.ts';
import type { Finding } from '../../types.ts';
import { type Path, written, type YamlSource } from '../../yaml/source.ts';
import { valueType } from '../text/types.ts';
import type { FormatCode } from './codes.ts';
import { type FieldNode, type GroupNode, isList, type Node, type TreeName, type Where } from './nodes.ts';
import { type CsvDescription, type CsvField, csvFieldSchema } from './schema.ts';
import { type Entries, isMap, TreeEntries } from './tree-entries.ts';

/** What a row of its type holds. */
export interface RecordNode {
  /** As elements are named after it. */
  readonly name: string;
  /** As rows say it. */
  readonly type: string;
  readonly members: readonly Node[];
}

export interface CsvTree {
  readonly root: GroupNode;
  /** By their names; none in files with one kind of rows. */
  readonly records: ReadonlyMap<string, RecordNode>;
  readonly findings: readonly Finding[];
}

/** Reads `tree:` and `records:`; what is wrong with them is told at its place. */
export function readCsvTree(source: YamlSource<FormatCode>, description: CsvDescription): CsvTree {
  const reader = new TreeReader(source, description);
  const records = reader.records();
  const root = reader.root();
  return { root, records, findings: reader.findings };
}

const advice = {
  name: 'Begin with a letter, then letters, digits, hyphens and points',
  twice: 'Rename one of them.',
};

class TreeReader {
  readonly #entries: TreeEntries;
  readonly #description: CsvDescription;
  readonly #records = new Map<string, RecordNode>();
  readonly #used = new Set<string>();

  constructor(source: YamlSource<FormatCode>, description: CsvDescription) {
    this.#entries = new TreeEntries(source, advice);
    this.#description = description;
  }

  records(): ReadonlyMap<string, RecordNode> {
    for (const [name, fields] of Object.entries(this.#description.records ?? {})) {
      const path = ['records', name];
      const type = typeof fields.$type === 'string' ? fields.$type : name;
      const known = this.#entries.name(name, path);
      if (known === undefined) continue;
      if (known.required || known.max > 1)
        this.#tell(
          path,
          `\`${name}\` says how often it is there.`,
          'Write that in `tree:`; here the name alone.',
        );
      this.#records.set(known.name, { name: known.name, type, members: this.#members(fields, path) });
    }
    return this.#records;
  }

  /** The one group at the top, or `document` around several. */
  root(): GroupNode {
    const path: Path = ['tree'];
    const members = this.#members(this.#description.tree, path);
    const [only, ...more] = members;
    const isRoot = only?.kind === 'group' && more.length === 0 && only.record === undefined && !isList(only);
    const root: GroupNode = isRoot
      ? only
      : { kind: 'group', name: 'document', required: true, max: 1, members };
    if (members.length === 0) this.#tell(path, '`tree` is empty.', 'Write the document with its values.');
    this.#unusedRecords();
    this.#nesting(root, isRoot ? [...path, Object.keys(this.#description.tree)[0] ?? ''] : path);
    return root;
  }

  get findings(): readonly Finding[] {
    return this.#entries.findings;
  }

  #members(entries: Entries, path: Path): readonly Node[] {
    return this.#entries
      .of(entries, path)
      .flatMap(({ name, value, path: at }) => this.#member(name, value, at) ?? []);
  }

  #member(name: TreeName, value: unknown, path: Path): Node | undefined {
    if (!isMap(value)) {
      this.#tell(
        path,
        `\`${name.name}\` has no column.`,
        'Write { column: HEADING }, or the values of a group below it.',
      );
      return undefined;
    }
    return isField(value) ? this.#field(name, value, path) : this.#group(name, value, path);
  }

  #field(name: TreeName, value: Entries, path: Path): FieldNode | undefined {
    if (name.max > 1)
      this.#tell(
        path,
        `\`${name.name}\` is a value, and a list.`,
        'Write a group with [] and the value in it.',
      );
    const data = this.#entries.parsed(csvFieldSchema, value, path);
    if (data === undefined) return undefined;
    const at = this.#where(data, path);
    const type = valueType(data.type) ?? { kind: 'text' as const };
    const length = data.maxLength === undefined ? {} : { maxLength: data.maxLength };
    return {
      kind: 'field',
      name: name.name,
      required: name.required,
      at,
      type,
      empty: data.empty,
      ...length,
    };
  }

  #where({ column, label }: CsvField, path: Path): Where {
    if (column !== undefined && label !== undefined)
      this.#tell(path, '`column` and `label` stand here both.', 'A value has one place: remove one of them.');
    if (column !== undefined) return this.#column(column, [...path, 'column']);
    if (label === undefined) this.#nowhere(path);
    else if (this.#description.csv.header === undefined)
      this.#entries.tellValue(
        path,
        '`label` names a cell above the table, and there is no block above it.',
        'Write csv: { header: { rows: 1-4 } }, or `column:`.',
        'format-column',
      );
    return { by: 'label', names: [label ?? ''].flat() };
  }

  #nowhere(path: Path): void {
    const message = `\`${written(path)}\` has no column.`;
    this.#entries.tellValue(path, message, 'Write column: HEADING.', 'format-missing-key');
  }

  #column(column: string | number | readonly string[], path: Path): Where {
    if (typeof column === 'number') return { by: 'position', column: column - 1 };
    const names = typeof column === 'string' ? [column] : column;
    const hasHeadings = this.#description.csv.headings > 0 && this.#description.record === undefined;
    const isTold = this.findings.some(({ code }) => code === 'format-column');
    if (!hasHeadings && !isTold)
      this.#entries.tellValue(
        path,
        `\`${names[0]}\` is a heading, and the file has none.`,
        'Write the number of the column, without quotes.',
        'format-column',
      );
    return { by: 'heading', names };
  }

  #group(name: TreeName, value: Entries, path: Path): GroupNode {
    const record = this.#records.get(name.name);
    const own = this.#members(value, path);
    const isInTree = path[0] === 'tree' && path.length > 2;
    if (isInTree && this.#description.records !== undefined && record === undefined)
      this.#entries.tell(
        path,
        `\`${name.name}\` is no record.`,
        suggestion(name.name, [...this.#records.keys()], 'records'),
        'format-record',
      );
    if (record !== undefined) this.#used.add(record.name);
    const key = value.$key === undefined ? {} : { key: this.#key(value.$key, [...path, '$key']) };
    const type = record === undefined ? {} : { record: record.type };
    return { kind: 'group', ...name, ...key, ...type, members: [...(record?.members ?? []), ...own] };
  }

  #key(value: unknown, path: Path): readonly Where[] {
    const columns = Array.isArray(value) ? value : [value];
    return columns.flatMap((column) => {
      if (typeof column === 'string' || typeof column === 'number') return [this.#column(column, path)];
      this.#tell(path, '`$key` is no list of columns.', 'Write $key: [ HEADING ].');
      return [];
    });
  }

  #unusedRecords(): void {
    const { header, trailer } = this.#description.file;
    for (const name of this.#records.keys()) {
      if (this.#used.has(name) || name === header || name === trailer) continue;
      this.#entries.tell(
        ['records', name],
        `The record \`${name}\` is not in \`tree\`.`,
        'Put it where it belongs, or remove it.',
        'format-record',
      );
    }
  }

  /** Rows alone tell one list, and lists in it by their keys. */
  #nesting(group: GroupNode, path: Path): void {
    if (this.#description.records !== undefined) return;
    const lists = listsIn(group);
    const [, second] = lists;
    if (second !== undefined)
      this.#tell(
        path,
        `\`${second.name}\` is a list beside \`${lists[0]?.name}\`, and rows can tell one list alone.`,
        'Put one into the other, or describe rows of several kinds under `records:`.',
      );
    for (const list of lists) {
      if (listsIn(list).length > 0 && list.key === undefined)
        this.#tell(
          path,
          `\`${list.name}\` holds a list, and nothing tells which rows belong to one of it.`,
          'Write $key: [ HEADING ] in it.',
        );
      this.#nesting(list, path);
    }
  }

  #tell(path: Path, message: string, advice: string): void {
    this.#entries.tell(path, message, advice);
  }
}

/** `column: 3` is a place; a group may have a member of that name. What holds settings alone is a mistaken value. */
const isField = ({ column, label, ...others }: Entries): boolean => {
  if (column !== undefined || label !== undefined)
    return [column, label].some((one) => one !== undefined && !isMap(one));
  const values = Object.values(others);
  return values.length > 0 && others.$key === undefined && !values.some(isMap);
};

/** The lists of a group, those in groups that are no lists included. */
function listsIn(group: GroupNode): readonly GroupNode[] {
  return group.members.flatMap((member) => {
    if (member.kind === 'field') return [];
    return isList(member) ? [member] : listsIn(member);
  });
}
