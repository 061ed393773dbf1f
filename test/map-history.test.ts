import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ran, ran } from '../src/cli/testkit/ran.ts';
import { readJournal } from '../src/journal/open.ts';
import { historyOf } from '../src/replay/versions/history.ts';
import { orderXml } from './kit/documents.ts';
import { Site } from './kit/site.ts';

/** Which version of a mapping made what, what it said, and the way back to it. */

let site: Site;
const name = 'order-to-exchange';
const extending = `mapping: ${name}\nextends: scsn-gateway/${name}\n`;

function save(file: string, text: string): void {
  mkdirSync(dirname(site.path('own', file)), { recursive: true });
  writeFileSync(site.path('own', file), text);
}

async function deliver(number: string): Promise<void> {
  await site.start('none');
  site.drop('erp/out/orders-json', `${number}.xml`, orderXml({ number }));
  await site.ended(`${number}.xml`);
  await site.stop();
}

const gateway = (...words: readonly string[]): Promise<Ran> => ran(site.folder, ...words);

beforeAll(async () => {
  site = await Site.open({ config: (config) => Object.assign(config, { mappings: 'own' }) });
  mkdirSync(site.path('own'));
  await deliver('PO-1');
  save(`${name}.yaml`, `${extending}target:\n  order: { description: { $text: edition 1 } }\n`);
  await deliver('PO-2');
  await deliver('PO-3');
  save(`${name}.yaml`, `${extending}target:\n  order: { description: { $text: edition 2 } }\n`);
  save('tables/units-to-exchange.add.csv', 'erp,exchange\nSTK,C62\n');
  await deliver('PO-4');
});
afterAll(() => site.close());

it('lists the versions that made messages', async () => {
  const { out } = await gateway('map', 'history', name);
  const rows = out
    .trim()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  const cells = rows.map(([version, , , by, , messages, , , channels]) => [version, by, messages, channels]);
  expect(cells).toEqual([
    ['VERSION', 'BY', 'MESSAGES', 'CHANNELS'],
    ['v1', '-', '1', 'orders-json'],
    ['v2', '-', '2', 'orders-json'],
    ['v3', '-', '1', 'orders-json'],
  ]);
  expect((await gateway('map', 'history', 'order-to-order')).out).toMatch(/^No message/);
});

it('keeps their numbers when an older message is tried again with a newer one', async () => {
  const id = (await site.messages()).find((message) => message.name === 'PO-1.xml')?.id ?? 0;
  // as after a retry: what the first message was made with is the newest version now
  const copy = site.path('copy.db');
  await gateway('journal', 'backup', 'copy.db');
  const db = new DatabaseSync(copy);
  db.exec(
    `update message set generation = (select generation from message where name = 'PO-4.xml') where id = ${id}`,
  );
  db.close();
  const journal = await readJournal({ sqlite: copy });
  const versions = await historyOf(journal, name);
  await journal.close();
  expect(versions.map(({ number, use }) => [number, use?.messages])).toEqual([
    [1, undefined],
    [2, 2],
    [3, 2],
  ]);
});

it('tells where two of them differ, in rules and in tables', async () => {
  const { out } = await gateway('map', 'diff', name, 'v2', '3');
  expect(out).toContain('target/order/description/$text\n    - edition 1\n    + edition 2\n');
  expect(out).toContain('tables/units-to-exchange.csv STK\n    + C62\n');
  expect((await gateway('map', 'diff', name, 'v1', 'v9')).err).toContain('There is no version v9');
});

it('prints what made a message', async () => {
  const id = (await site.messages()).find((message) => message.name === 'PO-2.xml')?.id;
  const { out } = await gateway('journal', 'show', `${id}`, '--mapping');
  expect(out).toMatch(/^# mapping order-to-exchange, version [0-9a-f]{8}\n/);
  expect(out).toContain(`# ${name}.yaml (own)`);
  expect(out).toContain('edition 1');
  expect(out).toContain('# tables/units-to-exchange.csv (delivered)');
});

it('goes back to one, and keeps what was there', async () => {
  const { out, code } = await gateway('map', 'restore', name, 'v2');
  expect(code).toBe(0);
  expect(readFileSync(site.path('own', `${name}.yaml`), 'utf8')).toContain('edition 1');
  expect(existsSync(site.path('own/tables/units-to-exchange.add.csv'))).toBe(false);
  const [stamp = ''] = readdirSync(site.path('own/.replaced'));
  expect(out).toContain(`What was there lies in`);
  expect(readFileSync(site.path('own/.replaced', stamp, `${name}.yaml`), 'utf8')).toContain('edition 2');
  expect(existsSync(site.path('own/.replaced', stamp, 'tables/units-to-exchange.add.csv'))).toBe(true);
  await deliver('PO-5');
  const { out: history } = await gateway('map', 'history', name);
  expect(history).toMatch(/^v2 .* 3  .*orders-json$/m);
  expect((await gateway('map', 'restore', name, 'v1')).out).toContain('taken away');
  expect(existsSync(site.path('own', `${name}.yaml`))).toBe(false);
  expect((await gateway('map', 'restore', name, 'v1')).out).toContain('holds version v1 already');
});
