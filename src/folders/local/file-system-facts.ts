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
