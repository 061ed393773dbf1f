import { expect, it } from 'vitest';
import { EarlyStop } from './early-stop.ts';

it('goes on while a mapping does not end on one message or two', () => {
  const stop = new EarlyStop(undefined);
  stop.addTimeouts(2);
  expect([stop.reason, stop.signal.aborted]).toEqual([undefined, false]);
  stop.addTimeouts(1);
  expect([stop.reason, stop.signal.aborted]).toEqual(['a mapping did not end on 3 messages', true]);
});

it('ends when somebody stops it', () => {
  const given = new AbortController();
  const stop = new EarlyStop(given.signal);
  given.abort();
  expect([stop.reason, stop.signal.aborted]).toEqual(['it was stopped', true]);
});
