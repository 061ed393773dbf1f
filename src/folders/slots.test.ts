import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Slots } from './slots.ts';

it('never has more under way than there are slots, and begins in order', async () => {
  const slots = new Slots(2);
  const begun: number[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const calls = [0, 1, 2, 3].map((n) =>
    slots.run(() => {
      begun.push(n);
      const end = Promise.withResolvers<void>();
      ends[n] = end;
      return end.promise;
    }),
  );
  expect(begun).toEqual([0, 1]);
  ends[1]?.resolve();
  await setImmediate();
  expect(begun).toEqual([0, 1, 2]);
  ends[0]?.resolve();
  await setImmediate();
  expect(begun).toEqual([0, 1, 2, 3]);
  for (const end of ends) end.resolve();
  await Promise.all(calls);
});

it('a call that fails gives its slot back', async () => {
  const slots = new Slots(1);
  const failed = slots.run(async () => {
    throw new Error('no');
  });
  const next = slots.run(async () => 'yes');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
