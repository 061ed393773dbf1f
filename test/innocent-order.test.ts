import { afterAll, afterEach, expect, it } from 'vitest';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { GatewayProcess } from './kit/process.ts';
import { Site } from './kit/site.ts';

/** An order that is in hand each time that somebody kills the gateway has done nothing wrong. */

let site: Site;
let killed: GatewayProcess | undefined;
afterAll(lendWorkers());
afterEach(async () => {
  await killed?.kill();
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
    killed = GatewayProcess.spawn(config, 'check-ended');
    expect(await killed.gone()).toBe('SIGKILL');
  }
  await site.start('none');
  expect(await site.ended('order.xml')).toMatchObject({ state: 'settled', outcome: 'delivered' });
});
