import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { orderXml } from '../../../test/kit/documents.ts';
import { patience } from '../../../test/kit/machine.ts';
import { listDistinctChannels } from '../runtime/distinct-channels.ts';
import { asJson, buildOrderChannel } from '../testkit/channels.ts';
import { MappingWatch } from './mapping-watch.ts';
import { Workers } from './workers.ts';

vi.setConfig({ testTimeout: 180_000 * patience });

/** One folder and its workers for all tests, each of which goes on where the one before has left them: a start of threads takes seconds. */
let folder: string;
let workers: Workers;
const logged: string[] = [];
const log = {
  info: (_: object, text: string) => logged.push(text),
  error: (_: object, text: string) => logged.push(text),
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reload-'));
  mkdirSync(join(folder, 'tables'));
  save('first');
  workers = new Workers({ mappings: folder });
  // what is edited from now on is news to them
  await workers.readStamps();
});
afterAll(async () => {
  await workers.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  logged.length = 0;
});

function save(description: string, more = ''): void {
  const text = `mapping: order-to-exchange\nextends: scsn-gateway/order-to-exchange\ntarget:\n  order: { description: { $text: ${description} }${more} }\n`;
  writeFileSync(join(folder, 'order-to-exchange.yaml'), text);
}

function fixture(description: string): void {
  const path = join(folder, 'fixtures/order-to-exchange.own');
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'document.xml'), orderXml({ number: 'PO-1' }));
  writeFileSync(join(path, 'expected.json'), JSON.stringify({ order: { description } }));
}

const channel = buildOrderChannel(asJson);
const used = listDistinctChannels([channel, channel]);

async function made(): Promise<{ description: unknown; hash: string }> {
  const message = { id: 7, arrival: 7, hash: 'h', forced: false, note: false };
  const bytes = orderXml({ number: 'PO-1' });
  const prepared = await workers.prepare({
    channel,
    message,
    bytes,
    bodies: {},
    now: '2026-11-02T09:00:00.000Z',
  });
  if (prepared.kind !== 'deliver') throw new Error(JSON.stringify(prepared));
  const { order } = JSON.parse(Buffer.from(prepared.bytes).toString('utf8'));
  return { description: order.description, hash: prepared.mapping };
}

const watchWorkers = (): MappingWatch => new MappingWatch({ own: { mappings: folder }, used, workers, log });

it('an edited mapping is used once the folder has come to rest, with a hash of its own', async () => {
  const before = await made();
  expect(before.description).toBe('first');
  const watch = watchWorkers();
  save('second edition');
  await watch.look();
  expect((await made()).description).toBe('first');
  await watch.look();
  const after = await made();
  expect(after.description).toBe('second edition');
  expect(after.hash).not.toBe(before.hash);
  expect(watch.state().reason?.en).toBeUndefined();
  expect(logged).toEqual(['edited mappings are in use now']);
});

it('a broken one is not: the one before runs on, in new threads too, and it is said what is wrong until it is mended', async () => {
  const { description: before } = await made();
  const watch = watchWorkers();
  save('broken', ', descripton: cbc:ID');
  for (const _ of [1, 2, 3]) await watch.look();
  expect(watch.state().reason?.en).toMatch(
    /the ones before run on: .*order-to-exchange\.yaml:4:\d+ order has no descripton/,
  );
  expect(logged).toHaveLength(1);
  expect((await Promise.all([made(), made(), made()])).map(({ description }) => description)).toEqual([
    before,
    before,
    before,
  ]);
  save('mended');
  for (const _ of [1, 2]) await watch.look();
  expect(watch.state().reason?.en).toBeUndefined();
  expect((await made()).description).toBe('mended');
});

it('a fixture that differs keeps an edit out, and so does a table that is wrong', async () => {
  const { description: before } = await made();
  const watch = watchWorkers();
  const table = join(folder, 'tables/units-to-exchange.csv');
  fixture('something else');
  for (const _ of [1, 2]) await watch.look();
  expect(watch.state().reason?.en).toContain(
    'The fixture order-to-exchange.own does not give what it expects',
  );
  rmSync(join(folder, 'fixtures'), { recursive: true });
  writeFileSync(table, 'erp,exchange\nC62,A\nC62,B\n');
  for (const _ of [1, 2]) await watch.look();
  expect(watch.state().reason?.en).toContain('units-to-exchange.csv:3:1 The key "C62" stands twice');
  expect((await made()).description).toBe(before);
  rmSync(table);
});

it('what is under way ends in the generation in which it began', async () => {
  const running = [made(), made(), made()];
  save('after');
  expect(await workers.renew(used)).toEqual({ taken: true, findings: [] });
  const { description } = await made();
  const [first, ...others] = (await Promise.all(running)).map((one) => one.description);
  expect(first).not.toBe('after');
  expect(others).toEqual([first, first]);
  expect(description).toBe('after');
});

it('mending one of two broken mappings lets its channel go on', async () => {
  const broken =
    'mapping: order-to-order\nextends: scsn-gateway/order-to-order\ntarget:\n  nonsense: cbc:ID\n';
  writeFileSync(join(folder, 'order-to-order.yaml'), broken);
  save('first', ', descripton: cbc:ID');
  const more = { ...channel.settings, map: ['order-to-order'] };
  const both = listDistinctChannels([channel, { ...channel, name: 'more', settings: more }]);
  const one = new Workers({ mappings: folder });
  const watch = new MappingWatch({ own: { mappings: folder }, used: both, workers: one, log });
  await watch.begin();
  expect(watch.state()).toMatchObject({ ok: false });
  save('mended');
  for (const _ of [1, 2]) await watch.look();
  expect(watch.state()).toMatchObject({
    ok: false,
    reason: { en: expect.stringContaining('order-to-order.yaml') },
  });
  const task = { channel, message: { id: 7, arrival: 7, hash: 'h', forced: false, note: false }, bodies: {} };
  const prepared = await one.prepare({
    ...task,
    bytes: orderXml({ number: 'PO-1' }),
    now: '2026-11-02T09:00:00.000Z',
  });
  expect(prepared.kind).toBe('deliver');
  await one.close();
});
