import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { withReplaySite } from '../src/cli/kit/with-replay-site.ts';
import { type CommandRun, runCommandLine } from '../src/cli/testkit/ran.ts';
import { resolveOwnFolders } from '../src/pipeline/runtime/runtime-snapshot.ts';
import { compareDraft } from '../src/workbench/publish/compare-draft.ts';
import { csvOrders } from './kit/csv.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { patience } from './kit/machine.ts';
import { type Site, until } from './kit/site.ts';
import { openSiteOfThreeFormats, readInterchange } from './kit/three-formats.ts';

vi.setConfig({ testTimeout: 120_000 * patience, hookTimeout: 240_000 * patience });

/**
 * Forty-one messages of five kinds, three edits, counted by hand. ✓ delivered, = unchanged, P parked, R refused.
 *
 * | kind            | messages                                                                                        |
 * | --------------- | ----------------------------------------------------------------------------------------------- |
 * | orders-json, 13 | J-1 (3 lines) ✓, J-1 again =, J-2 (2 lines) ✓, J-2 with one other line ✓, J-3 (2 deliveries) ✓,   |
 * |                 | J-4 ✓, J-5 (number of an unknown scheme) P by the mapping, J-6 (unknown status) P by a check rule,|
 * |                 | J-7 R by the exchange (422), J-8 P (409), J-9 R by check, J-10 (a warning) ✓, J-11 P (404)        |
 * | csv, 3          | C-1, C-2, C-3 (a line each) ✓                                                                   |
 * | edifact, 1      | 4500001001 (unit PCE) ✓                                                                         |
 * | supplier-orders | an event of each of the ten ✓ above: ten files; two of acceptance, J-1 and J-3, that say nothing |
 * | responses       | the same twelve events: two files                                                               |
 */

let site: Site;
afterAll(lendWorkers());

const date = '2026-04-01';

async function dropOrders(): Promise<void> {
  const send = async (name: string, xml: Buffer | string, folder = 'orders-json') => {
    site.drop(`erp/out/${folder}`, name, xml);
    await site.ended(name);
  };
  const [ten, twenty, thirty] = [{ id: '10' }, { id: '20' }, { id: '30' }];
  await send('J-1.xml', orderXml({ number: 'J-1', lines: [ten, twenty, thirty] }));
  await send('J-1-again.xml', orderXml({ number: 'J-1', date: '2026-03-03', lines: [ten, twenty, thirty] }));
  await send('J-2.xml', orderXml({ number: 'J-2', lines: [ten, twenty] }));
  const changed = { id: '20', quantity: '8' };
  // an event that is fetched after the next one has nothing new to say
  await site.published('erp/in/orders', 2);
  await send('J-2-changed.xml', orderXml({ number: 'J-2', date: '2026-03-04', lines: [ten, changed] }));
  const two = [
    { quantity: '2', date },
    { quantity: '3', date: '2026-05-01' },
  ];
  await send('J-3.xml', orderXml({ number: 'J-3', lines: [{ id: '10', deliveries: two }] }));
  await send('J-4.xml', orderXml({ number: 'J-4' }));
  const odd = orderXml({ number: 'J-5' }).toString();
  await send('J-5.xml', odd.replace('<cbc:ID>540830', '<cbc:ID schemeID="ODD">540830'));
  await send('J-6.xml', orderXml({ number: 'J-6', lines: [{ id: '10', status: 'weird' }] }));
  for (const [number, status] of [
    ['J-7', 422],
    ['J-8', 409],
    ['J-11', 404],
  ] as const) {
    site.simulator.fault({ match: '/api-connector/order', status, times: 1 });
    await send(`${number}.xml`, orderXml({ number }));
  }
  await send('J-9.xml', orderXml({ number: 'J-9' }).toString().replace('2026-03-02', 'soon'));
  const four = [{ quantity: '4', date }];
  await send('J-10.xml', orderXml({ number: 'J-10', lines: [{ id: '10', deliveries: four }] }));
  await send('three.csv', csvOrders([{ number: 'C-1' }, { number: 'C-2' }, { number: 'C-3' }]), 'csv');
  await send('one.edi', readInterchange(), 'edifact');
}

beforeAll(async () => {
  site = await openSiteOfThreeFormats();
  await site.start('POST');
  await dropOrders();
  await site.published('erp/in/orders', 10);
  for (const order of ['J-1', 'J-3']) site.simulator.act({ order, action: 'accept' });
  await until('both answers', () => site.files('erp/in/responses').length >= 2 || undefined);
  await site.idle();
  await site.stop();
});
afterAll(() => site.close());
beforeEach(() => rmSync(site.path('edited'), { recursive: true, force: true }));

const edit = (name: string, text: string): void => site.write(`edited/${name}`, text);

const gateway = (...words: readonly string[]): Promise<CommandRun> => runCommandLine(site.folder, ...words);

const group = z.object({ count: z.number(), examples: z.array(z.object({ name: z.string() })) });
const reportSchema = z.object({
  ...{ messages: z.number(), same: z.number(), controlled: z.number(), otherwise: z.number() },
  outcomes: z.array(group.extend({ from: z.string(), to: z.string(), why: z.string() })),
  values: z.array(group.extend({ path: z.string(), from: z.string().optional(), to: z.string().optional() })),
  paths: z.array(z.object({ path: z.string(), count: z.number(), messages: z.number() })),
  onceMore: group.extend({ channels: z.array(z.object({ channel: z.string(), count: z.number() })) }),
  freed: z.array(z.number()),
  cannotBeTold: z.array(group.extend({ why: z.string() })),
  ...{ notReproducible: z.array(group), notComparable: z.array(group) },
});

async function reported() {
  const { out, err } = await gateway('map', 'replay', '-m', 'edited', '--format', 'json');
  if (!out.startsWith('{')) throw new Error(out + err);
  const { outcomes, cannotBeTold, values, ...report } = reportSchema.parse(JSON.parse(out));
  return {
    ...report,
    outcomes: outcomes.map(({ count, from, to, why }) => [count, from, to, why]),
    cannotBeTold: cannotBeTold.map(({ count, why }) => [count, why]),
    values: values.map(({ count, path, from, to }) => [count, path, from, to]),
  };
}

const idsOf = async (...names: readonly string[]): Promise<readonly number[]> => {
  const messages = await site.messages();
  return names.map((name) => messages.find((message) => message.name === name)?.id ?? 0);
};

it('there are forty-one, as the table says', async () => {
  const messages = (await site.messages()).filter(({ outcome }) => outcome !== 'split');
  const count = (channel: string, ...ends: readonly string[]) =>
    messages.filter(
      (one) => one.channel === channel && (ends.length === 0 || ends.includes(one.outcome ?? one.state)),
    ).length;
  expect(messages).toHaveLength(41);
  const kinds = ['orders-json', 'csv', 'edifact', 'supplier-orders', 'responses'];
  expect(kinds.map((name) => [count(name), count(name, 'delivered')])).toEqual([
    [13, 6],
    [3, 3],
    [1, 1],
    [12, 10],
    [12, 2],
  ]);
  expect([count('orders-json', 'parked'), count('orders-json', 'rejected')]).toEqual([4, 2]);
});

it('a unit: every place of what was sent counts, and nothing of what was not', async () => {
  edit('tables/units-to-exchange.add.csv', 'erp,iso\nC62,PCE\n');
  const report = await reported();
  // seventeen of the three channels; the same are J-1 again, J-5, J-6, J-9 and the interchange
  expect(report).toMatchObject({ messages: 17, same: 5, controlled: 17, otherwise: 0, outcomes: [] });
  expect(report.cannotBeTold).toEqual([[3, 'the exchange refused it, and would be sent something else']]);
  // lines: J-1 3, J-2 2, its change 1, J-3 1, J-4 1, J-10 1, C-1 to C-3 3
  expect(report.paths.length).toBeGreaterThan(0);
  expect(report.paths.map(({ count, messages }) => [count, messages])).toEqual(
    report.paths.map(() => [12, 9]),
  );
  expect(report.values).toEqual(report.paths.map(({ path }) => [12, path, 'C62', 'PCE']));
  // lines are compared by value with the last export: nothing goes once more
  expect(report.onceMore.count).toBe(0);
  // 409 today, and another document after the edit; an account that the exchange does not know is none after it either
  expect(report.freed).toEqual(await idsOf('J-8.xml'));
});

it('a draft: publishing counts the messages of all channels that it touches, and so does its comparison', async () => {
  const path = 'tables/units-to-exchange.add.csv';
  const rows = 'erp,iso\nC62,PCE\n';
  edit(path, rows);
  const own = site.path('own');
  mkdirSync(own);
  const compared = await withReplaySite(site.path('gateway.yaml'), undefined, (given, config) =>
    compareDraft(given, { ...resolveOwnFolders(config), mappings: own }, { [path]: rows }, {}, {}),
  );
  expect(compared).toMatchObject({ report: { messages: (await reported()).messages } });
});

it('an account: what the exchange did not know goes on with another number', async () => {
  edit(
    'order-to-exchange.yaml',
    "mapping: order-to-exchange\nextends: scsn-gateway/order-to-exchange\ntarget: { order: { supplierAccountNumber: { $text: '777' } } }\n",
  );
  expect((await reported()).freed).toEqual(await idsOf('J-8.xml', 'J-11.xml'));
});

it('two tables: freed is what the mapping alone held back, and retry takes just that', async () => {
  edit('tables/party-schemes.add.csv', 'scheme,kind\nODD,account\n');
  edit('tables/order-line-status.add.csv', 'LineStatusCode,action\nweird,change\n');
  const report = await reported();
  const freed = await idsOf('J-5.xml');
  expect(report).toMatchObject({ messages: 17, same: 16, controlled: 17, otherwise: 1, values: [], freed });
  expect(report.outcomes).toEqual([[1, 'park', 'deliver', 'supplier-unknown']]);
  const { out } = await gateway('map', 'replay', '-m', 'edited', '--save', 'replay.json');
  expect(out).toContain(`Parked messages that this edit frees: 1 (${freed[0]})`);
  expect(out).toContain('gateway journal retry --replay replay.json');
  const retry = (...words: readonly string[]) => gateway('journal', 'retry', ...words);
  expect((await retry('--parked', '--mapping', 'order-to-exchange')).out).toContain('To retry: 4 messages');
  const planned = await retry('--replay', 'replay.json');
  expect(planned.out).toContain('To retry: 1 message.');
  expect(planned.out).toContain('J-5.xml');
  const text = readFileSync(site.path('replay.json'), 'utf8');
  writeFileSync(site.path('other.json'), text.replace(/"journal": "\w+/, '$&x'));
  expect((await retry('--replay', 'other.json')).err).toContain('messages of another journal');
  writeFileSync(site.path('other.json'), '{}');
  expect((await retry('--replay', 'other.json')).err).toContain('is not the report of a replay');
  expect((await retry('--replay', 'none.json')).err).toContain('There is no file none.json');
});

it('two mappings: the finding names the end, what was not sent is not called sent, and who sends once more', async () => {
  edit(
    'order-to-exchange.yaml',
    `mapping: order-to-exchange
extends: scsn-gateway/order-to-exchange
stop:
  - when: "cbc:ID = ('J-2', 'J-7', 'J-8', 'J-10')"
    as: parked
    code: a-person-decides
    say: A person decides.
    advice: Decide.
`,
  );
  edit(
    'order-to-order.yaml',
    'mapping: order-to-order\nextends: scsn-gateway/order-to-order\ntarget: { cbc:Note: [ { $text: edited } ] }\n',
  );
  const report = await reported();
  // the seventeen above and twelve events
  expect(report).toMatchObject({ messages: 29, controlled: 29, otherwise: 5, freed: [] });
  expect(report.outcomes).toEqual([
    [3, 'deliver', 'park', 'a-person-decides'],
    [2, 'refused', 'park', 'a-person-decides'],
  ]);
  expect(report.paths).toEqual([{ path: 'Note', count: 10, messages: 10 }]);
  // J-1 and its repetition, J-3, J-4, J-5, J-6, J-9, J-11, C-1 to C-3, the interchange, two events of acceptance
  expect(report.same).toBe(14);
  // J-2 was published twice
  expect(report.onceMore).toMatchObject({ count: 9, channels: [{ channel: 'supplier-orders', count: 9 }] });
  const { out } = await gateway('map', 'replay', '-m', 'edited');
  expect(out).toContain('3 × sent → parked (a-person-decides)');
  expect(out).toContain('2 × not taken → parked (a-person-decides)');
  expect(out).toContain('  Note: 10 values in 10 messages\n    10 × (nothing) → "edited"\n');
  expect(out).toContain('9 orders (supplier-orders 9)');
});
