/**
 * The time by which the gateway waits, keeps and compares. It is the wall's clock, except that a jump of that is believed only when
 * it has lasted: somebody who sets the clock a day ahead and back ends no patience, deletes nothing, and makes nothing wait. Time that
 * passes between is measured by a clock that nobody can set.
 *
 * One time for all, rather than time counted for each thing that waits: what is stored are instants, as people read them, so that
 * patience goes on after a restart; and no two of them are of different clocks.
 */

/** Where the time comes from; milliseconds. */
export interface ClockSources {
  /** Since 1970; may be set. */
  wall(): number;
  monotonic(): number;
}

export const machineClocks: ClockSources = { wall: () => Date.now(), monotonic: () => performance.now() };

/** Milliseconds by which the wall's clock may move at once: it is being set right by small steps. */
const small = 5_000;

/** A clock that follows the wall's, jumps of it only when they have lasted. */
export class SteadyClock {
  readonly #sources: ClockSources;
  readonly #believed: number;
  /** What the wall says when the monotonic clock says 0. */
  #offset: number;
  /** A jump that is not believed yet, and since when (monotonic). */
  #doubt: { readonly offset: number; readonly since: number } | undefined;

  /** `believed`: milliseconds after which a jump is believed. */
  constructor(believed: number, sources = machineClocks) {
    this.#believed = believed;
    this.#sources = sources;
    this.#offset = sources.wall() - sources.monotonic();
  }

  /** Milliseconds since 1970. A jump is noticed when this is asked. */
  now(): number {
    const monotonic = this.#sources.monotonic();
    this.#follow(this.#sources.wall() - monotonic, monotonic);
    return Math.round(monotonic + this.#offset);
  }

  #follow(offset: number, monotonic: number): void {
    const isClose = (other: number): boolean => Math.abs(offset - other) <= small;
    if (isClose(this.#offset)) {
      this.#offset = offset;
      this.#doubt = undefined;
      return;
    }
    if (!this.#doubt || !isClose(this.#doubt.offset)) this.#doubt = { offset, since: monotonic };
    if (monotonic - this.#doubt.since < this.#believed) return;
    this.#offset = offset;
    this.#doubt = undefined;
  }
}

/** Milliseconds: patience believes a jump after an hour, who deletes after a day. */
const believed = { patience: 3_600_000, deletion: 86_400_000 };

const clocksFrom = (sources: ClockSources) => ({
  patience: new SteadyClock(believed.patience, sources),
  deletion: new SteadyClock(believed.deletion, sources),
});

let clocks = clocksFrom(machineClocks);

/** Milliseconds since 1970, for everything that waits or has lasted. */
export function steadyNow(): number {
  clocks.deletion.now();
  return clocks.patience.now();
}

/** The same, for what is deleted by its age: the earlier of two times that may be right. */
export const deletionNow = (): number => Math.min(steadyNow(), clocks.deletion.now());

/** For tests: the time comes from elsewhere, until what this returns is called. */
export function useClock(sources: ClockSources): () => void {
  clocks = clocksFrom(sources);
  return () => {
    clocks = clocksFrom(machineClocks);
  };
}
