import { setTimeout } from 'node:timers/promises';
import { patience } from './machine.ts';

/** Asks again until there is an answer; fails with what it waited for. A busy machine takes its time for everything. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  seconds = 60,
): Promise<T> {
  const end = performance.now() + seconds * patience * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`waited ${seconds * patience} s for ${what}`);
    await setTimeout(20);
  }
}
