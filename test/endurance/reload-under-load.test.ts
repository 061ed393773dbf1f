import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import {
  hasPostgres,
  type PostgresServer,
  startPostgres,
} from '../../src/journal/testkit/postgres-server.ts';
import { orderXml } from '../kit/documents.ts';
import { lendWorkers } from '../kit/lent-workers.ts';
import { patience } from '../kit/machine.ts';
import { Site } from '../kit/site.ts';

vi.setConfig({ testTimeout: 300_000 * patience });

/** A gateway.yaml that changes again and again while there is much to do. */

let site: Site;
afterAll(lendWorkers());

const event = (id: string) =>
  JSON.stringify({ eventName: 'OrderLinesAcceptedBySupplier', messageId: id, orderEvent: { order: { id } } });

async function reloadUnderLoad(postgres?: string): Promise<void> {
  // the exchange does not know the orders of these events
  const hasty = ({ channels }: { channels: Record<string, object> }): void => {
    for (const name of ['responses', 'supplier-orders'])
      Object.assign(channels[name] ?? {}, { notFound: { patience: '1ms' } });
  };
  site = await Site.open({ config: hasty, ...(postgres === undefined ? {} : { postgres }) });
  await site.start('none');
  // something is under way whenever a reload comes
  for (const match of ['/api-connector', '/sci-connector']) site.simulator.fault({ match, delayMs: 1500 });
  const [files, events] = [80, 160];
  let busy = true;
  const accepted: string[] = [];
  const reloading = async (): Promise<number> => {
    let count = 0;
    for (; busy; count += 1) {
      site.editConfig(({ channels, exchange }) => {
        exchange.rate.perSecond = 500 + count;
        channels.orders.timeZone = count % 2 === 0 ? 'Europe/Amsterdam' : 'Europe/London';
        if (count % 3 === 0) delete channels.extra;
        else channels.extra = { ...structuredClone(channels.responses), from: { webhook: '/extra' } };
      });
      // the look at the file may have been quicker
      const { kind, reason } = await site.gateway.reload();
      if (kind === 'refused') throw new Error(reason?.en);
      // long enough for work to begin, shorter than it takes
      await setTimeout(400 + 200 * (count % 4));
    }
    return count;
  };
  const dropping = async (): Promise<void> => {
    for (let n = 0; n < files; n += 1) {
      const folder = n % 2 === 0 ? 'erp/out/orders' : 'erp/out/orders-json';
      site.drop(folder, `f-${n}.xml`, orderXml({ number: `PO-${n}` }));
      await setTimeout(100);
    }
  };
  const calling = async (): Promise<void> => {
    for (let n = 0; n < events; n += 1) {
      const status = await site.call('/events', event(`e-${n}`));
      expect(status).toBe(202);
      accepted.push(`e-${n}`);
      await setTimeout(50);
    }
  };
  const disturbing = Promise.all([dropping(), calling()]).finally(() => {
    busy = false;
  });
  const [reloads] = await Promise.all([reloading(), disturbing]);
  expect(reloads).toBeGreaterThan(2);
  for (let n = 0; n < files; n += 1)
    expect(await site.ended(`f-${n}.xml`, 1, 90)).toMatchObject({ outcome: 'delivered' });
  await site.idle();

  const orders = site.simulator.requests().filter(({ path }) => path.includes('connector/order'));
  expect(orders).toHaveLength(files);
  const bodies = await site.withJournal(async (journal) => {
    const messages = await journal.list({ limit: 10_000, channel: 'responses' });
    return Promise.all(
      messages.map(async ({ id }) => Buffer.from((await journal.part(id, 'received')) ?? [])),
    );
  });
  const ids = bodies.map((body) => JSON.parse(body.toString()).messageId);
  expect(ids.sort()).toEqual(accepted.sort());
  expect(
    (await site.messages()).filter(({ reason }) => /no longer in the config/.test(reason ?? '')),
  ).toEqual([]);
}

describe('while files and webhooks come and it reloads again and again', () => {
  let server: PostgresServer | undefined;
  afterEach(async () => {
    await site?.close();
    await server?.close();
  });

  it('loses and doubles nothing', () => reloadUnderLoad());

  it.skipIf(!hasPostgres)('loses and doubles nothing, on PostgreSQL', async () => {
    server = await startPostgres();
    await reloadUnderLoad(await server?.database());
  });
});
