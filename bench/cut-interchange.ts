import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openDescriptions } from '../src/formats/description-folders.ts';
import { interchange } from './kit/interchange.ts';
import { report, rounded } from './kit/report.ts';

/**
 * How long does it take to cut a 50 MB interchange into its messages, and to read one of 20 lines? `node bench/cut-interchange.ts`;
 * what is asked for is 300 ms for the cut.
 */
const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;

function timed(times: number, work: () => void): number {
  return median(
    Array.from({ length: times }, () => {
      const since = performance.now();
      work();
      return performance.now() - since;
    }),
  );
}

const loaded = openDescriptions([fileURLToPath(new URL('../mappings', import.meta.url))]).load(
  'edifact-d96a-orders',
);
const format = loaded?.format;
if (format === undefined) throw new Error(JSON.stringify(loaded?.findings));
const large = interchange({ size: 50_000_000, lines: 6 });
const [cut] = [format.cut(large)];
const cutTime = timed(5, () => format.cut(large));
const small = format.cut(interchange({ size: 200_000, lines: 20 })).documents;
const [document] = small;
if (document === undefined) throw new Error('no document');
const readTime = timed(200, () => format.read(document));
const memory = readFileSync('/proc/self/status', 'utf8');

report('cut and read EDIFACT', [
  { what: 'messages in 50 MB', figure: cut?.documents.length ?? 0 },
  { what: 'cut, ms', figure: rounded(cutTime), target: '300', met: cutTime < 300 },
  { what: 'read a message of 20 lines, ms', figure: rounded(readTime, 2) },
  { what: 'memory at most, MB', figure: rounded(Number(/VmHWM:\s+(\d+)/.exec(memory)?.[1] ?? 0) / 1024) },
]);
