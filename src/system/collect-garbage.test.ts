import { setImmediate } from 'node:timers/promises';
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
