import { stat, statfs } from 'node:fs/promises';
import { joinTexts, type LocalizedText, localize } from '../../findings/localized-text.ts';
import type { Log } from '../../system/log.ts';
import { waitAtMost } from '../../time/deadline.ts';
import { Repeating, repeat } from '../../time/repeating.ts';

/** Milliseconds between two looks; `low`: while a disk is nearly full, so that what is told of it is true. */
const usual = { every: 60_000, low: 5_000 };

/** Milliseconds that are waited for a folder. */
const longestLook = 5_000;

/** A disk is low below this many bytes free, or below this part of its size. */
const lowLimits = { bytes: 200_000_000, part: 0.01 };

/** Looks how much room is left on the disks that the gateway writes to, and tells before one is full. */
export class DiskWatch extends Repeating {
  readonly #folders: readonly string[];
  readonly #log: Log;
  readonly #times: typeof usual;
  /** Folders of shares that have not answered yet. */
  readonly #asked = new Set<string>();
  #troubles: ReadonlyMap<number, LocalizedText> = new Map();
  #seen: readonly DiskRoom[] = [];

  constructor(folders: readonly string[], log: Log, times = usual) {
    super(times.every);
    this.#folders = folders;
    this.#log = log;
    this.#times = times;
  }

  override run(): Promise<void> {
    const { every, low } = this.#times;
    return repeat(
      this.stopping,
      () => (this.#troubles.size > 0 ? low : every),
      () => this.round(),
    );
  }

  /** Which disks are nearly full, or undefined. */
  trouble(): LocalizedText | undefined {
    return this.#troubles.size === 0 ? undefined : joinTexts([...this.#troubles.values()], ' ');
  }

  /** Each disk, by the first of its folders, as it was at the last look. */
  diskRooms(): readonly DiskRoom[] {
    return this.#seen;
  }

  /** Each disk is told once, by the first of its folders, until it has room again. */
  override async round(): Promise<void> {
    const before = this.#troubles;
    const found = new Map<number, LocalizedText>();
    const disks = await Promise.all(this.#folders.map((folder) => this.#lookAt(folder)));
    for (const [n, disk] of disks.entries())
      if (disk && !found.has(disk.id) && isLow(disk))
        found.set(disk.id, renderLowDisk(this.#folders[n] ?? '', disk));
    this.#troubles = found;
    this.#seen = roomsOf(this.#folders, disks);
    for (const [id, text] of found) if (!before.has(id)) this.#log.warn({ code: 'disk-low' }, text.en);
    for (const id of before.keys())
      if (!found.has(id))
        this.#log.info({ code: 'disk-has-room' }, 'A disk that was nearly full has room again.');
  }

  /** Undefined where a share does not answer in time: it is not asked again before it has. */
  async #lookAt(folder: string): Promise<Disk | undefined> {
    if (this.#asked.has(folder)) return undefined;
    this.#asked.add(folder);
    let disk: Disk | undefined;
    const looked = readDisk(folder).then((seen) => {
      disk = seen;
      this.#asked.delete(folder);
    });
    await waitAtMost(longestLook, looked);
    return disk;
  }
}

/** Bytes of a disk. */
export interface DiskRoom {
  readonly folder: string;
  readonly free: number;
  readonly size: number;
}

function roomsOf(folders: readonly string[], disks: readonly (Disk | undefined)[]): readonly DiskRoom[] {
  const found = new Map<number, DiskRoom>();
  for (const [n, disk] of disks.entries())
    if (disk && disk.size > 0 && !found.has(disk.id))
      found.set(disk.id, { folder: folders[n] ?? '', free: disk.free, size: disk.size });
  return [...found.values()];
}

interface Disk {
  readonly id: number;
  /** Bytes. */
  readonly free: number;
  readonly size: number;
}

/** Undefined for a folder that is away: whoever uses it tells. */
async function readDisk(folder: string): Promise<Disk | undefined> {
  try {
    const [{ dev }, { bavail, blocks, bsize }] = await Promise.all([stat(folder), statfs(folder)]);
    return { id: dev, free: bavail * bsize, size: blocks * bsize };
  } catch {
    return undefined;
  }
}

/** A file system without a size (some shares) says nothing. */
const isLow = ({ free, size }: Disk): boolean =>
  size > 0 && free < Math.max(lowLimits.bytes, size * lowLimits.part);

const renderLowDisk = (folder: string, { free }: Disk): LocalizedText =>
  localize('disk-low', { free: Math.floor(free / 1_000_000), folder });
