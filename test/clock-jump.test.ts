import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { useClock } from '../src/time/steady-clock.ts';
import { responseXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { Site, until } from './kit/site.ts';

/** Somebody sets the clock of the machine a day ahead, or back, while an order waits; and back again. */

const [minute, day] = [60_000, 86_400_000];
let site: Site;
/** By how much the wall's clock is wrong, and how much time has passed beside the real one. */
let set: number;
let passed: number;
let realClock: () => void;

beforeEach(() => {
  [set, passed] = [0, 0];
  realClock = useClock({
    wall: () => Date.now() + passed + set,
    monotonic: () => performance.now() + passed,
  });
});
afterAll(lendWorkers());
afterEach(async () => {
  await site.close();
  realClock();
});

it('a response to an order that the exchange does not know is tried at the right times, and parked when its patience is over, whatever the clock says', async () => {
  site = await Site.open({
    config: ({ channels }) =>
      Object.assign(channels['order-responses'] ?? {}, { notFound: { patience: '30m' } }),
  });
  await site.start();
  site.drop('erp/out/responses', 'a.xml', responseXml({ number: 'PO-NONE', lines: [{ id: '10' }] }));
  const jumps = [0, day, day, 0, 0, -day, -day, 0];
  let tries = 0;
  await until('the end of its patience', async () => {
    const message = (await site.messages()).find(({ name }) => name === 'a.xml');
    if (message?.state !== 'waiting') return message?.state === 'parked' ? message : undefined;
    const left = message.due - (Date.now() + passed);
    expect(Math.abs(left)).toBeLessThan(7 * minute);
    if (left <= 0) return undefined;
    // while it waits, the clock is set once more; and then it has waited
    tries += 1;
    set = jumps[tries % jumps.length] ?? 0;
    passed += left;
    return undefined;
  });
  expect(tries).toBeGreaterThan(10);
  expect(passed).toBeGreaterThan(29 * minute);
  expect(passed).toBeLessThan(45 * minute);
});
