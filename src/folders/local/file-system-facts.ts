import { open, statfs } from 'node:fs/promises';
import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import { ignoreErrors } from '../folder-error.ts';
import { cannotSync } from './durable-files.ts';

/** What can be told of the file system that a folder lies on. */
export interface FileSystemFacts {
  /** Bytes that are free for our account. */
  readonly free?: number;
  /** The kind of network share, where it is one. */
  readonly share?: string;
  /** What was seen, and what should be otherwise: one line each. */
  readonly observations: readonly LocalizedText[];
  readonly warnings: readonly LocalizedText[];
}

/** Magic numbers of Linux' statfs(2), for those that matter here. */
const shares = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x517b, 'SMB'],
  [0x65735546, 'FUSE'],
  [0x01021997, '9P'],
]);

const inMemory = [0x01021994, 0x858458f6];

/** Of statfs(2): ext, XFS, Btrfs, F2FS, ZFS, overlays, memory. All who write there do so through this kernel, which tells of it. */
const localDisks = [...[0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0x794c7630], ...inMemory];

/**
 * Does the system tell of everything that happens in a folder, whoever does it? Where that is not known for sure (network shares, disks
 * that several machines write to) the answer is no. `where`: the folder with its links followed; on Windows a letter that stands for a
 * share is followed, too.
 */
export async function hasReliableEvents(where: string, system: string = process.platform): Promise<boolean> {
  if (system === 'win32') return /^[A-Za-z]:/.test(where);
  return system === 'linux' && localDisks.includes((await statfs(where)).type);
}

export async function readLocalFileSystem(folder: string): Promise<FileSystemFacts> {
  const { bavail, bsize, type } = await statfs(folder);
  const share = shareOf(folder, type);
  const isInMemory = process.platform === 'linux' && inMemory.includes(type);
  return {
    free: bavail * bsize,
    ...(share === undefined ? {} : { share }),
    observations: [
      ...(share === undefined ? [] : [localize('proof-share', { share })]),
      await fsyncOf(folder),
    ],
    warnings: isInMemory ? [localize('proof-in-memory')] : [],
  };
}

/** `type`: of statfs, which Windows does not tell; there the path of a share says what it is (a mapped drive does not). */
export function shareOf(folder: string, type: number, system: string = process.platform): string | undefined {
  if (system === 'win32') return /^\\\\(?![?.]\\(?!UNC\\))/i.test(folder) ? 'SMB' : undefined;
  return system === 'linux' ? shares.get(type) : undefined;
}

const filesOnly = localize('proof-fsync-files');

async function fsyncOf(folder: string): Promise<LocalizedText> {
  const handle = await ignoreErrors(cannotSync, () => open(folder, 'r'));
  try {
    if (handle === undefined) return filesOnly;
    const isRefused = await ignoreErrors(cannotSync, () => handle.sync().then(() => false));
    return isRefused === undefined ? filesOnly : localize('proof-fsync');
  } finally {
    await handle?.close();
  }
}
