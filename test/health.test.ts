import { request } from 'undici';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { patience } from './kit/machine.ts';
import { moved } from './kit/move.ts';
import { Site, until } from './kit/site.ts';

vi.setConfig({ testTimeout: 150_000 * patience });

/** What whoever watches the gateway hears of it. */

let site: Site;
afterAll(lendWorkers());
afterEach(() => site?.close());

async function ask(path: string) {
  const { statusCode, body } = await request(`${site.gateway.operatorUrl}${path}`);
  const text = await body.text();
  return { status: statusCode, body: JSON.parse(text), text };
}

/** Send-only: nothing but orders to the exchange. */
const openSending = () =>
  Site.open({
    config: (config) => {
      config.channels = { orders: config.channels.orders ?? {} };
    },
  });

const saying = (code: string) =>
  until(
    `health to say ${code}`,
    async () => {
      const { body } = await ask('/health');
      return body.reasons.find((reason: { code: string }) => reason.code === code);
    },
    60,
  );

it('an exchange that is away is told while orders wait, and takes no webhook receiver away', async () => {
  site = await openSending();
  await site.start('none');
  expect(await ask('/health')).toMatchObject({ status: 200, body: { status: 'green', reasons: [] } });
  await site.simulator.close();
  site.drop('erp/out/orders', 'a.xml', orderXml({ number: 'PO-1' }));
  expect(await saying('exchange-away')).toMatchObject({
    level: 'amber',
    what: expect.stringContaining('No answer from'),
    todo: expect.stringContaining('gateway check'),
  });
  const ready = await ask('/health/ready');
  expect(ready).toMatchObject({ status: 200, body: { ready: true } });
  expect(ready.body.checks).toContainEqual(expect.objectContaining({ name: 'exchange', ok: false }));
  expect(ready.body.checks).toContainEqual({ name: 'webhook', ok: true, receives: true });
  expect(await ask('/health/live')).toMatchObject({ status: 200, body: { live: true } });
});

it('an exchange that is away is noticed where nothing is sent', async () => {
  site = await openSending();
  await site.start('none');
  await site.simulator.close();
  expect(await saying('exchange-away')).toMatchObject({ level: 'amber' });
});

it('a folder that is gone is red at once, and green when it is back', async () => {
  site = await openSending();
  await site.start('none');
  await moved(site.path('erp/out/orders'), site.path('erp/out/away'));
  expect(await saying('folder')).toMatchObject({ level: 'red', about: 'orders' });
  expect(await ask('/health')).toMatchObject({ status: 503, body: { status: 'red' } });
  expect(await ask('/health/ready')).toMatchObject({ status: 200 });
  await moved(site.path('erp/out/away'), site.path('erp/out/orders'));
  const green = async () => ((await ask('/health')).body.status === 'green' ? true : undefined);
  await until('health to be green', green, 60);
});

it('a refused document is told with its count, and logged as a warning', async () => {
  site = await openSending();
  await site.start('none');
  site.drop('erp/out/orders', 'bad.xml', '<Order/>');
  await site.ended('bad.xml');
  expect(await saying('rejected')).toMatchObject({
    level: 'amber',
    what: expect.stringMatching(/^1 document was refused, at 20.*\nmessage 1 \(bad\.xml\): /),
  });
  const line = site.log.find((one) => one.includes('"outcome":"rejected"'));
  expect(line).toMatch(/"level":("warn"|40)/);
});
