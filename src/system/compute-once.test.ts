import { expect, it, vi } from 'vitest';
import { computeOnce } from './compute-once.ts';

it('computes when it is first asked, and never again', () => {
  const compute = vi.fn(() => 0);
  const ask = computeOnce(compute);
  expect(compute).not.toHaveBeenCalled();
  expect([ask(), ask()]).toEqual([0, 0]);
  expect(compute).toHaveBeenCalledTimes(1);
});

it('keeps a promise that was rejected', async () => {
  const work = vi.fn(async () => Promise.reject(new Error('no connection')));
  const begin = computeOnce(work);
  await expect(begin()).rejects.toThrow('no connection');
  await expect(begin()).rejects.toThrow('no connection');
  expect(work).toHaveBeenCalledTimes(1);
});

it('asks again after it has thrown', () => {
  let isThere = false;
  const read = computeOnce(() => {
    if (!isThere) throw new Error('not there yet');
    return 'text';
  });
  expect(read).toThrow('not there yet');
  isThere = true;
  expect(read()).toBe('text');
});
