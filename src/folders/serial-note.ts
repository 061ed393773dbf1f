import type { FileStore } from './file-store.ts';
import { ignoreErrors } from './folder-error.ts';

/** How a journal notes its number (`Journal.readSerial`) in a folder that others may use too. */

export interface SerialNote {
  readonly serial: number;
  readonly path: string;
}

export const serialNoteOf = (journal: string): string => `.journal-${journal}`;

/** Undefined where none was noted, or what was noted says nothing. */
export async function readSerial(files: FileStore, path: string): Promise<SerialNote | undefined> {
  const bytes = await ignoreErrors(['ENOENT', 'ENOTDIR'], () => files.read(path));
  const serial = Number(bytes && Buffer.from(bytes).toString('utf8'));
  return Number.isSafeInteger(serial) ? { serial, path } : undefined;
}
