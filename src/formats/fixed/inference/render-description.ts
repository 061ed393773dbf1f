import { describeKind } from '../../infer/drafted-kinds.ts';
import type { RecordField } from '../../infer/infer-record-fields.ts';
import { describeDocuments, describeRecords, proposeField, proposeKinds } from '../../infer/record-order.ts';
import { mostShownRows, type SampleProposal } from '../../infer/sample-proposal.ts';
import { isFileMap, renderYaml } from '../../infer/yaml-text.ts';
import type { FixedFieldSample, InferredFixed } from './infer-fixed.ts';

/** The text of a format file. */
export function renderFixedYaml(
  name: string,
  { kinds, document, type, encoding, marks }: InferredFixed,
): string {
  const { documents, file, tree } = describeDocuments(kinds, document);
  const description = {
    format: name,
    syntax: 'fixed',
    ...describeKind(document),
    encoding,
    record: { ends: 'newline', type },
    records: describeRecords(kinds, fieldOf),
    numbers: marks,
    ...{ documents, ...(file === undefined ? {} : { file }), tree },
  };
  const text = renderYaml(
    description,
    (map) => isFileMap(map) || ['ends', 'at', 'decimal', 'starts', 'place'].some((one) => map.has(one)),
  );
  return `# Nothing in such a file says what its fields are: look whether each is what its name says.\n${text}`;
}

function fieldOf({ length, first, type, empty }: FixedFieldSample & RecordField) {
  const place = `${length}@${first}`;
  if (empty.length > 0) return { place, type, empty: [...empty] };
  return type === 'text' ? place : `${place} ${type}`;
}

/** What a person looks at. */
export const proposeRecords = ({
  encoding,
  marks,
  type,
  kinds,
  document,
  lines,
}: InferredFixed): SampleProposal => ({
  ...{ encoding, marks, recordType: type },
  records: proposeKinds(kinds),
  fields: kinds.flatMap((kind) =>
    kind.fields.map((field) => ({
      ...proposeField(kind.type, field, document),
      ...{ first: field.first, length: field.length },
    })),
  ),
  rows: lines
    .slice(0, mostShownRows)
    .map(({ line, type: record, text }) => ({ line, record, cells: [text] })),
});
