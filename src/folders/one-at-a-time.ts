const last = new Map<string, Promise<unknown>>();

/** Runs one after the other what has the same key, in this process; different keys do not wait for each other. */
export async function runOneAtATime<T>(key: string, run: () => Promise<T>): Promise<T> {
  const before = last.get(key) ?? Promise.resolve();
  const mine = before.then(run, run);
  last.set(key, mine);
  try {
    return await mine;
  } finally {
    if (last.get(key) === mine) last.delete(key);
  }
}
