import { renderSuggestion } from '../../findings/nearest-names.ts';
import type { Finding } from '../../types.ts';
import type { YamlSource } from '../../yaml/yaml-source.ts';
import type { GroupNode } from './description-nodes.ts';
import type { FormatCode } from './format-codes.ts';
import type { RecordNode } from './read-records.ts';

/** Of a description, which records documents begin with, and which stand around all of them. */
interface SurroundingRecords {
  readonly documents: unknown;
  readonly file: {
    readonly header?: string | undefined;
    readonly trailer?: string | undefined;
    readonly counts: Readonly<Record<string, unknown>>;
  };
}

/** Records that are named there and not described. */
export function checkSurroundingRecords(
  source: YamlSource<FormatCode>,
  { documents, file }: SurroundingRecords,
  records: ReadonlyMap<string, RecordNode>,
): readonly Finding[] {
  const names = [...records.keys()];
  const record = (path: readonly string[], name: unknown): readonly Finding[] =>
    typeof name !== 'string' || names.includes(name)
      ? []
      : [
          source.finding(
            'format-record',
            path,
            `There is no record \`${name}\`.`,
            renderSuggestion(name, names, 'records'),
          ),
        ];
  return [
    ...record(['documents', 'starts'], startRecordOf(documents)),
    ...record(['file', 'header'], file.header),
    ...record(['file', 'trailer'], file.trailer),
    ...checkCounts(source, file, records.get(file.trailer ?? '')),
  ];
}

/** The record that documents begin with; undefined where documents are separated by something else. */
export function startRecordOf(documents: unknown): string | undefined {
  const isObject = typeof documents === 'object' && documents !== null && 'starts' in documents;
  return isObject && typeof documents.starts === 'string' ? documents.starts : undefined;
}

function checkCounts(
  source: YamlSource<FormatCode>,
  { counts }: SurroundingRecords['file'],
  trailer: RecordNode | undefined,
): readonly Finding[] {
  const fields = (trailer?.members ?? []).flatMap(({ kind, name }) => (kind === 'field' ? [name] : []));
  return Object.keys(counts)
    .filter((name) => !fields.includes(name))
    .map((name) =>
      source.keyFinding(
        'format-record',
        ['file', 'counts', name],
        `The trailer has no field \`${name}\`.`,
        renderSuggestion(name, fields, 'fields'),
      ),
    );
}

/** The record before all documents is the first thing in the tree of each. */
export function addHeader(root: GroupNode, { name, type, members }: RecordNode): GroupNode {
  const header: GroupNode = { kind: 'group', name, required: true, max: 1, record: type, members };
  return { ...root, members: [header, ...root.members] };
}
