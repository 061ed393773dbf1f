import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { requireFormat } from '../src/formats/find-format.ts';
import type { Journal } from '../src/journal/journal.ts';
import { openSqliteJournal } from '../src/journal/sqlite/open-sqlite.ts';
import { checkDocument } from '../src/pipeline/check/check-document.ts';
import { addAllDocuments } from '../src/pipeline/check/file-documents.ts';
import { loadChannelRuntimes } from '../src/pipeline/runtime/channel-runtime.ts';
import { orders } from '../src/pipeline/testkit/pickup.ts';
import { csvOrders } from '../test/kit/csv.ts';
import { interchange } from './kit/interchange.ts';
import { atMost, percentile, report, rounded } from './kit/report.ts';
import { memoryOf } from './kit/site.ts';

/**
 * How long does it take until the documents of one file are messages of their own, and how long does a webhook wait for the
 * journal meanwhile? `node bench/split-file.ts [ORDERS]`: a CSV of so many orders of 20 rows (5,000; asked for are 30 s), then
 * an interchange of 50 MB (240 s, and 600 MB of memory); a webhook waits for 100 ms at the most.
 */
const count = Number(process.argv[2] ?? 5000);

function csv(): Buffer {
  const rows = Array.from({ length: count * 20 }, (_, n) => {
    const [order, line] = [Math.floor(n / 20), (n % 20) + 1];
    const name = `Plate ${line} of order ${order}`;
    return { number: `PO-${order}`, line: `${line * 10}`, quantity: `${line},5`, unit: 'PCE', name };
  });
  return Buffer.from(csvOrders(rows));
}

const boxes = loadChannelRuntimes(undefined);
const own = boxes.forSchemas(undefined);

/** Milliseconds for which each of them waited, one every 10 ms. */
async function webhooks(journal: Journal, ended: () => boolean): Promise<readonly number[]> {
  const waits: number[] = [];
  for (let n = 0; !ended(); n += 1) {
    const since = performance.now();
    await journal.receive([
      {
        ...{ channel: 'responses', direction: 'outbound', lane: 'outbound/responses', name: 'orderCreated' },
        source: { kind: 'webhook', method: 'POST' },
        bytes: Buffer.from(`{"n":${n}}`),
      },
    ]);
    waits.push(performance.now() - since);
    await setTimeout(10);
  }
  return waits;
}

async function measure(name: string, document: string, bytes: Buffer, seconds: number): Promise<void> {
  const tools = { ...own, format: () => requireFormat(own.formats, document) };
  const source = { kind: 'file' as const, id: 'a', name, size: bytes.length, mtime: 0 };
  const folder = mkdtempSync(join(tmpdir(), 'split-file-'));
  const journal = openSqliteJournal(join(folder, 'journal.db'));
  const [id] = await journal.receive([
    { channel: 'orders', direction: 'inbound', lane: 'inbound/orders', name, source, bytes },
  ]);
  const [message, since] = [await journal.message(id ?? 0), performance.now()];
  const result = checkDocument(tools, orders, { bytes, source });
  const cut = performance.now();
  if (message === undefined || result.verdict !== 'split') throw new Error(JSON.stringify(result));
  let isAdded = false;
  const waiting = webhooks(journal, () => isAdded);
  await addAllDocuments(journal, message, result, new AbortController().signal);
  isAdded = true;
  const whole = (performance.now() - since) / 1000;
  const waits = await waiting;
  const size = rounded(bytes.length / 1e6);
  report(`How long until ${result.documents.length} documents of ${name} (${size} MB) are messages?`, [
    { what: 'cut, s', figure: rounded((cut - since) / 1000, 2) },
    { what: 'cut and added, s', ...atMost(seconds, whole, 1) },
    { what: 'a webhook meanwhile, p99, ms', ...atMost(100, percentile(waits, 0.99)) },
    { what: 'the longest, ms', figure: rounded(percentile(waits, 1)) },
    { what: 'memory at most, MB', ...atMost(600, memoryOf(process.pid).peak) },
  ]);
  await journal.close();
  rmSync(folder, { recursive: true });
}

await measure('orders.csv', 'csv-order', csv(), 30);
await measure('orders.edi', 'edifact-d96a-orders', interchange({ size: 50_000_000, lines: 6 }), 240);
boxes.dispose();
