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
  constructor(code: FolderErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'FolderError';
    this.code = code;
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

export const noFolder = (path: string): string => `${path} is not a folder.`;

/** Why a folder cannot be used, in words for the administrator. */
export function explainFolder(folder: string, error: unknown): string {
  if (error instanceof FolderError) return error.message;
  const code = systemCode(error);
  if (code === 'ENOENT')
    return `The folder ${folder} does not exist. Create it, or mount the share it lies on.`;
  if (code === 'ENOTDIR') return noFolder(folder);
  if (code === 'EACCES' || code === 'EPERM')
    return `The gateway's account may not read and write in ${folder} (${code}). Give it those rights.`;
  if (code === 'EROFS') return `The folder ${folder} is read-only. The gateway must move files out of it.`;
  if (code === 'ENOSPC' || code === 'EDQUOT') return `No room is left on the disk of ${folder} (${code}).`;
  return `The folder ${folder} cannot be used: ${reasonOf(error)}`;
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
