import { cpuOf } from './cpu.ts';

/** The most by which time may grow: its exponent in the size, where 1 is in proportion to it. */
export const linear = 1.15;

/** How often each size is measured at the most: what else runs on the machine only makes it worse. */
const tries = 12;

/** Milliseconds that are measured together at the least: the clock of a thread may move in steps of four. */
const longEnough = 40;

/**
 * How the time of this thread on a core grows over four doublings: the slope of a line through the logarithms of the shortest times.
 * Measured again while that is not good enough.
 */
export function exponentOf(smallest: number, prepare: (size: number) => () => void): number {
  const sizes = [1, 2, 4, 8, 16].map((factor) => factor * smallest);
  const work = sizes.map(prepare);
  work[0]?.();
  let times = sizes.map(() => Number.POSITIVE_INFINITY);
  let exponent = Number.POSITIVE_INFINITY;
  for (let n = 0; n < tries && exponent > linear; n += 1) {
    times = times.map((time, at) =>
      Math.min(
        time,
        timeOf(() => work[at]?.()),
      ),
    );
    exponent = slopeOf(sizes, times);
  }
  return exponent;
}

/** Milliseconds of one run. */
function timeOf(work: () => void): number {
  for (let runs = 1; ; runs *= 2) {
    const spent = cpuOf(() => {
      for (let n = 0; n < runs; n += 1) work();
    });
    if (spent >= longEnough) return spent / runs;
  }
}

function slopeOf(sizes: readonly number[], times: readonly number[]): number {
  const x = sizes.map(Math.log);
  const y = times.map((time) => Math.log(time));
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middleX, middleY] = [mean(x), mean(y)];
  const product = x.reduce((sum, value, at) => sum + (value - middleX) * ((y[at] ?? 0) - middleY), 0);
  return product / x.reduce((sum, value) => sum + (value - middleX) ** 2, 0);
}
