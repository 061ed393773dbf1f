import { describeKind } from '../../infer/drafted-kinds.ts';
import type { RecordField, RecordFieldSample } from '../../infer/infer-record-fields.ts';
import { describeDocuments, describeRecords, proposeField, proposeKinds } from '../../infer/record-order.ts';
import { mostShownRows, type SampleProposal } from '../../infer/sample-proposal.ts';
import { isFileMap, renderYaml } from '../../infer/yaml-text.ts';
import { plainTypeOf } from './heading-rows.ts';
import type { InferredRecords } from './infer-records.ts';

/** The text of a format file. */
export function renderRecordsYaml(name: string, inferred: InferredRecords): string {
  const { encoding, separator, marks, skip, typeColumn, kinds, document, headingRows } = inferred;
  const csv = {
    separator: separator === '\t' ? 'tab' : separator,
    ...{ headings: 0, ...marks },
    ...(skip.length === 0 ? {} : { skip }),
  };
  const { documents, file, tree } = describeDocuments(kinds, document);
  const description = {
    ...{ format: name, syntax: 'csv', ...describeKind(document), encoding, csv },
    record: { type: { column: typeColumn } },
    records: describeRecords(kinds, fieldOf),
    ...{ documents, ...(file === undefined ? {} : { file }), tree },
  };
  const text = renderYaml(
    description,
    (map) => isFileMap(map) || ['column', 'separator', 'starts', 'type'].some((one) => map.has(one)),
  );
  return headingRows.length > 0 ? text : `${withoutHeadings}${text}`;
}

const withoutHeadings =
  '# Nothing in such a file says what its fields are: look whether each is what its name says.\n';

const fieldOf = ({ first, type, empty }: RecordFieldSample & RecordField) => ({
  column: first,
  ...(type === 'text' ? {} : { type }),
  ...(empty.length === 0 ? {} : { empty: [...empty] }),
});

/** What a person looks at. */
export function proposeRecordRows(inferred: InferredRecords): SampleProposal {
  const { encoding, separator, marks, typeColumn, kinds, document, table, headingRows } = inferred;
  const types = new Set(kinds.map(({ type }) => type));
  return {
    ...{ encoding, marks, separator, typeColumn, headingRows },
    records: proposeKinds(kinds),
    fields: kinds.flatMap((kind) => kind.fields.map((field) => proposeField(kind.type, field, document))),
    rows: table.rows.slice(0, mostShownRows).map((cells, n) => {
      const type = plainTypeOf(cells, typeColumn - 1);
      return { line: table.lines[n] ?? 0, ...(types.has(type) ? { record: type } : {}), cells };
    }),
  };
}
