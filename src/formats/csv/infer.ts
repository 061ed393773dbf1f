import { localize } from '../../findings/localized-text.ts';
import type { SyntaxInference } from '../define-syntax.ts';
import { listRecordValues } from '../infer/record-order.ts';
import { inferRecords } from './inference/infer-records.ts';
import { inferCsv, listSampledValues, proposeTable, renderCsvYaml } from './inference/infer-table.ts';
import { proposeRecordRows, renderRecordsYaml } from './inference/render-records.ts';
import { openTables } from './inference/sample-table.ts';

/** A text that nobody else takes is a table: with rows of several kinds, with headings, or without. */
export const csvInference: SyntaxInference = {
  recognise: () => 'possible',
  inferDescription(name, samples, _referenced, corrections = {}) {
    const { encoding, tables } = openTables(samples, corrections);
    const records = inferRecords(tables, encoding, corrections);
    if (records !== undefined) {
      const values = listRecordValues(records.kinds);
      return {
        ...{ text: renderRecordsYaml(name, records), proposal: proposeRecordRows(records) },
        ...(values === undefined ? {} : { sampled: { values, lines: 'lines' } }),
      };
    }
    if (corrections.typeColumn)
      return { because: localize('sample-no-kinds', { column: corrections.typeColumn }) };
    const inferred = inferCsv(tables, encoding, corrections);
    if (inferred === undefined) return { because: localize('sample-no-table') };
    const values = listSampledValues(inferred);
    const hasMeaning = values.some(({ meaning }) => meaning?.[inferred.kind] !== undefined);
    return {
      text: renderCsvYaml(name, inferred),
      proposal: proposeTable(inferred),
      ...(hasMeaning ? { sampled: { values, lines: 'lines' } } : {}),
    };
  },
};
