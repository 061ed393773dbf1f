import { explainFailure, LocalizedError } from '../findings/localized-error.ts';
import { type LocalizedText, localize } from '../findings/localized-text.ts';

/** What can go wrong with a folder, by stable code. */
export type FolderErrorCode =
  /** The file changed while it was read; it lies in the inbound folder again and settles anew. */
  | 'file-changed'
  /** A claimed file is neither in the work folder nor where it was put. */
  | 'file-missing'
  /** The folder is gone or not readable. */
  | 'folder-unavailable';

export class FolderError extends LocalizedError {
  readonly code: FolderErrorCode;
  constructor(code: FolderErrorCode, words: LocalizedText, cause?: unknown) {
    super(words, cause);
    this.name = 'FolderError';
    this.code = code;
  }
}

/** The system's error code, such as ENOENT; empty for anything else. */
export function systemCodeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** With these a folder says that our account may not; SFTP servers have no better word for it than that it failed. */
export const forbiddenCodes: readonly string[] = ['EACCES', 'EPERM', 'EROFS', 'ENOTSUP', 'ESFTP'];

export const notAFolderText = (path: string): LocalizedText => localize('folder-not-one', { folder: path });

/** Why a folder cannot be used, in words for the administrator. */
export function explainFolder(folder: string, error: unknown): LocalizedText {
  if (error instanceof FolderError) return error.words;
  const code = systemCodeOf(error);
  if (code === 'ENOENT') return localize('folder-none', { folder });
  if (code === 'ENOTDIR') return notAFolderText(folder);
  if (code === 'EACCES' || code === 'EPERM') return localize('folder-rights', { folder, code });
  if (code === 'EROFS') return localize('folder-read-only', { folder });
  if (code === 'ENOSPC' || code === 'EDQUOT') return localize('folder-full', { folder, code });
  return localize('folder-unusable', { folder, why: explainFailure(error) });
}

/** Why one file of a folder cannot be read, as the end of a sentence. */
export function explainUnreadFile(error: unknown): LocalizedText {
  const code = systemCodeOf(error);
  return code === 'EACCES' || code === 'EPERM'
    ? localize('left-forbidden', { code })
    : localize('left-unreadable', { why: explainFailure(error) });
}

/** Runs and answers undefined when the system says one of these codes. */
export async function ignoreErrors<T>(
  codes: readonly string[],
  run: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (codes.includes(systemCodeOf(error))) return undefined;
    throw error;
  }
}
