import { setImmediate } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { expect, it } from 'vitest';
import { collectGarbage } from './collect-garbage.ts';

it('gives back what nobody holds any more, and keeps the rest', async () => {
  const held = { bytes: new Uint8Array(1_000_000) };
  const kept = new WeakRef(held);
  const thrownAway = new WeakRef({ bytes: new Uint8Array(1_000_000) });
  // what was made in this turn is kept until its end
  await setImmediate();
  collectGarbage();
  expect(thrownAway.deref()).toBeUndefined();
  expect(kept.deref()).toBe(held);
});

it('is shown to nobody else', () => {
  collectGarbage();
  expect('gc' in globalThis).toBe(false);
});

it('gives back the room for what is young, which lies there twice', () => {
  // thrown away at once, as what a document leaves is
  for (let n = 0; n < 300_000; n += 1) JSON.stringify({ n });
  const readRoom = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
  collectGarbage();
  expect(readRoom()?.space_size).toBeLessThan(4_000_000);
});
