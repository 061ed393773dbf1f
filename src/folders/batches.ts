import { setImmediate } from 'node:timers/promises';

/** Items between two turns of the event loop: some 10 ms of sorting. */
const slice = 2_000;

/** Works on what comes, one ahead: the next batch is fetched meanwhile. */
export async function processOneAhead<T>(
  batches: AsyncIterable<T>,
  work: (batch: T) => Promise<void>,
): Promise<void> {
  let last = Promise.resolve();
  try {
    for await (const batch of batches) {
      await last;
      last = work(batch);
      // awaited with the next batch; until then nobody listens
      last.catch(() => undefined);
    }
  } finally {
    await last;
  }
}

/** Sorts like `toSorted` and lets the event loop go on in between: 100,000 names must not stop a webhook. */
export async function sortInSlices<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): Promise<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += slice) {
    runs.push(items.slice(at, at + slice).sort(compare));
    if (items.length > slice) await setImmediate();
  }
  while (runs.length > 1) runs = await mergePairs(runs, compare);
  return runs[0] ?? [];
}

async function mergePairs<T>(runs: readonly (readonly T[])[], compare: (a: T, b: T) => number) {
  const merged: (readonly T[])[] = [];
  for (let at = 0; at < runs.length; at += 2)
    merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare));
  return merged;
}

async function merge<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
): Promise<T[]> {
  const all: T[] = [];
  let from = 0;
  for (const item of left) {
    for (let other = right[from]; other !== undefined && compare(other, item) < 0; other = right[from]) {
      all.push(other);
      from += 1;
      if (all.length % slice === 0) await setImmediate();
    }
    all.push(item);
    if (all.length % slice === 0) await setImmediate();
  }
  return all.concat(right.slice(from));
}

/** Runs over a list, at most `width` at once; answers in the order of the list. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  width: number,
  run: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const answers: R[] = [];
  for (let at = 0; at < items.length; at += width)
    answers.push(...(await settleAll(items.slice(at, at + width).map(run))));
  return answers;
}

/** Like `Promise.all`, but when it rejects nothing is under way any more: what ends late would meddle with the next try. */
export async function settleAll<T>(running: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(running);
  return await Promise.all(running);
}
