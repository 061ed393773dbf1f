import { quoted, type Told, type TroubleName, told } from '../findings/troubles.ts';
import { DiskFailed } from './group-commit.ts';

/** SQLITE_CORRUPT, SQLITE_NOTADB. */
const damage = [11, 26];

/** The primary result code of SQLite in an error of `node:sqlite`; 0 for any other error. */
export function resultCode(error: unknown): number {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return 0;
  return error.errcode & 0xff;
}

export const busy = 5;

/** What a result code says of the whole journal, not of one statement. */
const reasons: ReadonlyMap<number, TroubleName> = new Map([
  [busy, 'journal-locked'],
  [8, 'journal-read-only'],
  [10, 'journal-disk'],
  [13, 'journal-full'],
  [14, 'journal-not-opened'],
]);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Does it say that pages of the file are not what SQLite wrote? */
export const isDamage = (error: unknown): boolean => damage.includes(resultCode(error));

/** Why the journal at `path` cannot be written, when that is what the error says. */
export function whyUnable(path: string, error: unknown): Told | undefined {
  const known = isDamage(error) ? 'journal-damaged' : reasons.get(resultCode(error));
  const why =
    error instanceof DiskFailed
      ? diskFailed(error)
      : known && told(known, { what: quoted(messageOf(error)) });
  return why && told('journal-file', { path, why });
}

const diskFailed = ({ message }: DiskFailed): Told => told('journal-not-kept', { said: quoted(message) });
