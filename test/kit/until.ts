import { setTimeout } from 'node:timers/promises';
import { patience } from './machine.ts';

/** Milliseconds between two questions: few at first, a part of what was waited by then, and longer where an answer costs something. */
const pauses = { least: 15, most: 150, partOfWait: 0.1, timesAnAnswer: 3 };

/** Asks again until there is an answer; fails with what it waited for. A busy machine takes its time for everything. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  seconds = 60,
): Promise<T> {
  const begun = performance.now();
  const most = seconds * patience;
  for (;;) {
    const asked = performance.now();
    const answer = await ask();
    if (answer !== undefined) return answer;
    const now = performance.now();
    if (now > begun + most * 1000) throw new Error(`waited ${most} s for ${what}`);
    await setTimeout(pauseAfter(now - begun, now - asked));
  }
}

/** Who asks all the time takes the processor from what he waits for. */
function pauseAfter(waited: number, answering: number): number {
  const { least, most, partOfWait, timesAnAnswer } = pauses;
  return Math.min(most, Math.max(least, waited * partOfWait, answering * timesAnAnswer));
}
