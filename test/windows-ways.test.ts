import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { runCommandLine } from '../src/cli/testkit/ran.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { patience } from './kit/machine.ts';
import { root } from './kit/pages.ts';
import { Site, until } from './kit/site.ts';

/** What Windows, its editors and the ERPs on it do otherwise. All that can be had elsewhere is tried everywhere. */

vi.setConfig({ testTimeout: 120_000 * patience });

let site: Site;
afterAll(lendWorkers());
afterEach(() => site?.close());

const name = 'order-to-exchange';

/** As Notepad saves UTF-8. */
const notepad = (text: string): Buffer => Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`);

/** As `>` of PowerShell 5 writes. */
const powershell = (text: string): Buffer => Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`, 'utf16le');

it('config, secret, mapping and table may be saved by Notepad and PowerShell', async () => {
  site = await Site.open({
    config: (config) =>
      Object.assign(config, {
        mappings: 'own',
        exchange: {
          ...Object(config.exchange),
          auth: { email: 'integration@example.com', password: '${file:password}' },
        },
      }),
  });
  mkdirSync(site.path('own/tables'), { recursive: true });
  writeFileSync(site.path('password'), powershell('simulator\n'));
  writeFileSync(
    site.path('own', `${name}.yaml`),
    notepad(
      `mapping: ${name}\nextends: scsn-gateway/${name}\ntarget:\n  order: { description: { $text: Stück } }\n`,
    ),
  );
  writeFileSync(site.path('own/tables/units-to-exchange.add.csv'), notepad('erp;exchange\nC62;PCE\n'));
  writeFileSync(site.path('gateway.yaml'), notepad(readFileSync(site.path('gateway.yaml'), 'utf8')));
  await site.start('none');
  site.drop('erp/out/orders-json', 'one.xml', notepad(orderXml({ number: 'PO-1' }).toString()));
  expect(await site.ended('one.xml')).toMatchObject({ outcome: 'delivered' });
  const [message] = await site.messages();
  const { out: prepared } = await runCommandLine(
    site.folder,
    'journal',
    'show',
    `${message?.id}`,
    '--body',
    'prepared',
  );
  expect(prepared).toContain('"description":"Stück"');
  expect(prepared).toContain('"PCE"');
});

it('a format may be saved by PowerShell, and a table that MS-DOS saved is told with its line', async () => {
  site = await Site.open({
    config: (config) => {
      Object.assign(config, { mappings: 'own' });
      config.channels.tables = {
        from: { folder: 'erp/out/tables', settle: { interval: '50ms', renamed: true } },
        document: 'csv-order',
        map: ['csv-order-to-order', 'order-to-exchange'],
        to: { exchange: 'api-connector/order' },
      };
    },
  });
  for (const folder of ['own/formats', 'own/tables', 'erp/out/tables'])
    mkdirSync(site.path(folder), { recursive: true });
  const delivered = readFileSync(join(root, 'mappings/formats/csv-order.yaml'), 'utf8');
  writeFileSync(
    site.path('own/formats/csv-order.yaml'),
    powershell(delivered.replace('separator: ";"', 'separator: "|"')),
  );
  const dos = Buffer.from('erp;scsn\nSt\u0081ck;C62\n', 'latin1');
  writeFileSync(site.path('own/tables/csv-units.csv'), dos);
  const { out } = await runCommandLine(site.folder, 'check');
  expect(out).toContain('csv-units.csv:2:3');
  expect(out).toContain('not text in UTF-8, UTF-16 or windows-1252');
  rmSync(site.path('own/tables/csv-units.csv'));
  await site.start('none');
  const table = readFileSync(join(root, 'samples/csv/orders.csv'), 'utf8').replaceAll(';', '|');
  site.drop('erp/out/tables', 'orders.csv', table);
  expect(await site.ended('orders.csv')).toMatchObject({ outcome: 'split' });
});

it('names that differ in their capitals alone are two files, and neither takes the place of the other', async () => {
  site = await Site.open();
  await site.start('none');
  for (const [file, number] of [
    ['order.xml', 'PO-1'],
    ['ORDER.XML', 'PO-2'],
  ] as const) {
    site.drop('erp/out/orders', file, orderXml({ number }));
    expect(await site.ended(file)).toMatchObject({ outcome: 'delivered' });
  }
  const archived = site.files('erp/out/orders/archive');
  expect(archived).toHaveLength(2);
  const numbers = archived.map((file) => /PO-\d/.exec(site.read('erp/out/orders/archive', file))?.[0]);
  expect(numbers.sort()).toEqual(['PO-1', 'PO-2']);
});

it('folders may lie deeper than 260 characters', async () => {
  const deep = `erp/${'long '.repeat(20)}x/${'longer '.repeat(20)}x`;
  site = await Site.open({
    config: ({ channels }) => Object.assign(Object(channels.orders?.from), { folder: `${deep}/orders` }),
  });
  expect(site.path(deep).length).toBeGreaterThan(260);
  await site.start('none');
  site.drop(`${deep}/orders`, 'bad.xml', '<Order/>');
  site.drop(`${deep}/orders`, 'order.xml', orderXml({ number: 'PO-1' }));
  expect(await site.ended('order.xml')).toMatchObject({ outcome: 'delivered' });
  expect(await site.ended('bad.xml')).toMatchObject({ outcome: 'rejected' });
  expect(site.files(`${deep}/orders/archive`)).toEqual(['order.xml']);
  expect(site.files(`${deep}/orders/error`)).toContain('bad.xml.report.txt');
});

/** Of libuv on Windows: nobody else may open the file, for reading, writing or renaming. */
const alone = 0x10000000;

it.skipIf(process.platform !== 'win32')(
  'a file that the ERP holds for itself is taken whole when it lets go, and others go on',
  async () => {
    site = await Site.open({
      config: ({ channels }) =>
        Object.assign(Object(channels.orders?.from), { settle: { interval: '50ms', patience: '1s' } }),
    });
    await site.start('none');
    const bytes = orderXml({ number: 'PO-HELD' });
    const held = openSync(
      site.path('erp/out/orders/held.xml'),
      constants.O_CREAT | constants.O_WRONLY | alone,
    );
    writeSync(held, bytes.subarray(0, 200));
    site.drop('erp/out/orders', 'free.xml', orderXml({ number: 'PO-FREE' }));
    expect(await site.ended('free.xml')).toMatchObject({ outcome: 'delivered' });
    writeSync(held, bytes.subarray(200));
    // whole now, and still held: it stays
    await until(
      'the gateway to meet it',
      () => site.log.some((line) => line.includes('file-busy')) || undefined,
    );
    expect((await site.messages()).map((message) => message.name)).toEqual(['free.xml']);
    closeSync(held);
    expect(await site.ended('held.xml')).toMatchObject({ outcome: 'delivered' });
    expect(site.read('erp/out/orders/archive', 'held.xml')).toBe(bytes.toString());
    expect((await site.messages()).filter((message) => message.name === 'held.xml')).toHaveLength(1);
  },
);

const share = '\\\\files\\share';

it.skipIf(!existsSync(share))('folders may lie on a share, however their path is written', async () => {
  const place = mkdtempSync(`${share}\\erp-`);
  site = await Site.open({
    config: ({ channels }) => {
      Object.assign(Object(channels.orders?.from), { folder: `${place}\\out` });
      Object.assign(Object(channels['orders-json']?.from), {
        folder: `${place.replaceAll('\\', '/')}/json`,
        reports: `${place.toUpperCase()}\\reports`,
      });
    },
  });
  for (const name of ['out', 'json', 'REPORTS']) mkdirSync(`${place}\\${name}`);
  const { out } = await runCommandLine(site.folder, 'check');
  expect(out).toContain(`folder of orders: ${place}\\out`);
  expect(out).toContain(`folder of orders-json: ${place}\\json`);
  expect(out).toContain('a network share (SMB)');
  await site.start('none');
  writeFileSync(`${place}\\out\\one.xml`, orderXml({ number: 'PO-1' }));
  writeFileSync(`${place}\\json\\two.xml`, orderXml({ number: 'PO-2' }));
  writeFileSync(`${place}\\json\\bad.xml`, '<Order/>');
  expect(await site.ended('one.xml')).toMatchObject({ outcome: 'delivered' });
  expect(await site.ended('two.xml')).toMatchObject({ outcome: 'delivered' });
  expect(await site.ended('bad.xml')).toMatchObject({ outcome: 'rejected' });
  await until('all to be filed', () => {
    const found = readdirSync(place, { recursive: true }).map(String);
    const named = (name: string) => found.some((path) => path.endsWith(name));
    return (
      ['archive\\one.xml', 'archive\\two.xml', 'error\\bad.xml', '.report.txt'].every(named) || undefined
    );
  });
  await site.stop();
  rmSync(place, { recursive: true });
});

it('paths are said as people write them on this system', async () => {
  site = await Site.open();
  rmSync(site.path('erp/out/orders-json'), { recursive: true });
  const folder = site.path('erp', 'out', 'orders-json');
  expect((await runCommandLine(site.folder, 'check')).out).toContain(`The folder ${folder} does not exist`);
  await site.start('none');
  await until(
    'it to be told',
    () => site.log.some((line) => line.includes(JSON.stringify(folder).slice(1, -1))) || undefined,
  );
});
