import { readdirSync, statSync } from 'node:fs';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { patience } from './kit/machine.ts';
import { Site } from './kit/site.ts';

vi.setConfig({ testTimeout: 120_000 * patience });

/** `fileMode` of a config reaches every file that the gateway leaves in a folder: archived, refused, reports, receipts, published. */

let site: Site;
afterAll(lendWorkers());
afterEach(() => site?.close());

const rights = (...names: string[]): string => (statSync(site.path(...names)).mode & 0o777).toString(8);

const namesIn = (folder: string): readonly string[] =>
  readdirSync(site.path(folder), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

it.skipIf(process.platform === 'win32')('gives all files of a site the rights of the config', async () => {
  site = await Site.open({
    config: ({ channels }) => {
      const [orders, received] = [channels.orders, channels['supplier-orders']];
      Object.assign(orders?.from ?? {}, { fileMode: '640' });
      Object.assign(orders ?? {}, { receipts: true });
      Object.assign(received?.to ?? {}, { fileMode: '600' });
    },
  });
  await site.start();
  site.drop('erp/out/orders', 'good.xml', orderXml({ number: 'PO-1' }));
  site.drop('erp/out/orders', 'bad.xml', '<Order/>');
  await site.ended('good.xml');
  await site.ended('bad.xml');
  const folders = ['erp/out/orders/archive', 'erp/out/orders/error'];
  const filed = folders.flatMap((folder) => namesIn(folder).map((name) => [name, rights(folder, name)]));
  expect(filed.length).toBeGreaterThanOrEqual(4);
  expect(filed.filter(([, mode]) => mode !== '640')).toEqual([]);
  const [published = ''] = await site.published('erp/in/orders', 1);
  expect(rights('erp/in/orders', published)).toBe('600');
});
