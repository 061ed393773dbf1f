import { InvalidArgumentError } from 'commander';
import { account } from '../account.ts';
import { loadJournalSettings } from '../config/load-journal.ts';
import type { HistoryEntry, Journal } from '../journal/interface.ts';
import { type JournalSettings, readJournal } from '../journal/open.ts';
import { localTime } from '../operator/clock.ts';
import type { Decided } from '../operator/decide.ts';
import { momentOf } from '../operator/listing.ts';
import { visible } from '../visible.ts';
import { tellFinding } from './common.ts';

/** What the commands on the journal share. */

/** Where the journal lies, by its part of the config. Throws after its findings were printed. */
export const journalSettings = async (path: string): Promise<JournalSettings> =>
  (await journalPart(path)).journal;

/** The same, with what is seen of the channels. */
export async function journalPart(path: string) {
  const { journal, channels, findings, language = 'en' } = await loadJournalSettings(path);
  for (const finding of findings) console.error(tellFinding(finding));
  if (!journal || !channels) throw new Error('The config cannot be used.');
  return { journal, channels, language };
}

/** By its settings, or by the config that holds them. */
export async function withJournal(
  where: string | JournalSettings,
  use: (journal: Journal) => Promise<void>,
): Promise<void> {
  const journal = await readJournal(typeof where === 'string' ? await journalSettings(where) : where);
  try {
    await use(journal);
  } finally {
    await journal.close();
  }
}

export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** A time on the command line, as RFC 3339 in UTC. */
export function moment(text: string): string {
  const at = momentOf(text, Date.now());
  if (at === undefined)
    throw new InvalidArgumentError(
      'Give a day (2026-03-01), a time ("2026-03-01 14:00"), or 30m, 2h, 3d ago.',
    );
  return at;
}

/** The account that a decision is kept under. */
export const who = (): string => account().name;

/** What came of a decision; the exit status is 1 when it was refused. */
export function tellDecided(what: string, { kind, text }: Decided): void {
  console.log(`${kind === 'refused' ? 'REFUSED ' : ''}${what}: ${visible(text)}`);
  if (kind === 'refused') process.exitCode = 1;
}

export const tellDecision = ({ at, action, who: by, reason, result }: HistoryEntry): string =>
  visible(`${localTime(at)}  ${action}${by ? ` by ${by}` : ''}${reason ? ` (${reason})` : ''}: ${result}`);
