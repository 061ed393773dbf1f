import { decodeWithEncoding } from '../../text/encodings.ts';
import type { InferredDescription, SyntaxInference } from '../define-syntax.ts';
import { guessEncoding } from '../infer/guess-encoding.ts';
import { inferRecordsYaml } from './inference/infer-records.ts';
import { inferCsv, listSampledValues, proposeTable, renderCsvYaml } from './inference/infer-table.ts';

/** A text that nobody else takes is a table, with headings or without. */
export const csvInference: SyntaxInference = {
  recognise: () => 'possible',
  inferDescription(name, samples, _referenced, corrections) {
    const inferred = inferCsv(samples, corrections);
    if (inferred === undefined) return inferWithoutHeadings(name, samples);
    const values = listSampledValues(inferred);
    const isOrder = values.some(({ meaning }) => meaning?.order !== undefined);
    return {
      text: renderCsvYaml(name, inferred),
      proposal: proposeTable(inferred),
      ...(isOrder ? { order: { values, lines: 'lines' } } : {}),
    };
  },
};

function inferWithoutHeadings(name: string, samples: readonly Uint8Array[]): InferredDescription {
  const [first = new Uint8Array()] = samples;
  const encoding = guessEncoding(first);
  const text = inferRecordsYaml(name, decodeWithEncoding(first, encoding).text ?? '', encoding);
  if (text !== undefined) return { text };
  return {
    because:
      'No row looks like headings, none says by its first field what it is, or no separator cuts the rows into columns: describe the format by hand (docs/own-format.md).',
  };
}
