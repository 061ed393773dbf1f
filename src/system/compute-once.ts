/** Computed when it is first asked for, and then kept; a promise too, also one that is rejected. */
export function computeOnce<T extends NonNullable<unknown>>(compute: () => T): () => T {
  let known: T | undefined;
  return () => {
    known ??= compute();
    return known;
  };
}
