import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type CommandRun, runCommandLine } from '../src/cli/testkit/ran.ts';
import { readJournal } from '../src/journal/open/open-journal.ts';
import { listMappingHistory } from '../src/workbench/versions/mapping-history.ts';
import { orderXml } from './kit/documents.ts';
import { patience } from './kit/machine.ts';
import { Site } from './kit/site.ts';

/** Which version of a mapping made what, what it said, and the way back to it. */

vi.setConfig({ testTimeout: 120_000 * patience });

let site: Site;
const name = 'order-to-exchange';
const extending = `mapping: ${name}\nextends: scsn-gateway/${name}\n`;

const edition = (number: number): string =>
  `${extending}target:\n  order: { description: { $text: edition ${number} } }\n`;

const save = (file: string, text: string): void => site.write(`own/${file}`, text);

async function deliver(...numbers: readonly string[]): Promise<void> {
  await site.start('none');
  for (const number of numbers) {
    site.drop('erp/out/orders-json', `${number}.xml`, orderXml({ number }));
    await site.ended(`${number}.xml`);
  }
  await site.stop();
}

const gateway = (...words: readonly string[]): Promise<CommandRun> => runCommandLine(site.folder, ...words);

beforeAll(async () => {
  site = await Site.open({ config: (config) => Object.assign(config, { mappings: 'own' }) });
  mkdirSync(site.path('own'));
  await deliver('PO-1');
  save(`${name}.yaml`, edition(1));
  await deliver('PO-2', 'PO-3');
  save(`${name}.yaml`, edition(2));
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
  const versions = await listMappingHistory(journal, name);
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

it('compares with what ran last, also after files were deleted', async () => {
  const replay = () => gateway('map', 'replay');
  // nothing was edited since PO-4: older versions had other files, which do not count
  expect((await replay()).out).toBe('The edit changes nothing that any channel uses.\n');
  const table = site.path('own/tables/units-to-exchange.add.csv');
  const text = readFileSync(table);
  writeFileSync(table, 'erp,exchange\nC62,PCE\n');
  expect((await replay()).out).toContain('"C62" → "PCE"');
  rmSync(table);
  // what the addition said, no order has: the same, and nothing else is told
  expect((await replay()).out).toContain('4 messages compared: 4 are the same');
  await deliver('PO-5');
  expect((await replay()).out).toBe('The edit changes nothing that any channel uses.\n');
  rmSync(site.path('own', `${name}.yaml`));
  expect((await replay()).out).toContain('5 × "edition 2" → (nothing)');
  save(`${name}.yaml`, edition(2));
  writeFileSync(table, text);
});

it('goes back to one, keeps what was there, and says what runs', async () => {
  const { out, code } = await gateway('map', 'restore', name, 'v2', '--reason', 'edition 2 was wrong');
  expect(code).toBe(0);
  expect(out).toContain(`${name} v2 runs now`);
  expect(readFileSync(site.path('own', `${name}.yaml`), 'utf8')).toContain('edition 1');
  expect(existsSync(site.path('own/tables/units-to-exchange.add.csv'))).toBe(false);
  const [stamp = ''] = readdirSync(site.path('own/.replaced'));
  expect(out).toContain(`What was there lies in`);
  expect(readFileSync(site.path('own/.replaced', stamp, `${name}.yaml`), 'utf8')).toContain('edition 2');
  expect(existsSync(site.path('own/.replaced', stamp, 'tables/units-to-exchange.add.csv'))).toBe(true);
  const [entry] = await site.withJournal((journal) => journal.history());
  expect(entry).toMatchObject({ action: 'map restore', reason: 'edition 2 was wrong' });
  await deliver('PO-6');
  const { out: history } = await gateway('map', 'history', name);
  expect(history).toMatch(/^v2 .* 3 {2}.*orders-json$/m);
  expect((await gateway('map', 'restore', name, 'v1')).out).toContain('taken away');
  expect(existsSync(site.path('own', `${name}.yaml`))).toBe(false);
  const again = await gateway('map', 'restore', name, 'v1');
  expect(again.out).toContain('holds version v1 already');
  expect(again.out).toContain(`${name} v1 runs now`);
});

it('brings the fixtures of a published version back, and takes those of another away', async () => {
  const publishing = async (number: number) => {
    const folder = `edit-${number}`;
    await gateway('map', 'copy', folder);
    const into = (file: string, text: string | Buffer) => site.write(`${folder}/${file}`, text);
    into(`${name}.yaml`, edition(number));
    into(`fixtures/${name}.own/document.xml`, orderXml({ number: 'F-1' }));
    const fixture = ['map', 'test', `${name}/own`, '-m', folder] as const;
    await gateway(...fixture, '--update');
    const reason = `edition ${number}`;
    const { out, code } = await gateway('map', 'publish', '-m', folder, '--reason', reason);
    expect([code, out]).toEqual([0, expect.stringContaining('Published into')]);
  };
  await publishing(7);
  await publishing(8);
  const expected = () => site.read(`own/fixtures/${name}.own`, 'expected.json');
  expect(expected()).toContain('edition 8');
  const { out: history } = await gateway('map', 'history', name);
  const seventh = /^(v\d+) .* edition 7 /m.exec(history)?.[1] ?? '';
  const { out, code } = await gateway('map', 'restore', name, seventh);
  expect([code, out]).toEqual([0, expect.stringContaining(`${name} ${seventh} runs now`)]);
  expect(expected()).toContain('edition 7');
  // of a version that was edited by hand no fixtures are kept: what fails with it is of another
  const { out: first } = await gateway('map', 'restore', name, 'v2');
  expect(first).toContain(
    `fixtures/${name}.own/document.xml: taken away, it is a fixture of another version`,
  );
  expect(existsSync(site.path(`own/fixtures/${name}.own`))).toBe(false);
});

it('restores nothing that a gateway could not take up', async () => {
  save('order-to-order.yaml', 'mapping: order-to-order\nextends: scsn-gateway/order-to-order\nnonsense: 1\n');
  const before = readFileSync(site.path('own', `${name}.yaml`), 'utf8');
  const { err, code } = await gateway('map', 'restore', name, 'v3');
  expect(code).toBe(1);
  expect(err).toContain('order-to-order.yaml:3');
  expect(err).toContain('A gateway could not take that up. Nothing was restored.');
  expect(readFileSync(site.path('own', `${name}.yaml`), 'utf8')).toBe(before);
});
