import { afterEach, expect, it } from 'vitest';
import { orderXml } from './kit/documents.ts';
import { GatewayProcess } from './kit/process.ts';
import { Site, until } from './kit/site.ts';

/** An order that is in hand each time that somebody kills the gateway has done nothing wrong. */

let site: Site;
let running: GatewayProcess | undefined;
afterEach(async () => {
  await running?.kill();
  await site.close();
});

it('is sent after eleven kills in the middle of its check', async () => {
  site = await Site.open({
    config(config) {
      config.http = {};
      config.channels = { 'orders-json': config.channels['orders-json'] ?? {} };
    },
  });
  const config = site.path('gateway.yaml');
  site.drop('erp/out/orders-json', 'order.xml', orderXml({ number: 'PO-1' }));
  for (let n = 0; n < 11; n += 1) {
    running = GatewayProcess.spawn(config, 'check-ended');
    expect(await running.gone()).toBe('SIGKILL');
  }
  running = await GatewayProcess.start(config);
  const message = await until('the order to end', () =>
    site.withJournal(async (journal) => {
      const [one] = await journal.list({ limit: 1 });
      return one?.state === 'settled' || one?.state === 'parked' ? one : undefined;
    }),
  );
  expect(message).toMatchObject({ state: 'settled', outcome: 'delivered' });
  // by itself, so that it has ended the process of the suspect
  process.kill(running.pid, 'SIGTERM');
  await running.gone();
});
