import { expect, it } from 'vitest';
import { atMost } from './at-most.ts';

it('work that ends is waited for', async () => {
  expect(await atMost(60_000, Promise.resolve())).toBe(true);
});

it('work that hangs is not', async () => {
  expect(await atMost(5, new Promise(() => undefined))).toBe(false);
});

it('work that fails fails', async () => {
  await expect(atMost(60_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
});
