import { totalmem } from 'node:os';
import { expect, it } from 'vitest';
import { readAvailableMemory, shareMemory } from './worker-memory.ts';

it.each([400, 512, 600, 1024, 2048, 4096, 16_384])(
  'threads together hold no more than %i MB leave beside the process itself',
  (available) => {
    const { small, smallThreads, large } = shareMemory(available);
    expect(smallThreads * small + (large ?? 0)).toBeLessThanOrEqual(available - 300);
    expect(large ?? small).toBeGreaterThanOrEqual(small);
  },
);

it('where there is none for a second thread one does everything, and can load what it works with', () => {
  expect(shareMemory(350)).toMatchObject({ small: 100, smallThreads: 1, large: undefined });
  expect(shareMemory(512)).toMatchObject({ small: 212, smallThreads: 1, largeFrom: Infinity });
});

it('documents whose steps take long leave two threads to small ones, however much memory there is', () => {
  expect(shareMemory(1024)).toMatchObject({ small: 159, large: 406, largeFrom: 500_000 });
  expect(shareMemory(8192)).toMatchObject({ small: 600, smallThreads: 2, largeFrom: 500_000 });
});

it('is what the machine has, or less where a limit is set', () => {
  expect(readAvailableMemory()).toBeGreaterThan(0);
  expect(readAvailableMemory() * 2 ** 20).toBeLessThanOrEqual(totalmem());
});
