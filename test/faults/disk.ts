import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small disk of its own, in memory, to be filled by a test. Only root may mount one. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all the room that is left. */
  fill(): void;
  /** Gives it back. */
  free(): void;
  setReadOnly(readOnly: boolean): void;
  remove(): void;
}

/** Can disks be mounted here? */
export const mounted: boolean = canMount();

export function smallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: () => fill(filler),
    free: () => rmSync(filler, { force: true }),
    setReadOnly: (readOnly) => mount('-o', `remount,${readOnly ? 'ro' : 'rw'}`, folder),
    remove() {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

function mount(...args: readonly string[]): void {
  execFileSync('mount', args, { stdio: 'ignore' });
}

/** By ever smaller pieces, until not one byte fits. */
function fill(path: string): void {
  const file = openSync(path, 'a');
  for (let size = 1 << 20; size >= 1; size = size >> 1) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
  closeSync(file);
}

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    smallDisk(1).remove();
    return true;
  } catch {
    return false;
  }
}
