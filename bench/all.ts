import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { missedStatus } from './kit/report.ts';

/**
 * `npm run bench [-- NAME…]`: runs the benchmarks, all or those named, one after the other, and writes what they printed to
 * bench/RESULTS.md. Nothing else should run on the machine meanwhile: the load before each stands there. Ends with status 1 when one has
 * missed a target.
 */
const benches = [
  'order-latency',
  'orders-per-second',
  'format-orders',
  'split-file',
  'first-of-large-file',
  'cut-interchange',
  'journal-writes',
  'webhooks-per-second',
  'large-order',
  'large-orders-waiting',
  'restart',
  'search-journal',
  'pages',
  'order-timeline',
  'metrics',
  'journal-day',
  'idle',
  'many-gateways',
  'outage',
  'growth',
  'pick-up',
  'sftp-pick-up',
  'bulk-drop',
  'two-gateways',
  'check-documents',
  'map-order',
  'map-replay',
  'preview',
  'export-bundle',
  'validation-memory',
];

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** What a benchmark printed, shown here as it comes; what it says on stderr is shown only. */
async function outputOf(name: string): Promise<{ readonly output: string; readonly hasMissed: boolean }> {
  const child = spawn(process.execPath, [here(`${name}.ts`)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    process.stdout.write(chunk);
  });
  const [code] = await once(child, 'close');
  const isWhole = code === 0 || code === missedStatus;
  return { output: isWhole ? output : `${output}\nended with status ${code}`, hasMissed: code !== 0 };
}

function section(name: string, seconds: number, load: number, output: string): string {
  const shown = output
    .split('\n')
    .filter((line) => !line.startsWith('{'))
    .join('\n')
    .trim();
  const day = new Date().toISOString().slice(0, 10);
  return `## ${name}\n\n\`node bench/${name}.ts\`, ${day}, ${machine()}, ${Math.round(seconds)} s, load before ${load.toFixed(1)}\n\n\`\`\`\n${shown}\n\`\`\`\n`;
}

function machine(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${memory} GB, ${process.platform}, Node ${process.version}`;
}

const head = `# What was measured

Written by \`npm run bench\`, but for the chapter *Counted*. Every figure is of one run, and means something beside the others of its table only.
`;
const chapters = { counted: '# Counted', own: `# ${machine()}`, others: '# On other machines' };

/** What stands there, by hand (counted) or of earlier runs. */
interface Results {
  readonly counted: string;
  /** By name: of this machine, and of others. */
  readonly own: Map<string, string>;
  readonly others: Map<string, string>;
}

function readResults(): Results {
  const text = existsSync(results) ? readFileSync(results, 'utf8') : '';
  const counted = text.split(/^(?=# )/m).find((part) => part.startsWith(chapters.counted)) ?? '';
  const parts = text.split(/^(?=##? )/m).filter((part) => part.startsWith('## '));
  const byName = (isOwn: boolean) =>
    new Map(
      parts
        .filter((part) => part.includes(`, ${machine()},`) === isOwn)
        .map((part) => [/^## (\S+)/.exec(part)?.[1] ?? '', part] as const),
    );
  return { counted, own: byName(true), others: byName(false) };
}

/** Those of this machine first; figures of two machines say nothing beside one another. */
function renderResults({ counted, own, others }: Results): string {
  const missing = benches.filter((name) => !own.has(name));
  const note = missing.length === 0 ? '' : `Not measured here yet: ${missing.join(', ')}.`;
  const ofAll = (sections: ReadonlyMap<string, string>) =>
    benches.flatMap((name) => sections.get(name) ?? []);
  const parts = [head, counted, chapters.own, note, ...ofAll(own), chapters.others, ...ofAll(others)];
  return `${parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

const results = here('RESULTS.md');
const all = readResults();
const missed: string[] = [];
const asked = process.argv.slice(2);
for (const name of asked.length === 0 ? benches : asked) {
  console.log(`\n== ${name}`);
  const [load = 0] = loadavg();
  const started = performance.now();
  const { output, hasMissed } = await outputOf(name);
  if (hasMissed) missed.push(name);
  all.own.set(name, section(name, (performance.now() - started) / 1000, load, output));
  writeFileSync(results, renderResults(all));
}
if (missed.length > 0) {
  console.error(`\nTargets were missed, or it did not end well: ${missed.join(', ')}`);
  process.exitCode = 1;
}
