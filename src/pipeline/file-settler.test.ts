import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { orderXml } from '../../test/kit/documents.ts';
import { Site } from '../../test/kit/site.ts';

let site: Site | undefined;

afterEach(async () => {
  await site?.close();
  site = undefined;
});

it('ends with an empty place and one warning when somebody took the claimed file away', async () => {
  site = await Site.open();
  const inbound = site.path('erp/out/orders-json');
  site.simulator.fault({ match: '/v2/api-connector', delayMs: 400, times: 1 });
  await site.start('none');
  site.drop('erp/out/orders-json', 'order.xml', orderXml({ number: 'PO-1' }));
  while (site.simulator.requests().every(({ path }) => !path.includes('api-connector')))
    await new Promise((resolve) => setTimeout(resolve, 10));
  await unlink(join(inbound, '.gateway', site.gateway.journal.id, await onlyClaim(site), 'order.xml'));
  const message = await site.ended('order.xml');
  expect(message).toMatchObject({ outcome: 'delivered' });
  expect(message.place ?? '').toBe('');
  expect(site.log.filter((line) => line.includes('file-missing'))).toHaveLength(1);
});

async function onlyClaim({ gateway, folder }: Site): Promise<string> {
  const work = join(folder, 'erp/out/orders-json/.gateway', gateway.journal.id);
  return (await readdir(work))[0] ?? '';
}
