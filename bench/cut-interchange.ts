import { fileURLToPath } from 'node:url';
import { openDescriptions } from '../src/formats/description-folders.ts';
import { interchange } from './kit/interchange.ts';
import { below, percentile, report, rounded } from './kit/report.ts';
import { memoryOf } from './kit/site.ts';

/**
 * How long does it take to cut a 50 MB interchange into its messages, and to read one of 20 lines? `node bench/cut-interchange.ts`;
 * what is asked for is 300 ms for the cut.
 */
function medianTime(times: number, work: () => void): number {
  const taken = Array.from({ length: times }, () => {
    const since = performance.now();
    work();
    return performance.now() - since;
  });
  return percentile(taken, 0.5);
}

const loaded = openDescriptions([fileURLToPath(new URL('../mappings', import.meta.url))]).load(
  'edifact-d96a-orders',
);
const format = loaded?.format;
if (format === undefined) throw new Error(JSON.stringify(loaded?.findings));
const large = interchange({ size: 50_000_000, lines: 6 });
const { documents } = format.cut(large);
const cutTime = medianTime(5, () => format.cut(large));
const [document] = format.cut(interchange({ size: 200_000, lines: 20 })).documents;
if (document === undefined) throw new Error('no document');
const readTime = medianTime(200, () => format.read(document));

report('cut and read EDIFACT', [
  { what: 'messages in 50 MB', figure: documents.length },
  { what: 'cut, ms', ...below(300, cutTime) },
  { what: 'read a message of 20 lines, ms', figure: rounded(readTime, 2) },
  { what: 'memory at most, MB', figure: memoryOf(process.pid).peak },
]);
