/**
 * The name that was probably meant: equal but for case, or at most a third of its letters (three at most) away by
 * inserting, deleting, replacing or swapping. Undefined when nothing is that near.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.min(3, Math.max(1, Math.floor(name.length / 3))) + 1;
  for (const candidate of candidates) {
    if (candidate.toLowerCase() === name.toLowerCase()) return candidate;
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const away = distance(name.toLowerCase(), candidate.toLowerCase());
    if (away >= least) continue;
    least = away;
    best = candidate;
  }
  return best;
}

/** Edits between two words, a swap of neighbours counting once (optimal string alignment). */
export function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + same,
        swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
