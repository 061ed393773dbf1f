import { request } from 'undici';
import { afterEach, expect, it } from 'vitest';
import { renderMessage } from '../src/cli/journal/journal-show.ts';
import { findSample, readExposition } from '../src/metrics/testkit/exposition.ts';
import { orderXml } from './kit/documents.ts';
import { Site } from './kit/site.ts';

/** A value that no rule carries is told where it happens: in the journal, to whoever asks, and in the numbers. */

let site: Site;
afterEach(() => site?.close());

const path = '/Order/cac:OrderLine/cac:LineItem/cbc:ID';

/** The mapping sends the lines by another number, and says nothing of their own. */
async function open(lost?: object): Promise<void> {
  site = await Site.open({
    config(config) {
      config.mappings = 'mappings';
      const { 'orders-json': channel } = config.channels;
      if (channel && lost) channel.lost = lost;
    },
  });
  site.write(
    'mappings/order-to-exchange.yaml',
    `extends: scsn-gateway/order-to-exchange
target:
  lines: { position: "string(count(preceding-sibling::cac:OrderLine) + 1)" }
`,
  );
  await site.start('none');
  site.drop(
    'erp/out/orders-json',
    'order.xml',
    orderXml({ number: 'PO-1', lines: [{ id: '10' }, { id: '20' }] }),
  );
}

it('is a warning with its count, a section of `journal show`, and counted by class', async () => {
  await open();
  const message = await site.ended('order.xml');
  expect(message.lost).toContainEqual({ path, count: 2, class: 'commercial', told: true });
  expect(message.findings).toContainEqual(
    expect.objectContaining({ code: 'value-not-carried', severity: 'warning', value: '10' }),
  );
  expect(renderMessage(message, { attempts: [], parts: [] })).toContain(
    `Values that go nowhere\n  ${path}: 2 (commercial)`,
  );
  const page = await (await request(`${site.gateway.operatorUrl}/metrics`)).body.text();
  const labels = { channel: 'orders-json', class: 'commercial' };
  expect(findSample(readExposition(page), 'scsn_gateway_values_lost_total', labels)).toBe(2);
});

it('holds the message where the channel says so', async () => {
  await open({ commercial: 'park' });
  const message = await site.ended('order.xml');
  expect(message).toMatchObject({ state: 'parked', reason: expect.stringContaining(path) });
  expect(message.attempts).toBe(0);
});
