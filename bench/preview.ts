/**
 * Does a preview keep up with who types? `node bench/preview.ts`. A key's way to its reply, in the thread of the workbench, another text
 * each time: p95 of 150 ms at 20 lines, 250 ms through a chain of three, 1.2 s at 500, 3 s at 5 MB; a click on a value within 1 s. Wall time
 * as whoever types has it, and time of all cores beside it, by which a busy machine is told from slow work. `preview-painted.ts` measures the
 * whole way, in a browser.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PreviewWorker } from '../src/workbench/trial/preview-worker.ts';
import type { TrialReply } from '../src/workbench/trial/trial-reply.ts';
import type { TrialAnswer, TrialQuestion } from '../src/workbench/trial/try-draft.ts';
import { readOwnSeconds } from './kit/processors.ts';
import { atMost, percentile, type Row, report, rounded } from './kit/report.ts';
import { buildInterchange, buildOrder, buildOrderOfSize } from './kit/trial-documents.ts';

const folder = fileURLToPath(new URL('../mappings', import.meta.url));
const own = '/nowhere/own';
const name = 'order-to-exchange';
let keys = 0;
function key({ mappings, path, bytes, rule }: Tried): TrialQuestion {
  keys += 1;
  const [name] = mappings;
  const text = `mapping: ${name}\nextends: scsn-gateway/${name}\ntarget: { ${rule(`k${keys}`)} }\n`;
  return {
    mappings,
    edits: { [join(own, `${name}.yaml`)]: Buffer.from(text) },
    source: { key: `${path} ${bytes.length}`, path, bytes },
    ...{ context: {}, language: 'en', document: 0 },
  };
}

interface Tried {
  readonly what: string;
  readonly mappings: TrialQuestion['mappings'];
  readonly path: string;
  readonly bytes: Uint8Array;
  /** What is typed: another text each time. */
  rule(text: string): string;
  readonly runs: number;
  /** Milliseconds. */
  readonly target: number;
}

const ofOrder = {
  mappings: [name],
  path: 'document.xml',
  rule: (text: string) => `order: { description: { $text: ${text} } }`,
} as const;
const tried: readonly Tried[] = [
  { ...ofOrder, what: '20 lines', bytes: buildOrder(20), runs: 60, target: 150 },
  {
    ...{
      what: '20 lines through three mappings',
      path: 'order.edi',
      bytes: buildInterchange(20),
      runs: 40,
      target: 250,
    },
    mappings: ['edifact-orders-to-order', 'complete-order', name],
    rule: (text) => `cbc:CustomerReference: { $text: ${text} }`,
  },
  { ...ofOrder, what: '500 lines', bytes: buildOrder(500), runs: 12, target: 1200 },
  { ...ofOrder, what: '5 MB', bytes: buildOrderOfSize(5_000_000), runs: 6, target: 3000 },
];

interface Times {
  readonly wall: number;
  readonly cpu: number;
}

async function measure(work: () => Promise<{ readonly kind: string }>): Promise<Times> {
  const [start, before] = [performance.now(), readOwnSeconds()];
  const { kind } = await work();
  if (kind !== 'answer') throw new Error(`A trial came to no answer: ${kind}.`);
  return { wall: performance.now() - start, cpu: (readOwnSeconds() - before) * 1000 };
}

function requireResult(reply: TrialReply<TrialAnswer>): void {
  const answer = reply.kind === 'answer' ? reply.answer : undefined;
  if (answer?.preview?.result.end !== undefined || !answer?.preview)
    throw new Error(`The document is not mapped to its end: ${JSON.stringify(answer?.findings ?? reply)}`);
}

const worker = new PreviewWorker({ folders: [own, folder] }, { patience: () => 60_000 });
const rows: Row[] = [];
for (const one of tried) {
  const { what, runs, target } = one;
  for (let n = 0; n < Math.ceil(runs / 4); n += 1) requireResult(await worker.tryEdit('bench', key(one)));
  const times: Times[] = [];
  for (let n = 0; n < runs; n += 1) times.push(await measure(() => worker.tryEdit('bench', key(one))));
  const last = key(one);
  await worker.tryEdit('bench', last);
  const click = await measure(() => worker.traceEdit('bench', last, { in: 'document', line: 5 }));
  const walls = times.map(({ wall }) => wall);
  const cpu = percentile(
    times.map((one) => one.cpu),
    0.5,
  );
  rows.push(
    { what: `key, ${what}: p50, ms`, figure: rounded(percentile(walls, 0.5)) },
    { what: 'p95, ms', ...atMost(target, percentile(walls, 0.95)) },
    { what: 'all cores, ms', figure: rounded(cpu) },
    { what: 'click on a value, ms', ...atMost(1000, click.wall) },
  );
}
report('A key in the workbench, from question to reply', rows);
await worker.close();
