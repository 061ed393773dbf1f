import { setImmediate } from 'node:timers/promises';

/** Milliseconds for which nobody else has the event loop. */
const slice = 10;

/**
 * Runs over a list, one after the other, and lets the event loop go on in between. What an embedded journal is asked for is there at once:
 * without this, thousands of questions are one turn of the loop.
 */
export async function mapInSlices<T, R>(
  items: Iterable<T>,
  run: (item: T) => R | Promise<R>,
): Promise<readonly R[]> {
  const answers: R[] = [];
  let began = performance.now();
  for (const item of items) {
    answers.push(await run(item));
    if (performance.now() - began < slice) continue;
    await setImmediate();
    began = performance.now();
  }
  return answers;
}
