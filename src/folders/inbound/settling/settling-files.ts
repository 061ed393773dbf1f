import type { SettleSettings } from '../../../config/schema/config-schema.ts';
import { type LocalizedText, localize } from '../../../findings/localized-text.ts';
import type { Completeness } from '../../../formats/document-format.ts';
import { sortInSlices } from '../../batches.ts';
import { compareNaturally } from '../../reserved-names.ts';
import { PriorityQueue } from './priority-queue.ts';

/**
 * Milliseconds of quiet that a file needs; `interval` by default. `quiet`: one that is none of ours. `endless`: one of a format
 * whose files show no end.
 */
export type SettleTimes = Omit<SettleSettings, 'interval'> & {
  readonly interval: number;
  readonly quiet?: number;
  readonly endless?: number;
};

/** What a look at a file shows. */
export interface FileStat {
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch, with fractions, by the clock of whoever wrote it: only ever compared with itself. */
  readonly mtime: number;
}

export interface Candidate extends FileStat {
  readonly name: string;
}

interface WatchedFile extends Candidate {
  /** The gateway's monotonic clock when this size and mtime were first seen. */
  since: number;
  /** Number of the scan that saw them first. */
  scan: number;
  /** Number of the last scan that listed the name. */
  listed: number;
  /** When to look again. */
  next: number;
  /** It was seen otherwise before. */
  changed: boolean;
  warned: boolean;
  /** What its last look met; undefined: it is not written to its end. */
  why: LocalizedText | undefined;
}

export type SettleVerdict = 'take' | 'wait' | 'warn';

/**
 * Milliseconds after which a file that has come to rest waits for no other: were ever older ones to come without end, none
 * would be taken. An older one that was not there for so long came later, whatever its time says.
 */
const longestHeldBack = 60_000;

/**
 * Which files of a folder have come to rest, and in which order they are taken. Pure: the caller looks and tells, with the
 * gateway's monotonic clock in milliseconds.
 *
 * A file is due for a second look one interval after its size and mtime were first seen; what differs then starts anew. A
 * scan may miss a file that arrives while it lists, and list a later one (readdir of POSIX): so no file is due before a whole
 * scan that began after it was first seen, which finds all that came before. Files stand in a queue, by mtime and natural name,
 * until their second look: none is taken before an older one that still rests.
 */
export class SettlingFiles {
  readonly #settings: SettleTimes;
  readonly #files = new Map<string, WatchedFile>();
  /** Until their second look. What is not in `files` any more, or in `later`, has left it. */
  readonly #queue = new PriorityQueue<WatchedFile>(inOrder);
  /** After it: unfinished, busy, or changed twice. These hold nobody back. */
  readonly #later = new Set<WatchedFile>();
  #scan = 0;
  /** The last scan that is through. */
  #ended = 0;

  constructor(settings: SettleTimes) {
    this.#settings = settings;
  }

  /** Starts a scan. */
  beginScan(): void {
    this.#scan += 1;
  }

  /** Some of the names that this scan lists: answers those that were not there before. */
  listNew<T extends { readonly name: string }>(listed: readonly T[]): readonly T[] {
    return listed.filter(({ name }) => {
      const file = this.#files.get(name);
      if (file !== undefined) file.listed = this.#scan;
      return file === undefined;
    });
  }

  /** The scan is through: what it did not list is gone. */
  endScan(): void {
    for (const [name, file] of this.#files) if (file.listed < this.#scan) this.forget(name);
    this.#ended = this.#scan;
  }

  /** A file seen first. `quiet`: milliseconds for which it was before; it is watched for `patience` all the same. */
  add(name: string, look: FileStat, now: number, quiet = 0): void {
    const { patience, giveUp } = this.#settings;
    const file = this.#watch(name, look, now, false);
    file.since -= Math.min(quiet, Math.max(0, giveUp - patience));
    this.#queue.push(file);
  }

  /** Milliseconds since a file was seen as it is. */
  quietOf(name: string, now: number): number {
    return now - (this.#files.get(name)?.since ?? now);
  }

  isEmpty(): boolean {
    return this.#files.size === 0;
  }

  has(name: string): boolean {
    return this.#files.has(name);
  }

  /** Was it warned about? */
  isStuck(name: string): boolean {
    return this.#files.get(name)?.warned === true;
  }

  /** Why a file that was warned about is not taken. */
  stuckReason(name: string): LocalizedText | undefined {
    const file = this.#files.get(name);
    return file?.warned ? (file.why ?? localize('left-unfinished')) : undefined;
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
   * What wants its next look now, `size` at once: by mtime, then natural name order. Tell what came of each batch before the
   * next one is asked for.
   */
  async *takeDue(now: number, size: number): AsyncIterable<readonly Candidate[]> {
    const again = await this.#selectDue(now);
    for (let batch = this.#batch(again, now, size); batch.length > 0; batch = this.#batch(again, now, size))
      yield batch;
    if (this.#first() === undefined) return;
    const patient = await this.#selectDue(now, [...this.#files.values()], longestHeldBack);
    while (patient.length > 0) {
      const batch = patient.splice(-size).reverse();
      for (const file of batch) this.#later.add(file);
      yield batch;
    }
  }

  /** Is the first file at rest and waits only for another scan? */
  wantsScan(now: number): boolean {
    const first = this.#first();
    return first !== undefined && first.next <= now && !this.#isDue(first, now);
  }

  /** Milliseconds until something is due; Infinity when nothing is watched. */
  wait(now: number): number {
    let next = this.#first()?.next ?? Number.POSITIVE_INFINITY;
    for (const file of this.#later) next = Math.min(next, file.next);
    return Math.max(0, next - now);
  }

  /**
   * Is it still as it was? If not it starts anew, and once it holds others back again: a copying writer gives a new file its
   * old time last of all.
   */
  isQuiet(name: string, look: FileStat, now: number): boolean {
    const file = this.#files.get(name);
    if (file === undefined) return false;
    if (file.size === look.size && file.mtime === look.mtime) return true;
    this.forget(name);
    const anew = this.#watch(name, look, now, true);
    if (file.changed) this.#later.add(anew);
    else this.#queue.push(anew);
    return false;
  }

  /** Does it wait for an older one that rests again? Ask when all of a batch were looked at. */
  isHeldBack(name: string, now: number): boolean {
    const [file, first] = [this.#files.get(name), this.#first()];
    if (file === undefined || first === undefined || inOrder(file, first) <= 0) return false;
    return !this.#isDue(first, now) && now < file.since + longestHeldBack;
  }

  /** What to do with a quiet file: `warn` at most once for each state of the file, and wait. */
  judge(name: string, state: Completeness, now: number, why?: LocalizedText): SettleVerdict {
    const file = this.#files.get(name);
    if (file === undefined) return 'wait';
    const { interval } = this.#settings;
    file.why = why;
    const quiet = now - file.since;
    const ends = this.#endsOf(state);
    if (state === 'complete' || quiet >= Math.max(...ends)) return 'take';
    const pause = Math.max(interval, quiet / 10);
    file.next = Math.min(now + pause, ...ends.filter((end) => end > quiet).map((end) => file.since + end));
    return this.#warnOnce(file, quiet);
  }

  /** Milliseconds of quiet after which something is done about a file that is not complete; with the last it is taken. */
  #endsOf(state: Completeness): readonly number[] {
    const { interval, patience, giveUp, quiet = interval, endless = interval } = this.#settings;
    if (state === 'other') return [quiet];
    return state === 'endless' ? [endless] : [patience, giveUp];
  }

  /** It cannot be taken now: look again after `pause`; `warn` once when that has lasted. */
  postpone(name: string, pause: number, now: number, why: LocalizedText): SettleVerdict {
    const file = this.#files.get(name);
    if (file === undefined) return 'wait';
    file.why = why;
    file.next = now + Math.max(this.#settings.interval, pause);
    return this.#warnOnce(file, now - file.since);
  }

  #watch(name: string, { size, mtime }: FileStat, now: number, changed: boolean): WatchedFile {
    const scan = this.#scan;
    const next = now + this.#settings.interval;
    const seen = { name, size, mtime, since: now, scan, listed: scan };
    const file = { ...seen, next, changed, warned: false, why: undefined };
    this.#files.set(name, file);
    return file;
  }

  #isDue(file: WatchedFile, now: number): boolean {
    return file.next <= now && file.scan < this.#ended;
  }

  /** Those of `files` that are due, and were seen `waited` milliseconds ago: the last one first. */
  async #selectDue(
    now: number,
    files: Iterable<WatchedFile> = this.#later,
    waited = 0,
  ): Promise<WatchedFile[]> {
    const due = [...files].filter((file) => this.#isDue(file, now) && file.since + waited <= now);
    return [...(await sortInSlices(due, (a, b) => inOrder(b, a)))];
  }

  /** Head of the queue; those that left it are dropped. */
  #first(): WatchedFile | undefined {
    for (;;) {
      const file = this.#queue.least;
      if (file === undefined || (this.#files.get(file.name) === file && !this.#later.has(file))) return file;
      this.#queue.pop();
    }
  }

  #batch(again: WatchedFile[], now: number, size: number): readonly Candidate[] {
    const batch: WatchedFile[] = [];
    for (let file = this.#next(again, now); file !== undefined; file = this.#next(again, now)) {
      batch.push(file);
      if (batch.length === size) break;
    }
    return batch;
  }

  /** The least of those in the queue and those that have left it; none while the head of the queue comes first and still rests. */
  #next(again: WatchedFile[], now: number): WatchedFile | undefined {
    const first = this.#first();
    const other = again.at(-1);
    if (first === undefined || (other !== undefined && inOrder(other, first) < 0)) return again.pop();
    if (!this.#isDue(first, now)) return undefined;
    this.#queue.pop();
    this.#later.add(first);
    return first;
  }

  #warnOnce(file: WatchedFile, quiet: number): SettleVerdict {
    if (file.warned || quiet < this.#settings.patience) return 'wait';
    file.warned = true;
    return 'warn';
  }
}

function inOrder(a: WatchedFile, b: WatchedFile): number {
  return a.mtime - b.mtime || compareNaturally(a.name, b.name);
}
