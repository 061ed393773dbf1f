import { setImmediate } from 'node:timers/promises';

const slice = 2_000;

/** Visits like `forEach` and lets the event loop go on in between. */
export async function inSlices<T>(items: readonly T[], visit: (item: T) => void): Promise<void> {
  for (let at = 0; at < items.length; at += 5 * slice) {
    items.slice(at, at + 5 * slice).forEach(visit);
    if (items.length > 5 * slice) await setImmediate();
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
  let [l, r] = [0, 0];
  while (l < left.length || r < right.length) {
    const [a, b] = [left[l], right[r]];
    const takeLeft = r >= right.length || (a !== undefined && b !== undefined && compare(a, b) <= 0);
    const next = takeLeft ? left[l++] : right[r++];
    if (next !== undefined) all.push(next);
    if (all.length % slice === 0) await setImmediate();
  }
  return all;
}

/** Runs over a list, at most `width` at once; answers in the order of the list. */
export async function mapWide<T, R>(
  items: readonly T[],
  width: number,
  run: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const answers: R[] = [];
  for (let at = 0; at < items.length; at += width)
    answers.push(...(await Promise.all(items.slice(at, at + width).map(run))));
  return answers;
}
