/**
 * What does the page of tables cost with a table of a million rows? `node bench/large-table.ts [ROWS]`. Time of all cores in the process, thread
 * of trials included, for the first look at it in a thread that is warm, for the next one, for a search and after a row was typed; and what the
 * process takes of memory. 1 s is promised for the first look.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFile } from '../src/package.ts';
import { PreviewWorker } from '../src/workbench/trial/preview-worker.ts';
import { readOwnSeconds } from './kit/processors.ts';
import { atMost, type Row, report, rounded } from './kit/report.ts';

const count = Number(process.argv[2] ?? 1_000_000);
const mapping = 'order-to-exchange';
const own = mkdtempSync(join(tmpdir(), 'large-table-'));
mkdirSync(join(own, 'tables'));
const rows = Array.from({ length: count }, (_, n) => `ARTICLE-${n},C62\n`).join('');
writeFileSync(join(own, 'tables', 'units-to-exchange.csv'), `unit in the ERP,unit at the exchange\n${rows}`);

/** Nothing of the bench itself is to count. */
const worker = new PreviewWorker({ folders: [own, packageFile('mappings')] }, { patience: () => 60_000 });
const none = { key: 'none', path: 'none.xml', bytes: new Uint8Array() };
await worker.warm({
  ...{ mappings: ['order-response-to-exchange'], edits: {}, source: none },
  ...{ context: {}, language: 'en', document: 0 },
});

async function look(edits: Readonly<Record<string, Uint8Array>> = {}, find?: string): Promise<number> {
  const before = readOwnSeconds();
  const asked = { mapping, table: 'unit', find, edits, language: 'en' } as const;
  const reply = await worker.showTables(asked, new AbortController().signal);
  if (reply.kind !== 'answer' || reply.answer.shown === undefined)
    throw new Error(`The table is not shown: ${JSON.stringify(reply).slice(0, 200)}`);
  return rounded((readOwnSeconds() - before) * 1000);
}

const added = { [join(own, 'tables', 'units-to-exchange.add.csv')]: Buffer.from('a,b\nSTK,C62\n') };
const first = await look();
const table: Row[] = [
  { what: 'first look, ms of all cores', ...atMost(1000, first) },
  { what: 'again, ms', figure: await look() },
  { what: 'a row typed, ms', figure: await look(added) },
  { what: 'rows sought of which there are some, ms', figure: await look(added, 'article-99999') },
  { what: 'rows sought of which all are, ms', figure: await look(added, 'article') },
  { what: 'memory of the process, MB', figure: rounded(process.memoryUsage().rss / 1e6) },
];
report(`A table of ${count} rows on its page`, table);
await worker.close();
rmSync(own, { recursive: true });
