import type { FolderSource, FolderTarget } from '../config/schema/folder-schema.ts';

/** What tells two folders apart, and what people call them: a path, or `sftp://user@host/path`. */
export function folderTitleOf({ folder, sftp }: Pick<FolderTarget, 'folder' | 'sftp'>): string {
  if (sftp === undefined) return folder ?? '';
  const port = sftp.port === 22 ? '' : `:${sftp.port}`;
  const path = sftp.folder.startsWith('/') ? sftp.folder : `/~/${sftp.folder}`;
  return `sftp://${sftp.user}@${sftp.host}${port}${path}`;
}

/** Milliseconds between two looks at a file of this machine or its shares: the closed root says the rest. */
const localInterval = 100;

/** Milliseconds of quiet after which a file counts as whole that is no XML: nothing else says so. */
const localQuiet = 500;

/** The same for a file of a format whose files show no end: some ERPs think between two rows. */
const endlessQuiet = 10_000;

/** A done-file says that the file is whole: the second look only makes sure that nobody writes all the same. */
const signalledInterval = 20;

/** SFTP counts in whole seconds: two looks within one could see the same time of a file that is being written. */
const sftpInterval = 2_000;

/** Milliseconds between the two looks at a file that must agree. */
export function settleIntervalOf({
  settle,
  done,
  sftp,
}: Pick<FolderSource, 'settle' | 'done' | 'sftp'>): number {
  if (sftp !== undefined) return Math.max(sftpInterval, settle.interval ?? 0);
  return settle.interval ?? (done === undefined ? localInterval : signalledInterval);
}

/** Milliseconds of quiet that a file needs whose end nothing tells. */
export function quietTimeOf({ settle, done, sftp }: Pick<FolderSource, 'settle' | 'done' | 'sftp'>): number {
  const isSaid = settle.interval !== undefined || done !== undefined || sftp !== undefined;
  return isSaid ? settleIntervalOf({ settle, done, sftp }) : localQuiet;
}

/** The same for a format whose files show no end: a done-file says it sooner, or that they are renamed into place. */
export function endlessQuietTimeOf({
  settle,
  done,
  sftp,
}: Pick<FolderSource, 'settle' | 'done' | 'sftp'>): number {
  const interval = settleIntervalOf({ settle, done, sftp });
  const isSaid = done !== undefined || settle.renamed;
  return isSaid ? interval : Math.max(endlessQuiet, interval);
}
