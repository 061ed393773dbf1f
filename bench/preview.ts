/**
 * Does a preview keep up with who types? `node bench/preview.ts`. A key's way to its reply, in the thread of the workbench, another text
 * each time: p95 of 150 ms at 20 lines, 1.2 s at 500; a click on a value within 1 s. Wall time as whoever types has it, and time of all
 * cores beside it, by which a busy machine is told from slow work.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PreviewWorker } from '../src/workbench/trial/preview-worker.ts';
import type { TrialQuestion } from '../src/workbench/trial/try-draft.ts';
import { percentile, type Row, report, rounded } from './kit/report.ts';

const folder = fileURLToPath(new URL('../mappings', import.meta.url));
const own = '/nowhere/own';
const name = 'order-to-exchange';
const full = readFileSync(`${folder}/fixtures/${name}.full/document.xml`, 'utf8');
const lines = full.match(/<cac:OrderLine>[\s\S]*?<\/cac:OrderLine>/g) ?? [];

/** An order of so many lines: those of the fixture in turn. */
function order(count: number): Uint8Array {
  const numbered = Array.from({ length: count }, (_, index) =>
    (lines[index % lines.length] ?? '').replace(/(<cac:LineItem>\s*<cbc:ID>)[^<]*/, `$1${index + 1}`),
  );
  return Buffer.from(full.replace(/<cac:OrderLine>[\s\S]*<\/cac:OrderLine>/, numbered.join('\n')));
}

let keys = 0;
function key(count: number, bytes: Uint8Array): TrialQuestion {
  keys += 1;
  const text = `mapping: ${name}\nextends: scsn-gateway/${name}\ntarget: { order: { description: { $text: k${keys} } } }\n`;
  return {
    mappings: [name],
    edits: { [join(own, `${name}.yaml`)]: Buffer.from(text) },
    source: { key: String(count), path: 'document.xml', bytes },
    ...{ context: {}, language: 'en', document: 0 },
  };
}

const cores = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

interface Times {
  readonly wall: number;
  readonly cpu: number;
}

async function measure(work: () => Promise<{ readonly kind: string }>): Promise<Times> {
  const [start, before] = [performance.now(), cores()];
  const { kind } = await work();
  if (kind !== 'answer') throw new Error(`A trial came to no answer: ${kind}.`);
  return { wall: performance.now() - start, cpu: cores() - before };
}

const worker = new PreviewWorker({ folders: [own, folder] }, { patience: () => 60_000 });
const rows: Row[] = [];
for (const [count, runs, target] of [
  [20, 60, 150],
  [500, 12, 1200],
] as const) {
  const bytes = order(count);
  for (let n = 0; n < Math.ceil(runs / 4); n += 1) await worker.tryEdit('bench', key(count, bytes));
  const times: Times[] = [];
  for (let n = 0; n < runs; n += 1)
    times.push(await measure(() => worker.tryEdit('bench', key(count, bytes))));
  const last = key(count, bytes);
  await worker.tryEdit('bench', last);
  const click = await measure(() => worker.traceEdit('bench', last, { in: 'document', line: 5 }));
  const walls = times.map(({ wall }) => wall);
  const p95 = percentile(walls, 0.95);
  const cpu = percentile(
    times.map((one) => one.cpu),
    0.5,
  );
  rows.push(
    { what: `key, ${count} lines: p50, ms`, figure: rounded(percentile(walls, 0.5)) },
    { what: 'p95, ms', figure: rounded(p95), target: `<= ${target}`, met: p95 <= target },
    { what: 'all cores, ms', figure: rounded(cpu) },
    {
      ...{ what: 'click on a value, ms', figure: rounded(click.wall) },
      ...{ target: '<= 1000', met: click.wall <= 1000 },
    },
  );
}
report('A key in the workbench, from question to reply', rows);
await worker.close();
