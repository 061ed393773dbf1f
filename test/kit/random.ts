/** Whole numbers below 2^32, the same for the same seed everywhere (mulberry32). */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** Repeatable numbers from 0 to 1. */
export function randomOf(seed: number): () => number {
  const next = numbersOf(seed);
  return () => next() / 2 ** 32;
}

/** A whole number below the one given. */
export type Below = (below: number) => number;

/** Repeatable whole numbers. */
export function belowOf(seed: number): Below {
  const next = numbersOf(seed);
  return (below) => next() % below;
}

export function oneOf<T>(below: Below, items: readonly T[]): T {
  const item = items[below(items.length)];
  if (item === undefined) throw new RangeError('nothing to choose from');
  return item;
}

/** One of several, each with its weight. */
export function oneOfWeighted<T>(random: () => number, choices: readonly (readonly [number, T])[]): T {
  const total = choices.reduce((sum, [weight]) => sum + weight, 0);
  let rest = random() * total;
  for (const [weight, choice] of choices) {
    rest -= weight;
    if (rest < 0) return choice;
  }
  throw new Error('nothing to choose from');
}
