import { expect, it } from 'vitest';
import { ConnectionSlots } from './connection-slots.ts';

/** Work that ends when it is told to. */
function startWork(slots: ConnectionSlots) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { begun: false, end: resolve, done: Promise.resolve() };
  state.done = slots.use(() => {
    state.begun = true;
    return promise;
  });
  return state;
}

it('as many work at once as may, the first to come first, and more when more may', async () => {
  const slots = new ConnectionSlots(2, 60_000);
  const all = Array.from({ length: 5 }, () => startWork(slots));
  const begun = () => all.filter((one) => one.begun).length;
  await expect.poll(begun).toBe(2);
  all[1]?.end();
  await all[1]?.done;
  await expect.poll(begun).toBe(3);
  expect(all.map((one) => one.begun)).toEqual([true, true, true, false, false]);
  slots.limit = 3;
  await expect.poll(begun).toBe(4);
  slots.limit = 1;
  for (const one of all) one.end();
  await Promise.all(all.map(({ done }) => done));
  expect(begun()).toBe(5);
});

it('who waits too long is told, and takes no place', async () => {
  const slots = new ConnectionSlots(1, 20);
  const first = startWork(slots);
  await expect(startWork(slots).done).rejects.toThrow('no connection was free in time');
  first.end();
  await first.done;
  const next = startWork(slots);
  next.end();
  await next.done;
  expect(next.begun).toBe(true);
});
