import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Message } from '../src/journal/model/message.ts';
import { openSqliteJournal } from '../src/journal/sqlite/open-sqlite.ts';
import { orderXml } from '../test/kit/documents.ts';
import { startBareExchange } from './kit/exchange.ts';
import { report } from './kit/report.ts';
import { BenchSite } from './kit/site.ts';

/**
 * Is order kept when an ERP renames thousands of files into the folder at once, second versions among them?
 * `node bench/bulk-drop.ts [FILES] [DROPS]`: one file in ten is the second version of the order before it. Counts the second
 * versions that were received before the first, and what was parked.
 */
const [files = 5_000, drops = 10] = process.argv.slice(2).map(Number);

const exchange = await startBareExchange();
const site = new BenchSite();
const folder = site.make('out');
const staging = site.make('staging');
const from = { folder: 'out', byDate: false };
site.configure(exchange.url, {
  orders: { from, document: 'scsn/Order', to: { exchange: 'sci-connector/order' } },
});
const gateway = await site.start();
for (let drop = 1; drop <= drops; drop += 1) {
  const names = stage(drop);
  // in the order in which they were written, as fast as can be, while the gateway looks
  for (const name of names) renameSync(`${staging}/${name}`, `${folder}/${name}`);
  while (ended() < drop * files) await pause(200);
}
await gateway.kill();

const journal = openSqliteJournal(site.path('data', 'journal.db'));
const messages = await journal.list({ limit: 2 * files * drops });
await journal.close();
const ids = new Map(messages.map(({ name, id }) => [name, id]));
const overtaken = messages.filter(({ name, id }) => /-1\.xml$/.test(name) && isBefore(name, id));
const count = (state: Message['state']): number =>
  messages.filter((message) => message.state === state).length;
report(`Is order kept when ${files} files are renamed into the folder at once, ${drops} times?`, [
  {
    what: 'files taken',
    figure: messages.length,
    target: `${files * drops}`,
    met: messages.length === files * drops,
  },
  { what: 'second versions taken first', figure: overtaken.length, target: '0', met: overtaken.length === 0 },
  { what: 'parked', figure: count('parked'), target: '0', met: count('parked') === 0 },
]);
await site.close();
await exchange.close();

/** Answers their names, in the order in which they were written. */
function stage(drop: number): readonly string[] {
  return Array.from({ length: files }, (_, n) => {
    const version = n % 10 === 9 ? 2 : 1;
    const order = version === 2 ? n - 1 : n;
    const name = `order-${drop}-${order}-${version}.xml`;
    const bytes = orderXml({ number: `PO-${drop}-${order}`, date: `2026-03-0${version + 1}` });
    writeFileSync(`${staging}/${name}`, bytes);
    return name;
  });
}

/** Was its second version received before it? */
function isBefore(name: string, id: number): boolean {
  return (ids.get(name.replace(/-1\.xml$/, '-2.xml')) ?? Number.POSITIVE_INFINITY) < id;
}

function ended(): number {
  let count = 0;
  for (const place of ['archive', 'parked', 'error']) {
    mkdirSync(`${folder}/${place}`, { recursive: true });
    count += readdirSync(`${folder}/${place}`).filter((name) => name.endsWith('.xml')).length;
  }
  return count;
}
