import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { orderXml } from '../kit/documents.ts';
import { hasSignals } from '../kit/machine.ts';
import { freePort } from '../kit/port.ts';
import { GatewayProcess } from '../kit/process.ts';
import { Site } from '../kit/site.ts';
import { askGateway, stopWatching, watchGateways, withFile } from '../kit/watched.ts';

/** Documents of 50 MB, with a gateway in a process of its own. */

let site: Site;
let gateway: GatewayProcess;
let webhook: string;
beforeEach(async () => {
  const listen = `127.0.0.1:${await freePort()}`;
  webhook = `http://${listen}/events`;
  const auth = { basic: { user: 'exchange', password: 'hook' } };
  site = await Site.open({
    config: (config) => {
      config.http = { webhook: { listen, auth } };
    },
  });
  watchGateways(site.path('told'));
  gateway = await GatewayProcess.start(site.path('gateway.yaml'));
});
afterEach(async () => {
  stopWatching();
  await gateway.kill();
  await site.close();
});

/** As base64, 50 MB that cannot be compressed. */
const file = randomBytes(37_500_000);
const large = (number: string, end = ''): Buffer => withFile(orderXml({ number }), file, end);

const authorization = `Basic ${Buffer.from('exchange:hook').toString('base64')}`;

async function call(): Promise<number> {
  const start = performance.now();
  const { statusCode, body } = await request(webhook, {
    method: 'POST',
    body: '{"eventName":"X"}',
    headers: { authorization, 'content-type': 'application/json' },
  });
  await body.dump();
  expect(statusCode).toBe(202);
  return performance.now() - start;
}

/** Calls the webhook until the message has ended; the slowest call in milliseconds. */
async function callUntil(ended: Promise<unknown>): Promise<number> {
  let open = true;
  let slowest = 0;
  const over = ended.finally(() => {
    open = false;
  });
  while (open) {
    slowest = Math.max(slowest, await call());
    await setTimeout(50);
  }
  await over;
  return slowest;
}

it.skipIf(!hasSignals)(
  'are delivered and refused in bounded memory, while webhooks are answered',
  async () => {
    const told = () => askGateway(gateway.pid, site.path('told'));
    const first = site.ended('large.xml', 1, 100);
    await told();
    site.drop('erp/out/orders', 'large.xml', large('PO-LARGE'));
    const delivered = await callUntil(first);
    expect(await first).toMatchObject({ outcome: 'delivered' });
    site.drop('erp/out/orders', 'wrong.xml', large('PO-WRONG', '<cbc:End/>'));
    const second = site.ended('wrong.xml', 1, 100);
    const refused = await callUntil(second);
    const message = await second;
    expect(message).toMatchObject({ outcome: 'rejected' });
    expect(message.findings.map(({ code }) => code)).toContain('element-unknown');
    const { busy, peak } = await told();
    // 480 MB measured; every further copy of the document would be 50 more
    expect(peak).toBeLessThan(700);
    // 18 ms measured; hashing or compressing it at once would take longer than this
    expect(busy).toBeLessThan(200);
    // generous, since machines that run tests are busy
    expect(Math.max(delivered, refused)).toBeLessThan(15_000);
  },
  240_000,
);
