import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CommandRun, runCommandLine } from '../src/cli/testkit/ran.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { patience } from './kit/machine.ts';
import { Site } from './kit/site.ts';

vi.setConfig({ testTimeout: 120_000 * patience });

/** What the messages of a journal use of a mapping: counted by hand. */

let site: Site;
afterAll(lendWorkers());

const order = (number: string, unit: string): string =>
  orderXml({ number })
    .toString()
    .replaceAll(/unitCode="[^"]*"/g, `unitCode="${unit}"`);

beforeAll(async () => {
  site = await Site.open();
  await site.start();
  const send = async (name: string, bytes: string | Buffer) => {
    site.drop('erp/out/orders-json', name, bytes);
    await site.ended(name);
  };
  await send('PO-1.xml', order('PO-1', 'C62'));
  await send('PO-2.xml', order('PO-2', 'ODD'));
  await send('PO-3.xml', order('PO-3', 'ODD'));
  await send('PO-4.xml', order('PO-4', 'C62').replace(/<cbc:ID>540830/, '<cbc:ID schemeID="ODD">540830'));
  await send('broken.xml', order('PO-5', 'C62').replace('2026-03-02', 'soon'));
  await site.idle();
  await site.stop();
});
afterAll(() => site.close());

const coverage = (...words: readonly string[]): Promise<CommandRun> =>
  runCommandLine(site.folder, 'map', 'coverage', 'order-to-exchange', '--journal', ...words);

const idOf = async (name: string): Promise<number> =>
  (await site.messages()).find((message) => message.name === name)?.id ?? 0;

describe('map coverage --journal', () => {
  it('tells values that no table has, rules that gave nothing and conditions that were never true', async () => {
    const { out, code } = await coverage();
    expect(code).toBe(0);
    expect(out).toContain('5 messages received since');
    expect(out).toContain('1 of them ended before any mapping.');
    expect(out).toContain('order-to-exchange: 4 messages, of 3 it made something');
    expect(out).toMatch(new RegExp(`unit +"ODD" +2 +message ${await idOf('PO-2.xml')} +"ODD"\\n`));
    expect(out).toMatch(/scheme +"ODD" +1 +message \d+ +"unknown"\n/);
    expect(out).not.toContain('"C62"');
    // an order without terms of delivery; one with a number
    expect(out).toMatch(/^ {4}order\/terms\/incoterms {2}.*order-to-exchange\.yaml:\d+:\d+$/m);
    expect(out).not.toMatch(/^ {4}order\/purchaseOrderNumber {2}/m);
    expect(out).toMatch(/^ {4}stop disputed-line {2}\S+order-to-exchange\.yaml:\d+:\d+ {2}never asked/m);
    expect(out).toMatch(
      new RegExp(
        `^ {4}stop nothing-to-send {2}\\S+ {2}asked in 3, such as message ${await idOf('PO-1.xml')} `,
        'm',
      ),
    );
    expect(out).not.toContain('stop supplier-unknown');
    expect(out).not.toContain('warn unit-not-in-table');
  });

  it('asks the mappings as they are now, or those of a folder', async () => {
    mkdirSync(site.path('edited/tables'), { recursive: true });
    writeFileSync(site.path('edited/tables/units-to-exchange.add.csv'), 'erp,exchange\nODD,C62\n');
    const { out } = await coverage('-m', 'edited');
    expect(out).not.toMatch(/unit +"ODD"/);
    expect(out).toContain('warn unit-not-in-table');
    rmSync(site.path('edited'), { recursive: true });
  });

  it('looks at messages of a time, also in a backup, and writes nothing into it', async () => {
    await runCommandLine(site.folder, 'journal', 'backup', 'copy.db');
    const before = readFileSync(site.path('copy.db'));
    const { out, code } = await runCommandLine(site.folder, 'map', 'coverage', '--journal', 'copy.db');
    expect(out).toContain('order-to-exchange: 4 messages');
    expect(code).toBe(0);
    expect(readFileSync(site.path('copy.db')).equals(before)).toBe(true);
    const none = await coverage('--since', '2099-01-01');
    expect(none.out).toContain('order-to-exchange: no message came to it.');
    expect(none.code).toBe(2);
  });

  it('says what it cannot do', async () => {
    expect(
      (await runCommandLine(site.folder, 'map', 'coverage', 'order-to-exhange', '--journal')).err,
    ).toContain('No channel has the mapping order-to-exhange.');
    expect((await runCommandLine(site.folder, 'map', 'coverage')).err).toContain('or --journal');
    mkdirSync(site.path('edited'));
    writeFileSync(site.path('edited/order-to-exchange.yaml'), 'mapping: other\n');
    expect((await coverage('-m', 'edited')).err).toMatch(/order-to-exchange cannot be used/);
    rmSync(site.path('edited'), { recursive: true });
  });
});
