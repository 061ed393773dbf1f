import { expect, it } from 'vitest';
import { pause } from './pause.ts';

const never = new AbortController().signal;

it('lasts as long as it should', async () => {
  const began = performance.now();
  await pause(30, never);
  expect(performance.now() - began).toBeGreaterThan(25);
});

it('ends without an error when the signal aborts', async () => {
  const stop = new AbortController();
  const paused = pause(60_000, stop.signal);
  stop.abort();
  await paused;
  await pause(60_000, stop.signal);
});
