import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { SharedWork } from './shared-work.ts';

/** Work that ends when it is told to. */
function held() {
  const runs: PromiseWithResolvers<void>[] = [];
  const work = (): Promise<void> => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  };
  return { runs, work };
}

it('those who ask meanwhile share the next run, and none that began before they asked', async () => {
  const { runs, work } = held();
  const shared = new SharedWork();
  const told: string[] = [];
  for (const who of ['a', 'b', 'c']) void shared.run('x', work).then(() => told.push(who));
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await setImmediate();
  expect([runs.length, told]).toEqual([2, ['a']]);
  void shared.run('x', work).then(() => told.push('d'));
  runs[1]?.resolve();
  await setImmediate();
  expect([runs.length, told]).toEqual([3, ['a', 'b', 'c']]);
  runs[2]?.resolve();
  await setImmediate();
  expect(told).toEqual(['a', 'b', 'c', 'd']);
});

it('other keys do not wait', () => {
  const { runs, work } = held();
  const shared = new SharedWork();
  for (const key of ['x', 'y']) void shared.run(key, work);
  expect(runs).toHaveLength(2);
});

it('a failure is told to those who shared it, and to nobody else', async () => {
  const { runs, work } = held();
  const shared = new SharedWork();
  const first = shared.run('x', work);
  const others = [shared.run('x', work), shared.run('x', work)];
  runs[0]?.reject(new Error('first'));
  await expect(first).rejects.toThrow('first');
  await setImmediate();
  runs[1]?.resolve();
  await Promise.all(others);
  expect(runs).toHaveLength(2);
});
