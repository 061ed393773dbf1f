/** Milliseconds between two scans: at least the first, at most the second however large the folder. */
const pauses = { shortest: 50, longest: 10_000 };

/** Of so many scans the quickest counts: while the event loop is busy each takes longer, and that says nothing of the folder. */
const scansThatCount = 5;

/** How often a folder is looked into, by how long a look takes. */
export class ScanPace {
  #recent: readonly number[] = [];

  /** The last scan took so many milliseconds. */
  note(milliseconds: number): void {
    this.#recent = [...this.#recent.slice(1 - scansThatCount), milliseconds];
  }

  get last(): number {
    return this.#recent.at(-1) ?? 0;
  }

  /** Milliseconds until something that happened in the folder is answered by a scan: they take a third of the time at most. */
  get leastPause(): number {
    return Math.max(pauses.shortest, 2 * this.#quickest);
  }

  /** Milliseconds from one scan to the next where nothing is told: they take a tenth of the time at most. */
  computePeriod(every: number): number {
    return Math.max(every, Math.min(10 * this.#quickest, pauses.longest));
  }

  get #quickest(): number {
    return Math.min(...(this.#recent.length === 0 ? [0] : this.#recent));
  }
}
