import type { SettleSettings } from '../../config/schema.ts';
import { naturalOrder } from '../names.ts';
import type { Completeness } from './complete.ts';
import { Heap } from './heap.ts';
import { sortInSlices } from './slices.ts';

/** Milliseconds. */
export type SettleTimes = Omit<SettleSettings, 'interval'> & { readonly interval: number };

/** What a look at a file shows. */
export interface Look {
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch, with fractions, by the clock of whoever wrote it: only ever compared with itself. */
  readonly mtime: number;
}

export interface Candidate extends Look {
  readonly name: string;
}

interface Watched extends Candidate {
  /** The gateway's monotonic clock when this size and mtime were first seen. */
  since: number;
  /** Number of the scan that saw them first. */
  scan: number;
  /** Number of the last scan that listed the name. */
  listed: number;
  /** When to look again. */
  next: number;
  warned: boolean;
}

export type Verdict = 'take' | 'wait' | 'warn';

/**
 * Which files of a folder have come to rest (issue: complete before claimed). Pure: the caller looks and tells, with
 * the gateway's monotonic clock in milliseconds. A file is due for a second look one interval after its size and mtime
 * were first seen; what differs then starts anew. Files stand in a queue in their order until that second look, so that
 * none is taken before an older one of its scan that still rests.
 */
export class Settling {
  readonly #settings: SettleTimes;
  readonly #files = new Map<string, Watched>();
  /** Until their second look. What is not in `files` any more has been forgotten. */
  readonly #queue = new Heap<Watched>(inOrder);
  /** After it: unfinished, changed or busy. These hold nobody back. */
  readonly #later = new Set<Watched>();
  #scan = 0;

  constructor(settings: SettleTimes) {
    this.#settings = settings;
  }

  /** Starts a scan. */
  begin(): void {
    this.#scan += 1;
  }

  /** Some of the names that this scan lists: answers those that were not there before. */
  fresh<T extends { readonly name: string }>(listed: readonly T[]): readonly T[] {
    return listed.filter(({ name }) => {
      const file = this.#files.get(name);
      if (file !== undefined) file.listed = this.#scan;
      return file === undefined;
    });
  }

  /** The scan is through: what it did not list is gone. */
  end(): void {
    for (const [name, file] of this.#files) if (file.listed < this.#scan) this.forget(name);
  }

  /** A file seen first. */
  seen(name: string, look: Look, now: number): void {
    this.#queue.push(this.#watch(name, look, now));
  }

  isEmpty(): boolean {
    return this.#files.size === 0;
  }

  has(name: string): boolean {
    return this.#files.has(name);
  }

  forget(name: string): void {
    const file = this.#files.get(name);
    if (file !== undefined) this.#later.delete(file);
    this.#files.delete(name);
  }

  clear(): void {
    this.#files.clear();
    this.#queue.clear();
    this.#later.clear();
  }

  /**
   * What wants its next look now, `size` at once: by scan, then mtime, then natural name order. Tell what came of each
   * batch before the next one is asked for.
   */
  async *due(now: number, size: number): AsyncIterable<readonly Candidate[]> {
    const again = [...this.#later].filter(({ next }) => next <= now);
    const sorted = await sortInSlices(again, inOrder);
    for (let at = 0; at < sorted.length; at += size) yield sorted.slice(at, at + size);
    for (let batch = this.#rested(now, size); batch.length > 0; batch = this.#rested(now, size)) yield batch;
  }

  /** Milliseconds until something is due; Infinity when nothing is watched. */
  wait(now: number): number {
    let next = this.#first()?.next ?? Number.POSITIVE_INFINITY;
    for (const file of this.#later) next = Math.min(next, file.next);
    return Math.max(0, next - now);
  }

  /** Is it still as it was? If not it starts anew. */
  isQuiet(name: string, look: Look, now: number): boolean {
    const file = this.#files.get(name);
    if (file === undefined) return false;
    if (file.size === look.size && file.mtime === look.mtime) return true;
    this.forget(name);
    this.#later.add(this.#watch(name, look, now));
    return false;
  }

  /** What to do with a quiet file: `warn` at most once for each state of the file, and wait. */
  judge(name: string, state: Completeness, now: number): Verdict {
    const file = this.#files.get(name);
    if (file === undefined) return 'wait';
    const { patience, giveUp } = this.#settings;
    const quiet = now - file.since;
    if (state === 'complete' || quiet >= giveUp) return 'take';
    const pause = Math.max(this.#settings.interval, quiet / 10);
    file.next = Math.min(
      now + pause,
      ...[patience, giveUp].filter((end) => end > quiet).map((end) => file.since + end),
    );
    return this.#warnOnce(file, quiet);
  }

  /** The writer is still busy with it: look again after `pause`; `warn` once when that has lasted. */
  postpone(name: string, pause: number, now: number): Verdict {
    const file = this.#files.get(name);
    if (file === undefined) return 'wait';
    file.next = now + Math.max(this.#settings.interval, pause);
    return this.#warnOnce(file, now - file.since);
  }

  #watch(name: string, { size, mtime }: Look, now: number): Watched {
    const scan = this.#scan;
    const next = now + this.#settings.interval;
    const file = { name, size, mtime, since: now, scan, listed: scan, next, warned: false };
    this.#files.set(name, file);
    return file;
  }

  /** Head of the queue; those that were forgotten are dropped from it. */
  #first(): Watched | undefined {
    for (;;) {
      const file = this.#queue.least;
      if (file === undefined || this.#files.get(file.name) === file) return file;
      this.#queue.pop();
    }
  }

  /** Takes the next ones off the queue, up to the first that still rests. */
  #rested(now: number, size: number): readonly Candidate[] {
    const batch: Watched[] = [];
    for (let file = this.#first(); file !== undefined && file.next <= now; file = this.#first()) {
      if (batch.length === size) break;
      this.#queue.pop();
      this.#later.add(file);
      batch.push(file);
    }
    return batch;
  }

  #warnOnce(file: Watched, quiet: number): Verdict {
    if (file.warned || quiet < this.#settings.patience) return 'wait';
    file.warned = true;
    return 'warn';
  }
}

function inOrder(a: Watched, b: Watched): number {
  return a.scan - b.scan || a.mtime - b.mtime || naturalOrder(a.name, b.name);
}
