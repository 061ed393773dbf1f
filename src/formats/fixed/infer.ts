import { localize } from '../../findings/localized-text.ts';
import type { SyntaxInference } from '../define-syntax.ts';
import { listRecordValues } from '../infer/record-order.ts';
import { inferFixed } from './inference/infer-fixed.ts';
import { findRecordType } from './inference/record-type.ts';
import { proposeRecords, renderFixedYaml } from './inference/render-description.ts';

/** Lines without separators that say at their beginning what they are. */
export const fixedInference: SyntaxInference = {
  recognise: (head) => (areRecords(head) ? 'likely' : undefined),
  inferDescription(name, samples, _referenced, corrections) {
    const inferred = inferFixed(samples, corrections);
    if (inferred === undefined) return { because: localize('sample-no-records') };
    const values = listRecordValues(inferred.kinds);
    return {
      text: renderFixedYaml(name, inferred),
      proposal: proposeRecords(inferred),
      ...(values === undefined ? {} : { sampled: { values, lines: 'lines' } }),
    };
  },
};

/** Characters of a line that may hold several values. A record that ends an order may be shorter: most lines are not. */
const shortest = 16;

function areRecords(head: string): boolean {
  // the last one may be cut off
  const lines = head
    .split(/\r\n|\n|\r/)
    .slice(0, -1)
    .filter((line) => line.trim() !== '');
  const short = lines.filter((line) => line.trimEnd().length < shortest);
  const isText = /^\s*[<{["]/.test(head) || short.length >= lines.length / 2;
  const isTable = [';', '\t', '|', ','].some((mark) => lines.every((line) => line.includes(mark)));
  return lines.length > 1 && !isText && !isTable && findRecordType(lines) !== undefined;
}
