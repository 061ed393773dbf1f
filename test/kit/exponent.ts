import { cpuOf } from './cpu.ts';

/**
 * The most by which time may grow: its exponent in the size, where 1 is in proportion to it. What grows out of the processor's caches has up to
 * 1.2 on a machine whose caches others use as well; a square in it has more than 1.5.
 */
export const linear = 1.25;

/** How often each size is measured at the most: what else runs on the machine only makes it worse. */
const tries = 12;

/** Milliseconds that are measured together at the least: the clock of a thread may move in steps of four. */
const longEnough = 40;

/** Milliseconds from which on one measurement tells how many runs are long enough. */
const telling = 10;

/**
 * Milliseconds of one run of the smallest size from which on the sizes begin lower, and how often they are halved at the most: what fills a
 * heap of hundreds of megabytes is collected for longer than it works.
 */
const tooLong = { run: 20, halvings: 2 };

/**
 * How the time of this thread on a core grows over four doublings: the slope of a line through the logarithms of the shortest times.
 * Measured again while that is not good enough.
 */
export function exponentOf(smallest: number, prepare: (size: number) => () => void): number {
  const first = findFirstSize(smallest, prepare);
  const sizes = [1, 2, 4, 8, 16].map((factor) => factor * first);
  const work = sizes.map((size) => new TimedWork(prepare(size)));
  let exponent = Number.POSITIVE_INFINITY;
  for (let n = 0; n < tries && exponent > linear; n += 1) {
    for (const one of work) one.measure();
    exponent = slopeOf(
      sizes,
      work.map(({ shortest }) => shortest),
    );
  }
  return exponent;
}

/** Work of seconds would be measured for minutes, and tells no more. */
function findFirstSize(smallest: number, prepare: (size: number) => () => void): number {
  let size = smallest;
  const work = prepare(size);
  work();
  let spent = cpuOf(work);
  for (let n = 0; n < tooLong.halvings && spent > tooLong.run; n += 1) [size, spent] = [size / 2, spent / 2];
  return size;
}

/** Remembers how many runs are long enough to be measured: only the first time it has to find that out. */
class TimedWork {
  readonly #work: () => void;
  #runs = 1;
  /** Milliseconds of one run. */
  shortest = Number.POSITIVE_INFINITY;

  constructor(work: () => void) {
    this.#work = work;
  }

  run(times: number): void {
    for (let n = 0; n < times; n += 1) this.#work();
  }

  measure(): void {
    for (;;) {
      const spent = cpuOf(() => this.run(this.#runs));
      if (spent >= longEnough) {
        this.shortest = Math.min(this.shortest, spent / this.#runs);
        return;
      }
      const factor = spent < telling ? 4 : (1.2 * longEnough) / spent;
      this.#runs = Math.ceil(this.#runs * factor);
    }
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
