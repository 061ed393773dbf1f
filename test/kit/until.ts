import { setTimeout } from 'node:timers/promises';
import { rejectAfter } from '../../src/time/deadline.ts';
import { patience } from './machine.ts';

/** Milliseconds between two questions: few at first, a part of what was waited by then, and longer where an answer costs something. */
const pauses = { least: 15, most: 150, partOfWait: 0.1, timesAnAnswer: 3 };

/** Those that can say how it stands with what a test works on. */
const witnesses = new Set<() => Promise<string>>();

/** Whoever waits in vain is told what this says, until the answer is called. */
export function addWitness(describe: () => Promise<string>): () => void {
  witnesses.add(describe);
  return () => {
    witnesses.delete(describe);
  };
}

/** Asks again until there is an answer; fails with what it waited for, and how things stand. A busy machine takes its time for everything. */
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
    if (now > begun + most * 1000)
      throw new Error([`waited ${most} s for ${what}`, ...(await hearWitnesses())].join('\n'));
    await setTimeout(pauseAfter(now - begun, now - asked));
  }
}

/** Milliseconds for a witness: what hangs may take it along. */
const longestHearing = 10_000;

const hearWitnesses = (): Promise<readonly string[]> =>
  Promise.all([...witnesses].map((describe) => hear(describe)));

const hear = (describe: () => Promise<string>): Promise<string> =>
  rejectAfter(longestHearing, describe(), () => new Error('no answer')).catch(
    (error: unknown) => `how things stand cannot be told: ${error}`,
  );

/** Who asks all the time takes the processor from what he waits for. */
function pauseAfter(waited: number, answering: number): number {
  const { least, most, partOfWait, timesAnAnswer } = pauses;
  return Math.min(most, Math.max(least, waited * partOfWait, answering * timesAnAnswer));
}
