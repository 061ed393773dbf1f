import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { orderXml } from './kit/documents.ts';
import { Site, until } from './kit/site.ts';

let site: Site;
beforeEach(async () => {
  site = await Site.open();
  await site.start('none');
});
afterEach(() => site.close());

/** An order with an embedded file of so many megabytes. */
function large(megabytes: number): Buffer {
  const file = `<cac:DocumentReference><cbc:ID>D1</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf">${'QUJD'.repeat(megabytes * 250_000)}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:DocumentReference>`;
  const order = orderXml({ number: 'PO-LARGE' }).toString();
  // invalid at its end, so that it is validated to there and goes no further
  return Buffer.from(
    order.replace('</cac:LineItem></cac:OrderLine>', `</cac:LineItem>${file}</cac:OrderLine><cbc:End/>`),
  );
}

it('answers webhooks while 50 MB are validated', async () => {
  site.drop('erp/out/orders', 'large.xml', large(50));
  const authorization = `Basic ${Buffer.from('exchange:hook').toString('base64')}`;
  const slowest = { call: 0 };
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  let open = true;
  let calls = 0;
  const ended = until(
    'the large document to end',
    async () =>
      (await site.messages()).find(({ name, state }) => name === 'large.xml' && state === 'settled'),
    100,
  );
  const settled = ended.finally(() => {
    open = false;
  });
  while (open) {
    const start = performance.now();
    const { statusCode, body } = await request(`${site.gateway.webhookUrl}/events`, {
      method: 'POST',
      body: '{"eventName":"X"}',
      headers: { authorization, 'content-type': 'application/json' },
    });
    await body.dump();
    expect(statusCode).toBe(202);
    calls += 1;
    slowest.call = Math.max(slowest.call, performance.now() - start);
    await setTimeout(50);
  }
  delay.disable();
  expect(calls).toBeGreaterThan(3);
  const message = await settled;
  expect(message).toMatchObject({ outcome: 'rejected' });
  expect(message.findings.map(({ code }) => code)).toContain('element-unknown');
  // generous, since machines that run tests are busy: validated in the loop, it would block for as long as it takes
  expect(slowest.call).toBeLessThan(5000);
  expect(delay.percentile(99) / 1e6).toBeLessThan(500);
}, 120_000);
