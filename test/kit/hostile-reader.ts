import { once } from 'node:events';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { readPage } from '../../src/exchange/documents/read-large-page.ts';
import { hostileFiles } from '../../src/formats/testkit/hostile.ts';
import { readAvailableMemory, shareMemory } from '../../src/pipeline/workers/worker-memory.ts';

/**
 * Run as a program under a limit of memory: reads each hostile file of so many bytes (those whose name matches) in a thread as the gateway's for large documents,
 * one after the other, and writes a line for each: its name and what it was told to be, or why the thread ended. With `exchange`
 * instead of a pattern: each hostile order of the exchange, and a page of them of four times that size as the gateway reads it.
 */

/** Documents of one file that are read. */
const most = 500;

/** Bytes of the largest file after which a thread reads another. The gateway's goes away after two seconds without work. */
const mostInOneThread = 20_000_000;

function codesOfFile(at: number, size: number): readonly string[] {
  const file = hostileFiles[at];
  if (file === undefined) return [];
  const format = file.format();
  const { documents, findings } = format.cut(file.make(size));
  const codes = new Set(findings.map(({ code }) => code));
  for (const document of documents.slice(0, most))
    for (const { code } of format.read(document).findings) codes.add(code);
  return [...codes];
}

async function codesOfOrder(at: number, size: number): Promise<readonly string[]> {
  const { bodyOf, checkBody, hostileOrders } = await import('./hostile-orders.ts');
  const verdict = checkBody(bodyOf(hostileOrders[at]?.[1](size) ?? ''));
  return [verdict.verdict, ...('findings' in verdict ? verdict.findings.map(({ code }) => code) : [])];
}

interface ReaderTask {
  readonly of: 'files' | 'orders';
  readonly at: number;
  readonly size: number;
}

/** A thread that reads one after the other; another takes its place when it has ended. */
class ReaderThread {
  #thread: Worker | undefined;

  async read(task: ReaderTask): Promise<string> {
    this.#thread ??= startThread();
    this.#thread.postMessage(task);
    try {
      const [codes]: string[][] = await once(this.#thread, 'message');
      if (task.size > mostInOneThread) await this.end();
      return codes?.join(' ') ?? '';
    } catch (error) {
      this.#thread = undefined;
      return `ENDED ${error}`;
    }
  }

  async end(): Promise<void> {
    await this.#thread?.terminate();
    this.#thread = undefined;
  }
}

function startThread(): Worker {
  const { large } = shareMemory(readAvailableMemory());
  const resourceLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: large };
  return new Worker(new URL(import.meta.url), { resourceLimits });
}

async function tell(name: string, read: () => Promise<string>): Promise<void> {
  const begun = performance.now();
  const told = await read();
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(`${name}: ${told || 'fine'} (${seconds} s, ${peak} MB)`);
}

async function readFiles(size: number, wanted: RegExp): Promise<void> {
  const thread = new ReaderThread();
  for (const [at, { name }] of hostileFiles.entries())
    if (wanted.test(name)) await tell(name, () => thread.read({ of: 'files', at, size }));
  await thread.end();
}

async function readOrders(size: number): Promise<void> {
  const { closeHostileOrders, hostileOrders, pageOf } = await import('./hostile-orders.ts');
  const thread = new ReaderThread();
  for (const [at, [name, make]] of hostileOrders.entries()) {
    await tell(`an order ${name}`, () => thread.read({ of: 'orders', at, size }));
    await tell(`a page of orders ${name}`, async () => {
      const page = await readPage(pageOf(make, 4 * size), { limit: 100, now: Date.now() });
      return typeof page === 'string' ? page : '';
    });
  }
  await thread.end();
  closeHostileOrders();
}

const answer = async ({ of, at, size }: ReaderTask): Promise<void> =>
  parentPort?.postMessage(of === 'files' ? codesOfFile(at, size) : await codesOfOrder(at, size));

const [, , size, wanted = ''] = process.argv;
if (!isMainThread) parentPort?.on('message', (task: ReaderTask) => void answer(task));
else if (wanted === 'exchange') await readOrders(Number(size));
else await readFiles(Number(size), new RegExp(wanted));
