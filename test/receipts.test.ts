import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { patience } from './kit/machine.ts';
import { Site } from './kit/site.ts';

vi.setConfig({ testTimeout: 120_000 * patience });

/** `receipts: true`: what was sent lies beside the archived file. */

let site: Site;
afterAll(lendWorkers());
afterEach(() => site?.close());

it('a receipt lies beside an archived file that was sent, and beside no other', async () => {
  site = await Site.open({
    config: ({ channels }) => Object.assign(channels['orders-json'] ?? {}, { receipts: true }),
  });
  await site.start('none');
  const folder = 'erp/out/orders-json';
  site.drop(folder, 'a.xml', orderXml({ number: 'PO-1' }));
  const sent = await site.ended('a.xml');
  site.drop(folder, 'again.xml', orderXml({ number: 'PO-1' }));
  await site.ended('again.xml');
  site.drop(folder, 'bad.xml', '<Order/>');
  await site.ended('bad.xml');
  site.drop('erp/out/orders', 'other.xml', orderXml({ number: 'PO-2' }));
  await site.ended('other.xml');

  expect(site.files(`${folder}/archive`)).toEqual(['a.xml', 'a.xml.sent.json', 'again.xml']);
  expect(site.files(`${folder}/error`)).toEqual(['bad.xml', 'bad.xml.report.json', 'bad.xml.report.txt']);
  expect(site.files('erp/out/orders/archive')).toEqual(['other.xml']);
  expect(JSON.parse(site.read(`${folder}/archive`, 'a.xml.sent.json'))).toEqual({
    file: 'a.xml',
    channel: 'orders-json',
    message: sent.id,
    receivedAt: sent.receivedAt,
    to: 'api-connector/order',
    sent: [
      {
        message: sent.id,
        order: 'PO-1',
        at: expect.stringMatching(/^20.*Z$/),
        status: 200,
        mapping: sent.mapping,
        possiblyTwice: false,
        warnings: expect.any(Number),
      },
    ],
  });
});
