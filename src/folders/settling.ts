import type { SettleSettings } from '../config/schema.ts';
import type { Completeness } from './complete.ts';
import { naturalOrder } from './names.ts';
import { inSlices, sortInSlices } from './slices.ts';

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
 * were first seen; what differs then starts anew.
 */
export class Settling {
  private readonly settings: SettleTimes;
  private readonly files = new Map<string, Watched>();
  private scan = 0;

  constructor(settings: SettleTimes) {
    this.settings = settings;
  }

  /** Starts a scan: forgets what is gone, answers the names that were not there before. */
  async begin(names: readonly string[]): Promise<readonly string[]> {
    this.scan += 1;
    const fresh: string[] = [];
    await inSlices(names, (name) => {
      const file = this.files.get(name);
      if (file === undefined) fresh.push(name);
      else file.listed = this.scan;
    });
    for (const [name, file] of this.files) if (file.listed < this.scan) this.files.delete(name);
    return fresh;
  }

  /** Files seen first, or seen changed. */
  seen(name: string, look: Look, now: number): void {
    const { size, mtime } = look;
    const next = now + this.settings.interval;
    const { scan } = this;
    this.files.set(name, { name, size, mtime, since: now, scan, listed: scan, next, warned: false });
  }

  forget(name: string): void {
    this.files.delete(name);
  }

  clear(): void {
    this.files.clear();
  }

  /** What wants its next look now: by scan, then mtime, then natural name order. */
  async due(now: number): Promise<readonly Candidate[]> {
    const ready: Watched[] = [];
    for (const file of this.files.values()) if (file.next <= now) ready.push(file);
    return await sortInSlices(ready, inOrder);
  }

  /** Milliseconds until something is due; Infinity when nothing is watched. */
  wait(now: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const file of this.files.values()) next = Math.min(next, file.next);
    return Math.max(0, next - now);
  }

  /** Is it still as it was? If not it starts anew. */
  isQuiet(name: string, look: Look, now: number): boolean {
    const file = this.files.get(name);
    if (file !== undefined && file.size === look.size && file.mtime === look.mtime) return true;
    this.seen(name, look, now);
    return false;
  }

  /** What to do with a quiet file: `warn` at most once for each state of the file, and wait. */
  judge(name: string, state: Completeness, now: number): Verdict {
    const file = this.files.get(name);
    if (file === undefined) return 'wait';
    const { patience, giveUp } = this.settings;
    const quiet = now - file.since;
    if (state === 'complete' || quiet >= giveUp) return 'take';
    const pause = Math.max(this.settings.interval, quiet / 10);
    file.next = Math.min(
      now + pause,
      ...[patience, giveUp].filter((end) => end > quiet).map((end) => file.since + end),
    );
    return this.warnOnce(file, quiet);
  }

  /** The writer is still busy with it: look again after `pause`; `warn` once when that has lasted. */
  postpone(name: string, pause: number, now: number): Verdict {
    const file = this.files.get(name);
    if (file === undefined) return 'wait';
    file.next = now + Math.max(this.settings.interval, pause);
    return this.warnOnce(file, now - file.since);
  }

  private warnOnce(file: Watched, quiet: number): Verdict {
    if (file.warned || quiet < this.settings.patience) return 'wait';
    file.warned = true;
    return 'warn';
  }
}

function inOrder(a: Watched, b: Watched): number {
  return a.scan - b.scan || a.mtime - b.mtime || naturalOrder(a.name, b.name);
}
