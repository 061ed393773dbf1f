import { renderSuggestion } from '../../findings/nearest-names.ts';
import type { Finding } from '../../types.ts';
import { commonSentence } from './common-sentences.ts';
import type { GroupNode } from './description-nodes.ts';
import type { DescriptionSource } from './description-source.ts';
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
  source: DescriptionSource,
  { documents, file }: SurroundingRecords,
  records: ReadonlyMap<string, RecordNode>,
): readonly Finding[] {
  const names = [...records.keys()];
  const record = (path: readonly string[], name: unknown): readonly Finding[] =>
    typeof name !== 'string' || names.includes(name)
      ? []
      : [
          source.findingAt(commonSentence('format-record/none'), path, {
            name,
            todo: renderSuggestion(name, names, 'records', source.language),
          }),
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
  source: DescriptionSource,
  { counts }: SurroundingRecords['file'],
  trailer: RecordNode | undefined,
): readonly Finding[] {
  const fields = (trailer?.members ?? []).flatMap(({ kind, name }) => (kind === 'field' ? [name] : []));
  return Object.keys(counts)
    .filter((name) => !fields.includes(name))
    .map((name) =>
      source.findingAtKey(commonSentence('format-record/counted'), ['file', 'counts', name], {
        name,
        todo: renderSuggestion(name, fields, 'fields', source.language),
      }),
    );
}

/** The record before all documents is the first thing in the tree of each. */
export function addHeader(root: GroupNode, { name, type, members }: RecordNode): GroupNode {
  const header: GroupNode = { kind: 'group', name, required: true, max: 1, record: type, members };
  return { ...root, members: [header, ...root.members] };
}
