import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { hostileFiles } from '../../src/formats/testkit/hostile.ts';
import { readAvailableMemory, shareMemory } from '../../src/pipeline/workers/worker-memory.ts';

/**
 * Run as a program under a limit of memory: reads each hostile file of so many bytes (those whose name matches) in a thread as the gateway's for large documents,
 * one after the other, and writes a line for each: its name and what it was told to be, or why the thread ended.
 */

/** Documents of one file that are read. */
const most = 500;

function codesOf(at: number, size: number): readonly string[] {
  const file = hostileFiles[at];
  if (file === undefined) return [];
  const format = file.format();
  const { documents, findings } = format.cut(file.make(size));
  const codes = new Set(findings.map(({ code }) => code));
  for (const document of documents.slice(0, most))
    for (const { code } of format.read(document).findings) codes.add(code);
  return [...codes];
}

function inThread(at: number, size: number): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const { large } = shareMemory(readAvailableMemory());
  const resourceLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: large };
  const thread = new Worker(new URL(import.meta.url), { workerData: { at, size }, resourceLimits });
  thread.on('message', (codes: readonly string[]) => resolve(codes.join(' ')));
  thread.on('error', ({ message }) => resolve(`ENDED ${message}`));
  return promise;
}

async function main(): Promise<void> {
  const size = Number(process.argv[2]);
  const wanted = new RegExp(process.argv[3] ?? '');
  for (const [at, { name }] of hostileFiles.entries()) {
    if (!wanted.test(name)) continue;
    const begun = performance.now();
    const told = await inThread(at, size);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const peak = Math.round(process.resourceUsage().maxRSS / 1024);
    console.log(`${name}: ${told || 'fine'} (${seconds} s, ${peak} MB)`);
  }
}

if (isMainThread) await main();
else parentPort?.postMessage(codesOf(workerData.at, workerData.size));
