/** Mulberry32: small, and the same everywhere. A whole number below the one given. */
export type Random = (below: number) => number;

export function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export const oneOf = <T>(random: Random, items: readonly T[]): T => {
  const item = items[random(items.length)];
  if (item === undefined) throw new RangeError('nothing to choose from');
  return item;
};
