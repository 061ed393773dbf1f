import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { deliveredXsds } from '../src/scsn/load-schemas.ts';
import { orderXml } from './kit/documents.ts';
import { patience } from './kit/machine.ts';
import { Site, until } from './kit/site.ts';

vi.setConfig({ testTimeout: 120_000 * patience });

let site: Site;
afterEach(() => site.close());

const order = (number: string): string => orderXml({ number }).toString();
/** Item before Price, which is the wrong order. */
const swapped = (number: string): string =>
  order(number).replace(/(<cac:Price>.*?<\/cac:Price>)(\s*)(<cac:Item>.*?<\/cac:Item>)/, '$3$2$1');

it('repair: element-order sends the document in order, with a warning', async () => {
  site = await Site.open({
    config: ({ channels }) => Object.assign(channels.orders ?? {}, { repair: 'element-order' }),
  });
  await site.start('none');
  site.drop('erp/out/orders', 'a.xml', swapped('PO-1'));
  const message = await site.ended('a.xml');
  expect(message).toMatchObject({ outcome: 'delivered' });
  expect(message.findings.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
    'order-repaired warning',
    'element-order warning',
  ]);
});

it('a channel has its own XSDs, and its reports are in the language of the config', async () => {
  site = await Site.open({
    config: (config) => {
      Object.assign(config, { language: 'nl' });
      Object.assign(config.channels.orders ?? {}, { schemas: 'own-xsds' });
    },
  });
  cpSync(deliveredXsds, site.path('own-xsds'), { recursive: true });
  const file = site.path('own-xsds', 'Order.xsd');
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('<xsd:element ref="cbc:OrderTypeCode" minOccurs="0"/>', ''),
  );
  await site.start('none');
  site.drop('erp/out/orders', 'a.xml', order('PO-2'));
  expect(await site.ended('a.xml')).toMatchObject({ outcome: 'rejected' });
  const report = site.read('erp/out/orders/error', 'a.xml.report.txt');
  expect(report).toContain('`Order` heeft geen element `OrderTypeCode`.');
  expect(report).toContain('is geweigerd. Er is niets verstuurd.');
});

it('XSDs that are away: what was received waits, other channels go on, and all is taken up when they are there', async () => {
  site = await Site.open({
    config: ({ channels }) => Object.assign(channels.orders ?? {}, { schemas: 'own-xsds' }),
  });
  await site.start('none');
  const mappings = async () =>
    (await site.gateway.readiness()).find(({ name }) => name === 'mappings') ?? { ok: true, reason: '' };
  for (const n of [1, 2, 3]) site.drop('erp/out/orders', `${n}.xml`, order(`PO-${n}`));
  await until(
    'health to name it',
    async () =>
      /Messages of orders wait: .*own-xsds does not exist/.test((await mappings()).reason ?? '') || undefined,
  );
  expect(await mappings()).toMatchObject({ ok: false });
  site.drop('erp/out/orders-json', 'other.xml', order('PO-4'));
  expect(await site.ended('other.xml')).toMatchObject({ outcome: 'delivered' });
  const waiting = (await site.messages()).filter(({ channel }) => channel === 'orders');
  expect(waiting.map(({ state }) => state)).toEqual(['received', 'received', 'received']);
  cpSync(deliveredXsds, site.path('coming'), { recursive: true });
  renameSync(site.path('coming'), site.path('own-xsds'));
  for (const n of [1, 2, 3])
    expect(await site.ended(`${n}.xml`, 1, 40)).toMatchObject({ outcome: 'delivered' });
  expect(await mappings()).toMatchObject({ ok: true });
});
