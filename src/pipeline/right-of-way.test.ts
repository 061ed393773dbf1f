import { afterAll, expect, it, vi } from 'vitest';
import { RightOfWay } from './right-of-way.ts';

const clock = vi.spyOn(performance, 'now');
afterAll(() => clock.mockRestore());

/** Does work wait, and for how long (milliseconds)? */
async function given(way: RightOfWay): Promise<number> {
  const began = Date.now();
  await way.give();
  return Date.now() - began;
}

it('work waits a little during a call and right after it, and then goes on', async () => {
  const way = new RightOfWay();
  clock.mockReturnValue(1_000);
  expect(await given(way)).toBeLessThan(15);
  const storing = Promise.withResolvers<string>();
  const call = way.call(() => storing.promise);
  clock.mockReturnValue(60_000);
  expect(await given(way)).toBeGreaterThanOrEqual(18);
  storing.resolve('stored');
  expect(await call).toBe('stored');
  clock.mockReturnValue(60_009);
  expect(await given(way)).toBeGreaterThanOrEqual(18);
  clock.mockReturnValue(60_011);
  expect(await given(way)).toBeLessThan(15);
});

it('a call that fails is over too', async () => {
  const way = new RightOfWay();
  clock.mockReturnValue(1_000);
  const failed = way.call(() => Promise.reject(new Error('the disk is full')));
  await expect(failed).rejects.toThrow('the disk is full');
  clock.mockReturnValue(2_000);
  expect(await given(way)).toBeLessThan(15);
});
