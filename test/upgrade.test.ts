import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSqliteJournal } from '../src/journal/sqlite/open-sqlite.ts';
import { restoreJournal } from '../src/journal/sqlite/restore-journal.ts';
import { patience } from './kit/machine.ts';
import { Site } from './kit/site.ts';

/**
 * The rehearsal of an upgrade: a whole site of the first version (config, a mapping of its own over a delivered one, a journal with
 * messages in every state, files wherever files can lie) is started by today's gateway, which goes on; and the way back.
 */

vi.setConfig({ testTimeout: 120_000 * patience });

const root = fileURLToPath(new URL('..', import.meta.url));
const sample = readFileSync(join(root, 'samples/good/order-minimal.xml'));
const number = /<cbc:ID>(\d+)</.exec(sample.toString())?.[1] ?? '';

const ownMapping = `mapping: order-to-exchange
extends: scsn-gateway/order-to-exchange
target:
  order: { description: { $text: from the mapping of the site } }
`;

let site: Site;
/** Files of the years before: nobody's business any more. */
const left: Readonly<Record<string, string>> = {
  'erp/out/orders-json/archive/order-1.xml': '<Order/>',
  'erp/out/orders-json/error/bad.xml': '<Order',
  'erp/out/orders-json/error/bad.xml.report.txt': 'bad.xml was refused.',
  'erp/out/orders-json/notes.txt': 'of a person',
  'erp/in/responses/PO-1-000001.xml': '<OrderResponse/>',
};

/** The journal as the first version left it, for the exchange of this test. */
function oldJournal(path: string, exchange: string): void {
  const packed = readFileSync(join(root, 'src/journal/fixtures/journal-v1.db.zst'));
  writeFileSync(path, zstdDecompressSync(packed));
  const db = new DatabaseSync(path);
  db.prepare("update meta set value = ? where key = 'exchange'").run(exchange);
  db.close();
}

beforeEach(async () => {
  site = await Site.open({
    config: (config) => Object.assign(config, { mappings: 'mappings' }),
  });
  for (const [path, text] of Object.entries(left)) {
    mkdirSync(site.path(path, '..'), { recursive: true });
    writeFileSync(site.path(path), text);
  }
  mkdirSync(site.path('mappings'));
  mkdirSync(site.path('data'));
  writeFileSync(site.path('mappings/order-to-exchange.yaml'), ownMapping);
  const { url, companyId } = site.simulator;
  oldJournal(site.path('data/journal.db'), `${url}, company ${companyId}`);
  writeFileSync(site.path('erp/out/orders-json/while-it-stood.xml'), sample);
});
afterEach(() => site.close());

const copyOf = (): string =>
  readdirSync(site.path('data')).find((name) => name.startsWith('journal.db.v1-')) ?? 'no copy';

const states = async (): Promise<ReadonlyMap<number, string>> =>
  new Map((await site.messages()).map(({ id, state, outcome }) => [id, outcome ?? state]));

it('what the older gateway left is dealt with, and the work goes on with the mapping of the site', async () => {
  await site.start('none');
  expect((await site.ended('while-it-stood.xml')).outcome).toBe('delivered');
  const sent = site.simulator
    .ledger()
    .map(({ bytes }) => bytes)
    .find((bytes) => bytes?.includes(number));
  expect(sent).toContain('from the mapping of the site');
  await site.idle();
  const after = await states();
  expect([after.get(1), after.get(6)]).toEqual(['delivered', 'delivered']);
  for (const id of [2, 3, 4, 5]) expect(['received', 'ready', 'waiting']).not.toContain(after.get(id));
});

it('files that lie there from before stay where they are, as they are', async () => {
  await site.start('none');
  await site.ended('while-it-stood.xml');
  await site.stop();
  for (const [path, text] of Object.entries(left))
    expect(readFileSync(site.path(path), 'utf8'), path).toBe(text);
});

it('the copy that the upgrade made is the way back, and forward again', async () => {
  await site.start('none');
  await site.ended('while-it-stood.xml');
  await site.stop();
  const path = site.path('data/journal.db');
  const copy = site.path('data', copyOf());
  const old = new DatabaseSync(copy, { readOnly: true });
  expect(old.prepare('pragma user_version').get()).toEqual({ user_version: 1 });
  expect(old.prepare('select count(*) as n from message').get()).toEqual({ n: 6 });
  old.close();
  await restoreJournal(path, copy);
  const journal = openSqliteJournal(path);
  expect(await journal.verify()).toEqual([]);
  expect(await journal.list({ limit: 10 })).toHaveLength(6);
  await journal.close();
  await site.start('none');
  copyFileSync(join(root, 'samples/good/order-full.xml'), site.path('erp/out/orders-json/after.xml'));
  expect((await site.ended('after.xml')).outcome).toBe('delivered');
});
