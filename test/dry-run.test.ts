import { readdirSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { decisionWriter } from '../src/cli/kit/open-decision-access.ts';
import { loadWithoutSecrets } from '../src/config/load/load-config.ts';
import { hasPostgres, type PostgresServer, startPostgres } from '../src/journal/testkit/postgres-server.ts';
import { takeSeen } from '../src/operator/decisions/take-seen-files.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { patience } from './kit/machine.ts';
import { GatewayProcess } from './kit/process.ts';
import { Site, until } from './kit/site.ts';

vi.setConfig({ testTimeout: 180_000 * patience });

/** `mode: dryRun`: everything is checked and prepared, nothing leaves the gateway, and none of it counts later. */

let site: Site;
afterAll(lendWorkers());
afterEach(() => site?.close());

type Channels = Record<string, Record<string, unknown>>;

const dry = ({ channels }: { channels: Channels }): void => {
  for (const channel of Object.values(channels)) channel.mode = 'dryRun';
};

/** Saves the config with all channels live, and has it taken up. */
async function goLive(): Promise<void> {
  site.editConfig(({ channels }: { channels: Channels }) => {
    for (const channel of Object.values(channels)) delete channel.mode;
  });
  const { kind, reason } = await site.gateway.reload();
  if (kind === 'refused') throw new Error(reason?.en);
}

const sent = () => site.simulator.requests().filter(({ path }) => path.includes('connector/order'));

async function take(channel: string) {
  const { config } = await loadWithoutSecrets(site.path('gateway.yaml'));
  if (!config) throw new Error('no config');
  const by = { who: 'anna', reason: 'we are live' };
  return await takeSeen(decisionWriter(config.journal), config.channels, channel, by);
}

async function inboundDryRun(postgres?: string): Promise<void> {
  site = await Site.open({ config: dry, ...(postgres === undefined ? {} : { postgres }) });
  await site.start('none');
  site.drop('erp/out/orders', 'good.xml', orderXml({ number: 'PO-1' }));
  site.drop('erp/out/orders', 'bad.xml', '<Order/>');
  site.drop('erp/out/orders-json', 'mapped.xml', orderXml({ number: 'PO-2' }));
  const ignored = 'ignored';
  expect(await site.ended('good.xml')).toMatchObject({
    outcome: ignored,
    reason: 'Dry run: it would be sent or published.',
  });
  expect(await site.ended('bad.xml')).toMatchObject({
    outcome: ignored,
    reason: expect.stringMatching(/^Dry run: it would be refused: /),
  });
  const mapped = await site.ended('mapped.xml');
  expect(mapped).toMatchObject({ outcome: ignored });
  const prepared = await site.withJournal((journal) => journal.part(mapped.id, 'prepared'));
  expect(Buffer.from(prepared ?? []).toString()).toContain('"PO-2"');
  expect(sent()).toEqual([]);
  expect(readdirSync(site.path('erp/out/orders')).sort()).toEqual(['bad.xml', 'good.xml']);
  expect(readdirSync(site.path('erp/out/orders-json'))).toEqual(['mapped.xml']);

  await goLive();
  site.drop('erp/out/orders', 'new.xml', orderXml({ number: 'PO-1' }));
  expect(await site.ended('new.xml')).toMatchObject({ outcome: 'delivered' });
  expect(site.files('erp/out/orders')).toEqual(['bad.xml', 'good.xml']);
  expect(await take('nobody')).toMatchObject({ kind: 'refused' });
  expect(await take('orders-json')).toMatchObject({
    ...{ kind: 'done', code: 'seen-files-taken', values: { count: 1 } },
  });
  expect(await site.ended('mapped.xml', 2)).toMatchObject({ outcome: 'delivered' });
  expect(site.files('erp/out/orders')).toEqual(['bad.xml', 'good.xml']);
  expect(sent()).toHaveLength(2);
}

describe('files of a channel that runs dry', () => {
  let server: PostgresServer | undefined;
  afterEach(async () => {
    await site?.close();
    await server?.close();
  });

  it('are judged and stay; live, they are taken when somebody says so, and what was judged counts for nothing', () =>
    inboundDryRun());

  it.skipIf(!hasPostgres)('the same on PostgreSQL', async () => {
    server = await startPostgres();
    await inboundDryRun(await server?.database());
  });
});

it('an event of a channel that runs dry makes no file, and the same event makes one when it is live', async () => {
  site = await Site.open({ config: dry });
  await site.start();
  const { companyId } = site.simulator;
  site.simulator.putOrder({
    order: { companyId, supplierAccountNumber: '540830', purchaseOrderNumber: 'OUT-1' },
    lines: [
      {
        position: '10',
        item: { number: 'P-10', name: 'Part', purchaseUnitOfMeasureIso: 'C62' },
        deliverySchedule: [{ position: '1', date: '2026-04-01', quantity: 5 }],
      },
    ],
  });
  site.simulator.act({ order: 'OUT-1', action: 'accept' });
  await site.idle();
  const judged = (await site.messages()).filter(
    ({ channel, reason }) => channel === 'responses' && reason?.startsWith('Dry run'),
  );
  expect(judged.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['ignored', 'Dry run: it would be sent or published.'],
  ]);
  expect(site.files('erp/in/responses')).toEqual([]);
  const body = await site.withJournal((journal) => journal.part(judged[0]?.id ?? 0, 'received'));

  await goLive();
  expect(await site.call('/events', Buffer.from(body ?? []))).toBe(202);
  expect(await site.published('erp/in/responses', 1)).toEqual(['OUT-1-000001.xml']);
});

it('what was received live waits while its channel runs dry, and what was received dry is never sent', async () => {
  site = await Site.open();
  await site.start('none');
  site.simulator.fault({ match: '/sci-connector', status: 503 });
  site.drop('erp/out/orders', 'before.xml', orderXml({ number: 'PO-1' }));
  await until('it to be tried', () => (sent().length > 0 ? true : undefined));
  site.editConfig((config) => {
    config.channels.orders.mode = 'dryRun';
  });
  await site.gateway.reload();
  site.simulator.clearFaults();
  const tried = sent().length;
  site.drop('erp/out/orders', 'during.xml', orderXml({ number: 'PO-2' }));
  expect(await site.ended('during.xml')).toMatchObject({ outcome: 'ignored' });
  const held = async () =>
    (await site.messages()).find(
      ({ name, reason }) => name === 'before.xml' && /runs dry now/.test(reason ?? ''),
    );
  await until('it to be held', held, 60);
  expect(sent()).toHaveLength(tried);
});

it('a crash in the middle of a dry run sends nothing afterwards', async () => {
  site = await Site.open({ config: dry });
  site.drop('erp/out/orders', 'a.xml', orderXml({ number: 'PO-1' }));
  const crashing = GatewayProcess.spawn(site.path('gateway.yaml'), 'before-settle');
  await crashing.gone(60);
  const [before] = await site.messages();
  expect(before).toMatchObject({ state: 'ready', attempts: 1 });
  await site.start('none');
  expect(await site.ended('a.xml')).toMatchObject({ outcome: 'ignored' });
  await goLive();
  await site.idle();
  expect(sent()).toEqual([]);
});
