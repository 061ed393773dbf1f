import { renderSuggestion } from '../../findings/nearest-names.ts';
import type { Finding } from '../../types.ts';
import type { YamlPath } from '../../yaml/yaml-source.ts';
import { commonSentence } from './common-sentences.ts';
import {
  type DescriptionNode,
  type FieldAddress,
  type FieldNode,
  type GroupNode,
  isList,
  type TreeName,
} from './description-nodes.ts';
import type { DescriptionSentence } from './description-sentences.ts';
import type { DescriptionSource } from './description-source.ts';
import { isMap, TreeEntries, type TreeMembers } from './tree-entries.ts';

/** What a record of its type holds. */
export interface RecordNode {
  /** As elements are named after it. */
  readonly name: string;
  /** As records say it. */
  readonly type: string;
  readonly members: readonly DescriptionNode[];
}

export interface DescribedRecords {
  readonly root: GroupNode;
  /** By their names; none in files with one kind of rows. */
  readonly records: ReadonlyMap<string, RecordNode>;
  readonly findings: readonly Finding[];
}

/** Of a description, what its records and their tree are. */
export interface RecordParts {
  readonly records?: Readonly<Record<string, TreeMembers>> | undefined;
  readonly tree: TreeMembers;
  /** Records around all documents: they are in no tree. */
  readonly file?: { readonly header?: string | undefined; readonly trailer?: string | undefined };
}

/** How a syntax says where a value stands. */
export interface FieldReader {
  isField(value: unknown): boolean;
  field(name: TreeName, value: unknown, path: YamlPath): FieldNode | undefined;
  /** `$key` of a list. */
  key?(value: unknown, path: YamlPath): readonly FieldAddress[];
  /** Of what is neither a value nor a group, `name`. */
  readonly lacks: DescriptionSentence;
}

/** Reads `tree:` and `records:`; problems become findings at their place. */
export function readRecords(
  entries: TreeEntries,
  parts: RecordParts,
  reading: FieldReader,
): DescribedRecords {
  const reader = new TreeReader(entries, parts, reading);
  const records = reader.records();
  const root = reader.root();
  return { root, records, findings: entries.findings };
}

/** The names of such a tree. */
export const recordEntries = (source: DescriptionSource): TreeEntries =>
  new TreeEntries(source, {
    name: commonSentence('format-tree/name'),
    twice: commonSentence('format-tree/twice'),
  });

class TreeReader {
  readonly #entries: TreeEntries;
  readonly #parts: RecordParts;
  readonly #reading: FieldReader;
  readonly #records = new Map<string, RecordNode>();
  readonly #used = new Set<string>();

  constructor(entries: TreeEntries, parts: RecordParts, reading: FieldReader) {
    this.#entries = entries;
    this.#parts = parts;
    this.#reading = reading;
  }

  records(): ReadonlyMap<string, RecordNode> {
    for (const [name, fields] of Object.entries(this.#parts.records ?? {})) {
      const path = ['records', name];
      const type = typeof fields.$type === 'string' ? fields.$type : name;
      const known = this.#entries.parseName(name, path);
      if (known === undefined) continue;
      if (known.required || known.max > 1)
        this.#entries.report(commonSentence('format-tree/record-name'), path, { name });
      this.#records.set(known.name, { name: known.name, type, members: this.#members(fields, path) });
    }
    return this.#records;
  }

  /** The one group at the top, or `document` around several. */
  root(): GroupNode {
    const path: YamlPath = ['tree'];
    const members = this.#members(this.#parts.tree, path);
    const [only, ...more] = members;
    const isRoot = only?.kind === 'group' && more.length === 0 && only.record === undefined && !isList(only);
    const root: GroupNode = isRoot
      ? only
      : { kind: 'group', name: 'document', required: true, max: 1, members };
    if (members.length === 0) this.#entries.report(commonSentence('format-tree/empty'), path);
    this.#unusedRecords();
    this.#nesting(root, isRoot ? [...path, Object.keys(this.#parts.tree)[0] ?? ''] : path);
    return root;
  }

  #members(entries: TreeMembers, path: YamlPath): readonly DescriptionNode[] {
    return this.#entries
      .list(entries, path)
      .flatMap(({ name, value, path: at }) => this.#member(name, value, at) ?? []);
  }

  #member(name: TreeName, value: unknown, path: YamlPath): DescriptionNode | undefined {
    if (this.#reading.isField(value)) {
      if (name.max > 1)
        this.#entries.report(commonSentence('format-tree/value-list'), path, { name: name.name });
      return this.#reading.field(name, value, path);
    }
    if (isMap(value)) return this.#group(name, value, path);
    this.#entries.report(this.#reading.lacks, path, { name: name.name });
    return undefined;
  }

  #group(name: TreeName, value: TreeMembers, path: YamlPath): GroupNode {
    const record = this.#records.get(name.name);
    const own = this.#members(value, path);
    const isInTree = path[0] === 'tree' && path.length > 2;
    if (isInTree && this.#parts.records !== undefined && record === undefined)
      this.#entries.report(commonSentence('format-record/not-described'), path, {
        name: name.name,
        todo: renderSuggestion(name.name, [...this.#records.keys()], 'records', this.#entries.language),
      });
    if (record !== undefined) this.#used.add(record.name);
    const key = value.$key === undefined ? undefined : this.#reading.key?.(value.$key, [...path, '$key']);
    const type = record === undefined ? {} : { record: record.type };
    return {
      kind: 'group',
      ...name,
      ...(key && { key }),
      ...type,
      members: [...(record?.members ?? []), ...own],
    };
  }

  #unusedRecords(): void {
    const { header, trailer } = this.#parts.file ?? {};
    for (const name of this.#records.keys()) {
      if (this.#used.has(name) || name === header || name === trailer) continue;
      this.#entries.report(commonSentence('format-record/unused'), ['records', name], { name });
    }
  }

  /** Without records, rows can show one list per group, and a list that holds another one needs a key. */
  #nesting(group: GroupNode, path: YamlPath): void {
    if (this.#parts.records !== undefined) return;
    const lists = listsIn(group);
    const [, second] = lists;
    if (second !== undefined)
      this.#entries.report(commonSentence('format-tree/second-list'), path, {
        name: second.name,
        other: lists[0]?.name ?? '',
      });
    for (const list of lists) {
      if (listsIn(list).length > 0 && list.key === undefined)
        this.#entries.report(commonSentence('format-tree/no-key'), path, { name: list.name });
      this.#nesting(list, path);
    }
  }
}

/** The lists of a group, those in groups that are no lists included. */
function listsIn(group: GroupNode): readonly GroupNode[] {
  return group.members.flatMap((member) => {
    if (member.kind === 'field') return [];
    return isList(member) ? [member] : listsIn(member);
  });
}
