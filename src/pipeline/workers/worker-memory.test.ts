import { totalmem } from 'node:os';
import { expect, it } from 'vitest';
import { readAvailableMemory, shareMemory } from './worker-memory.ts';

it.each([512, 1024, 2048, 4096, 16_384])(
  'threads together hold no more than %i MB leave beside the process itself',
  (available) => {
    const { small, large } = shareMemory(available);
    expect(2 * small + large).toBeLessThanOrEqual(Math.max(300, available - 300));
    expect(large).toBeGreaterThanOrEqual(small);
  },
);

it('where memory is little all but the smallest documents take turns', () => {
  expect(shareMemory(1024)).toMatchObject({ small: 159, large: 406, largeFrom: 500_000 });
  expect(shareMemory(8192)).toMatchObject({ small: 600, largeFrom: 5_000_000 });
});

it('is what the machine has, or less where a limit is set', () => {
  expect(readAvailableMemory()).toBeGreaterThan(0);
  expect(readAvailableMemory() * 2 ** 20).toBeLessThanOrEqual(totalmem());
});
