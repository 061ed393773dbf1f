import { DiskFailed } from './group-commit.ts';

/** The primary result code of SQLite in an error of `node:sqlite`; 0 for any other error. */
export function resultCode(error: unknown): number {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return 0;
  return error.errcode & 0xff;
}

export const busy = 5;

/** What a result code says of the whole journal, not of one statement. */
const reasons: ReadonlyMap<number, string> = new Map([
  [busy, 'another process keeps it locked'],
  [8, 'it is read-only; give the gateway the right to write it, or mount its disk for writing'],
  [10, 'its disk reports errors; look into the log of the system'],
  [
    11,
    'it is damaged; `gateway journal verify` tells more, then `gateway journal restore FILE` puts a backup in its place',
  ],
  [13, 'no room is left on its disk; make room'],
  [14, 'its file cannot be opened; look at its folder and the rights there'],
]);

/** Why the journal at `path` cannot be written, when that is what the error says. */
export function whyUnable(path: string, error: unknown): string | undefined {
  const reason = error instanceof DiskFailed ? diskFailed(error) : reasons.get(resultCode(error));
  return (
    reason && `The journal ${path} cannot be written: ${reason}. Until then nothing is received or sent.`
  );
}

const diskFailed = ({ message }: DiskFailed): string =>
  `its disk did not keep what was written (${message}); look into the log of the system, mend the disk, and restart the gateway`;
