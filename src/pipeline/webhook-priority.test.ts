import { afterAll, expect, it, vi } from 'vitest';
import { WebhookPriority } from './webhook-priority.ts';

const clock = vi.spyOn(performance, 'now');
afterAll(() => clock.mockRestore());

/** Does work wait for a timer, or go on at once? Ends when it goes on. */
async function given(way: WebhookPriority): Promise<'at once' | 'later'> {
  let answer: 'at once' | 'later' | undefined;
  const going = way.giveWay().then(() => {
    answer ??= 'at once';
  });
  // promises alone: no timer can come in between
  for (let n = 0; n < 5; n++) await Promise.resolve();
  answer ??= 'later';
  await going;
  return answer;
}

it('work waits a little during a call and right after it, and then goes on', async () => {
  const way = new WebhookPriority();
  clock.mockReturnValue(1_000);
  expect(await given(way)).toBe('at once');
  const storing = Promise.withResolvers<string>();
  const call = way.runFirst(() => storing.promise);
  clock.mockReturnValue(60_000);
  expect(await given(way)).toBe('later');
  storing.resolve('stored');
  expect(await call).toBe('stored');
  clock.mockReturnValue(60_009);
  expect(await given(way)).toBe('later');
  clock.mockReturnValue(60_011);
  expect(await given(way)).toBe('at once');
});

it('a call that fails is over too', async () => {
  const way = new WebhookPriority();
  clock.mockReturnValue(1_000);
  const failed = way.runFirst(() => Promise.reject(new Error('the disk is full')));
  await expect(failed).rejects.toThrow('the disk is full');
  clock.mockReturnValue(2_000);
  expect(await given(way)).toBe('at once');
});
