import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { orderXml } from '../kit/documents.ts';
import { lendWorkers } from '../kit/lent-workers.ts';
import { patience } from '../kit/machine.ts';
import { sentAndAdmitted } from '../kit/promise.ts';
import { Site } from '../kit/site.ts';

// seven faults in a row, by which it counts as away, are 91 seconds: it is asked again after 1, 2, 4, 8, 16, 30 and 30
vi.setConfig({ testTimeout: 180_000 * patience });

/** An exchange in trouble: tokens that end early, refusals in the middle, errors in rows, lost replies, many at once. */

let site: Site;
afterAll(lendWorkers());
afterEach(() => site?.close());

it('delivers every version of every order, in order, and says of none falsely that it went once', async () => {
  // opaque tokens that end after a moment: nobody but the exchange can know it
  site = await Site.open({ simulator: { jwt: false, lifetimes: { access: 120, refresh: 600 } } });
  await site.start('none');
  const at = (match: string, fault: object) => site.simulator.fault({ match, ...fault });
  at('/sci-connector/order', { status: 401, times: 2 });
  at('/v2/authentication/refresh', { drop: 'after', times: 1 });
  at('/sci-connector/order', { status: 500, times: 4 });
  at('/sci-connector/order', { drop: 'after', times: 3 });
  at('/sci-connector/order', { status: 429, headers: { 'retry-after': '1' }, times: 2 });
  at('/sci-connector/order', { drop: 'before', times: 2 });
  at('/sci-connector/order', { status: 500, after: true, times: 2 });
  const numbers = Array.from({ length: 8 }, (_, n) => `PO-S${n}`);
  const versions = ['a', 'b', 'c'];
  for (const note of versions)
    for (const number of numbers)
      site.drop('erp/out/orders', `${number}-${note}.xml`, orderXml({ number, note }));
  for (const number of numbers)
    for (const note of versions)
      expect(await site.ended(`${number}-${note}.xml`, 1, 150)).toMatchObject({ outcome: 'delivered' });
  const ledger = site.simulator.ledger();
  sentAndAdmitted(await site.messages(), ledger);
  for (const number of numbers) {
    const notes = ledger
      .filter(({ key }) => key === number)
      .map(({ bytes }) => /<cbc:Note>(\w)/.exec(bytes ?? '')?.[1]);
    expect([...new Set(notes)]).toEqual(versions);
    expect(notes.toSorted()).toEqual(notes);
  }
  const secrets = site.simulator.credentials.password;
  expect(site.log.join('')).not.toContain(secrets);
});

it('stores every event of a storm before it answers, and works them all off', async () => {
  site = await Site.open();
  await site.start('none');
  site.drop('erp/out/orders', 'o.xml', orderXml({ number: 'PO-STORM' }));
  await site.ended('o.xml');
  const id = `${site.simulator.companyId}-PO-STORM`;
  const event = (n: number) =>
    JSON.stringify({
      eventName: 'OrderLinesMarkedAsOpenByBuyer',
      orderEvent: { orderId: id, lines: [], lastUpdatedAt: '2026-03-02T10:00:00.000Z' },
      meta: { messageId: `storm-${n}` },
    });
  const calls = Array.from({ length: 200 }, (_, n) => site.call('/events', event(n % 100)));
  expect(new Set(await Promise.all(calls))).toEqual(new Set([202]));
  await site.idle();
  const stored = (await site.messages()).filter(({ name }) => name === 'OrderLinesMarkedAsOpenByBuyer');
  expect(stored).toHaveLength(200);
});
