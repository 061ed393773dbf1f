import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missedStatus } from './report.ts';
import {
  type BenchmarkRun,
  type Place,
  parseResultsPage,
  renderResultsPage,
  renderSection,
} from './results-page.ts';

/** A program of the folder `bench`. */
export interface Benchmark {
  readonly name: string;
  /** With these it is part of the short run. */
  readonly short?: readonly string[];
}

export interface BenchmarkPlan {
  /** Where the programs are. */
  readonly folder: string;
  /** The page that they are written to. */
  readonly results: string;
  /** All there are, in the order of the page. */
  readonly benchmarks: readonly Benchmark[];
  /** Names of those that run; none: all. With `short` among them those of the short run alone, as it has them. */
  readonly asked: readonly string[];
}

/** Runs them one after the other, and notes each on the page as soon as it has ended. Resolves to the names of those that missed a target. */
export async function runBenchmarks(plan: BenchmarkPlan): Promise<readonly string[]> {
  const place = { machine: describeMachine(), commit: readCommit() };
  const missed: string[] = [];
  for (const { name, words } of listRuns(plan)) {
    console.log(`\n== ${[name, ...words].join(' ')}`);
    const { hasMissed, ...run } = await runBenchmark(plan.folder, name, words);
    if (hasMissed) missed.push(name);
    noteRun(plan, { ...run, ...place });
  }
  return missed;
}

/** In the order of the page. Throws for a name that is none. */
function listRuns({ benchmarks, asked }: BenchmarkPlan) {
  const named = asked.filter((word) => word !== 'short');
  const unknown = named.filter((word) => benchmarks.every(({ name }) => name !== word));
  if (unknown.length > 0) throw new Error(`There is no benchmark ${unknown.join(', ')}.`);
  const chosen = benchmarks.filter(({ name }) => named.length === 0 || named.includes(name));
  if (!asked.includes('short')) return chosen.map(({ name }) => ({ name, words: [] }));
  return chosen.flatMap(({ name, short }) => (short === undefined ? [] : [{ name, words: short }]));
}

/** What it prints is shown here as it comes; what it says on stderr is shown only. */
async function runBenchmark(folder: string, name: string, words: readonly string[]) {
  const [load = 0] = loadavg();
  const started = performance.now();
  const child = spawn(process.execPath, [join(folder, `${name}.ts`), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    process.stdout.write(chunk);
  });
  const [code] = await once(child, 'close');
  const endedBadly = code !== 0 && code !== missedStatus;
  return {
    ...{ name, words, load, endedBadly, hasMissed: code !== 0 },
    day: new Date().toISOString().slice(0, 10),
    seconds: (performance.now() - started) / 1000,
    output: endedBadly ? `${output}\nended with status ${code}` : output,
  };
}

function noteRun({ results, benchmarks }: BenchmarkPlan, run: BenchmarkRun): void {
  const place: Place = run;
  const page = parseResultsPage(existsSync(results) ? readFileSync(results, 'utf8') : '', place);
  const own = new Map(page.own).set(run.name, renderSection(run));
  const order = benchmarks.map(({ name }) => name);
  writeFileSync(results, renderResultsPage({ ...page, own }, place, order));
}

function describeMachine(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${memory} GB, ${process.platform}, Node ${process.version}`;
}

/** With `+` when something is changed that is not committed; the page itself does not count. */
function readCommit(): string {
  const git = (...words: readonly string[]): string =>
    execFileSync('git', words, {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      encoding: 'utf8',
    }).trim();
  const isChanged =
    git('status', '--porcelain', '--untracked-files=no', '--', ':/', ':!/bench/RESULTS.md') !== '';
  return `${git('rev-parse', '--short=8', 'HEAD')}${isChanged ? '+' : ''}`;
}
