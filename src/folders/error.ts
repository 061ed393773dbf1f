import { quoted, type Told, told } from '../findings/troubles.ts';

/** What can go wrong with a folder, by stable code. */
export type FolderErrorCode =
  /** The file changed while it was read; it lies in the inbound folder again and settles anew. */
  | 'file-changed'
  /** A claimed file is neither in the work folder nor where it was put. */
  | 'file-missing'
  /** The folder is gone or not readable. */
  | 'folder-unavailable';

export class FolderError extends Error {
  readonly code: FolderErrorCode;
  readonly words: Told;
  constructor(code: FolderErrorCode, message: string | Told, cause?: unknown) {
    const words = typeof message === 'string' ? told('folder-said', { why: quoted(message) }) : message;
    super(words.en, cause === undefined ? undefined : { cause });
    this.name = 'FolderError';
    this.code = code;
    this.words = words;
  }
}

/** The system's error code, such as ENOENT; empty for anything else. */
export function systemCode(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** An error in one line, for reasons that people read. */
export function reasonOf(error: unknown): string {
  // of a name with several addresses
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

export const noFolder = (path: string): Told => told('folder-not-one', { folder: path });

/** Why a folder cannot be used, in words for the administrator. */
export function explainFolder(folder: string, error: unknown): Told {
  if (error instanceof FolderError) return error.words;
  const code = systemCode(error);
  if (code === 'ENOENT') return told('folder-none', { folder });
  if (code === 'ENOTDIR') return noFolder(folder);
  if (code === 'EACCES' || code === 'EPERM') return told('folder-rights', { folder, code });
  if (code === 'EROFS') return told('folder-read-only', { folder });
  if (code === 'ENOSPC' || code === 'EDQUOT') return told('folder-full', { folder, code });
  return told('folder-unusable', { folder, why: quoted(reasonOf(error)) });
}

/** Runs and answers undefined when the system says one of these codes. */
export async function unless<T>(codes: readonly string[], run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (codes.includes(systemCode(error))) return undefined;
    throw error;
  }
}
