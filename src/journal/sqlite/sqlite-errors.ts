import { explainFailure } from '../../findings/localized-error.ts';
import { type LocalizedText, localize, quoteText, type TroubleName } from '../../findings/localized-text.ts';
import { DiskFailed } from './group-commit.ts';

/** SQLITE_CORRUPT, SQLITE_NOTADB. */
const damage = [11, 26];

/** The primary result code of SQLite in an error of `node:sqlite`; 0 for any other error. */
export function resultCodeOf(error: unknown): number {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return 0;
  return error.errcode & 0xff;
}

export const busyCode = 5;

/** What a result code says of the whole journal, not of one statement. */
const journalFaults: ReadonlyMap<number, TroubleName> = new Map([
  [busyCode, 'journal-locked'],
  [8, 'journal-read-only'],
  [10, 'journal-disk'],
  [13, 'journal-full'],
  [14, 'journal-not-opened'],
]);

/** Does it say that pages of the file are not what SQLite wrote? */
export const isDamage = (error: unknown): boolean => damage.includes(resultCodeOf(error));

/** Why the journal at `path` cannot be written, when that is what the error says. */
export function explainUnwritable(path: string, error: unknown): LocalizedText | undefined {
  const known = isDamage(error) ? 'journal-damaged' : journalFaults.get(resultCodeOf(error));
  const why =
    error instanceof DiskFailed
      ? explainDiskFailure(error)
      : known && localize(known, { what: explainFailure(error) });
  return why && localize('journal-file', { path, why });
}

const explainDiskFailure = ({ message }: DiskFailed): LocalizedText =>
  localize('journal-not-kept', { said: quoteText(message) });
