import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { mapInSlices } from './map-in-slices.ts';

/** Takes the event loop for so many milliseconds. */
function hold(milliseconds: number): void {
  const began = performance.now();
  while (performance.now() - began < milliseconds);
}

it('answers in the order of the list', async () => {
  expect(await mapInSlices([3, 1, 2], async (n) => n * 2)).toEqual([6, 2, 4]);
  expect(await mapInSlices([], () => 1)).toEqual([]);
});

it('work that never waits leaves the event loop to others in between', async () => {
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turns += 1) await setImmediate();
  })();
  await mapInSlices(Array.from({ length: 20 }), async () => hold(5));
  isOver = true;
  await counting;
  expect(turns).toBeGreaterThanOrEqual(5);
});
