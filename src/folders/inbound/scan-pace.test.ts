import { expect, it } from 'vitest';
import { ScanPace } from './scan-pace.ts';

function paceAfter(...scans: readonly number[]): ScanPace {
  const pace = new ScanPace();
  for (const milliseconds of scans) pace.note(milliseconds);
  return pace;
}

it('a folder that is read at once is looked into as often as is wanted', () => {
  expect(new ScanPace()).toMatchObject({ last: 0, leastPause: 50 });
  expect(paceAfter(2)).toMatchObject({ last: 2, leastPause: 50 });
  expect(paceAfter(2).computePeriod(100)).toBe(100);
});

it('scans of a large folder take a part of the time, and pauses have an end', () => {
  expect(paceAfter(400, 410, 405, 400, 402)).toMatchObject({ last: 402, leastPause: 800 });
  expect(paceAfter(400).computePeriod(100)).toBe(4000);
  expect(paceAfter(4000).computePeriod(100)).toBe(10_000);
  expect(paceAfter(4000).computePeriod(30_000)).toBe(30_000);
});

it('scans that took longer beside other work change nothing, until all do', () => {
  expect(paceAfter(5, 300, 700, 400, 300)).toMatchObject({ last: 300, leastPause: 50 });
  expect(paceAfter(5, 300, 700, 400, 300).computePeriod(20)).toBe(50);
  expect(paceAfter(5, 300, 700, 400, 300, 350).leastPause).toBe(600);
});
