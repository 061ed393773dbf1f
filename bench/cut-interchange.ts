import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { descriptionsIn } from '../src/formats/folders.ts';
import { report, rounded } from './kit/report.ts';

/**
 * How long does it take to cut a 50 MB interchange into its messages, and to read one of 20 lines? `node bench/cut-interchange.ts`;
 * what is asked for is 300 ms for the cut.
 */
const line = (n: number): string =>
  [
    `LIN+${n}++4012345678901:EN'`,
    `PIA+5+ACM-${n}:BP::92+SUP-${n}:SA::91'`,
    `IMD+F++:::Turned shaft 40 mm, steel S355, no ${n}'`,
    `QTY+21:${n}00:PCE'`,
    `DTM+2:20260316:102'`,
    `PRI+AAA:12.50::CT:100:PCE'`,
  ].join('\r\n');

function message(number: number, lines: number): string {
  const rows = Array.from({ length: lines }, (_, n) => line(n + 1)).join('\r\n');
  const head = ["BGM+220+PO-1+9'", "DTM+137:20260302:102'", "NAD+BY+4015448000006::9'", "NAD+SU+70012::92'"];
  const count = head.length + lines * 6 + 3;
  return [`UNH+${number}+ORDERS:D:96A:UN'`, ...head, rows, "UNS+S'", `UNT+${count}+${number}'`].join('\r\n');
}

function interchange(size: number, lines: number): Buffer {
  const messages: string[] = [];
  for (let length = 0, n = 1; length < size; n += 1) {
    const made = message(n, lines);
    messages.push(made);
    length += made.length;
  }
  const head = "UNA:+.? '\r\nUNB+UNOC:3+a:14+b:14+260302:0815+7'";
  return Buffer.from([head, ...messages, `UNZ+${messages.length}+7'`].join('\r\n'));
}

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

const loaded = descriptionsIn([fileURLToPath(new URL('../mappings', import.meta.url))]).load(
  'edifact-d96a-orders',
);
const format = loaded?.format;
if (format === undefined) throw new Error(JSON.stringify(loaded?.findings));
const large = interchange(50_000_000, 6);
const [cut] = [format.cut(large)];
const cutTime = timed(5, () => format.cut(large));
const small = format.cut(interchange(200_000, 20)).documents;
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
