import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { runCommandLine } from '../src/cli/testkit/ran.ts';
import { csvOrders } from './kit/csv.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { patience } from './kit/machine.ts';
import { type Site, until } from './kit/site.ts';
import { openSiteOfThreeFormats, readInterchange } from './kit/three-formats.ts';

vi.setConfig({ testTimeout: 120_000 * patience });

/** One edit over the messages of many channels, each of another kind: what it touches in which of them is counted by hand. */

let site: Site;
afterAll(lendWorkers());

const mappings = fileURLToPath(new URL('../mappings/', import.meta.url));

beforeAll(async () => {
  site = await openSiteOfThreeFormats();
  await site.start('POST');
  for (const [folder, name, bytes, count] of [
    ['orders', 'PO-1.xml', orderXml({ number: 'PO-1' }), 1],
    ['orders-json', 'PO-2.xml', orderXml({ number: 'PO-2', lines: [{ id: '10' }, { id: '20' }] }), 1],
    ['orders-json', 'PO-3.xml', orderXml({ number: 'PO-3' }), 1],
    ['csv', 'two.csv', csvOrders([{ number: 'C-1' }, { number: 'C-2' }]), 1],
    ['edifact', 'one.edi', readInterchange(), 1],
  ] as const) {
    site.drop(`erp/out/${folder}`, name, bytes);
    await site.ended(name, count);
  }
  await until('all of them at the supplier', () =>
    site.files('erp/in/orders').filter((name) => name.endsWith('.xml')).length >= 6 ? true : undefined,
  );
  site.simulator.act({ order: 'PO-2', action: 'accept' });
  await until('the answer at the buyer', () =>
    site.files('erp/in/responses').some((name) => name.endsWith('.xml')) ? true : undefined,
  );
  await site.idle();
  await site.stop();
}, 120_000 * patience);
afterAll(() => site.close());
beforeEach(() => rmSync(site.path('edited'), { recursive: true, force: true }));

const edit = (name: string, text: string): void => site.write(`edited/${name}`, text);

const group = z.object({ count: z.number(), messages: z.number().optional() });
const reportSchema = z.object({
  ...{ messages: z.number(), same: z.number(), controlled: z.number() },
  outcomes: z.array(group.extend({ from: z.string(), to: z.string() })),
  values: z.array(group.extend({ path: z.string(), from: z.string().optional(), to: z.string().optional() })),
  notReproducible: z.array(group),
});

async function reported() {
  const { out, err } = await runCommandLine(site.folder, 'map', 'replay', '-m', 'edited', '--format', 'json');
  if (!out.startsWith('{')) throw new Error(out + err);
  return reportSchema.parse(JSON.parse(out));
}

const extending = (name: string, rest: string): string =>
  `mapping: ${name}\nextends: scsn-gateway/${name}\n${rest}`;

it('of a rule of the last mapping counts in all chains that end with it, and not where none runs', async () => {
  edit(
    'order-to-exchange.yaml',
    extending('order-to-exchange', 'target:\n  order: { description: { $text: all } }\n'),
  );
  const report = await reported();
  // PO-2, PO-3, C-1, C-2 and that of the interchange; PO-1, which goes as XML, would only be compared by it
  expect(report).toMatchObject({ messages: 6, same: 1, controlled: 6, outcomes: [], notReproducible: [] });
  expect(
    report.values
      .filter(({ path }) => path === 'order/description')
      .reduce((sum, { count }) => sum + count, 0),
  ).toBe(5);
});

it('of the translation of one format touches that channel alone', async () => {
  const edifact = 'stop:\n  - { when: "true()", as: parked, code: not-now, say: Not now., advice: Wait. }\n';
  edit('edifact-orders-to-order.yaml', extending('edifact-orders-to-order', edifact));
  expect(await reported()).toMatchObject({
    ...{ messages: 1, same: 0, controlled: 1, values: [] },
    outcomes: [{ from: 'deliver', to: 'park', count: 1 }],
  });
});

it('of a table counts every line of every channel', async () => {
  edit('tables/units-to-exchange.add.csv', 'erp,iso\nC62,PCE\n');
  const { messages, same, values } = await reported();
  // PO-1, which goes as XML, and the interchange stay as they are
  expect([messages, same]).toEqual([6, 2]);
  const units = values.filter(({ from, to }) => from === 'C62' && to === 'PCE');
  // two lines of PO-2, one each of PO-3, C-1 and C-2
  expect(units.map(({ count, messages: of }) => [count, of])).toEqual(units.map(() => [5, 4]));
  expect(units.length).toBeGreaterThan(0);
});

it('of a format that no longer reads a heading says which messages would be refused', async () => {
  const format = readFileSync(`${mappings}formats/csv-order.yaml`, 'utf8');
  edit('formats/csv-order.yaml', format.replace('[ Eenheid, Einheit, Unit ]', '[ Verpakking ]'));
  expect(await reported()).toMatchObject({
    ...{ messages: 2, same: 0, controlled: 2, values: [] },
    outcomes: [{ from: 'deliver', to: 'rejected', count: 2 }],
  });
});

it('of nothing but blanks and remarks in a format changes no message', async () => {
  const format = readFileSync(`${mappings}formats/csv-order.yaml`, 'utf8');
  edit('formats/csv-order.yaml', `# a remark\n${format}`);
  expect(await reported()).toMatchObject({ messages: 2, same: 2, controlled: 2, outcomes: [], values: [] });
});

it('of what goes to the ERP counts the files that were published, and no event that said nothing', async () => {
  edit('order-to-order.yaml', extending('order-to-order', 'target: { cbc:Note: [ { $text: edited } ] }\n'));
  const orders = await reported();
  expect(orders).toMatchObject({ outcomes: [], notReproducible: [] });
  const notes = orders.values.filter(({ to }) => to === 'edited');
  // one order each: PO-1, PO-2, PO-3, C-1, C-2 and that of the interchange
  expect(notes.reduce((sum, { count }) => sum + count, 0)).toBe(6);
  rmSync(site.path('edited'), { recursive: true });
  edit(
    'order-to-order-response.yaml',
    extending('order-to-order-response', 'target: { cbc:Note: [ { $text: edited } ] }\n'),
  );
  const answers = await reported();
  expect(answers).toMatchObject({ outcomes: [], notReproducible: [] });
  // the answer to PO-2 alone: the other events tell the buyer nothing
  expect(answers.values.map(({ to, count }) => [to, count])).toEqual([['edited', 1]]);
});
