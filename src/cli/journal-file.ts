import { existsSync, readFileSync } from 'node:fs';
import { Command } from 'commander';
import { loadJournalSettings } from '../config/load-journal.ts';
import { journalText } from '../findings/journal-texts.ts';
import { fill } from '../findings/messages.ts';
import { backupJournal } from '../journal/backup.ts';
import { existingFile, type JournalSettings, readJournal } from '../journal/open.ts';
import { restoreJournal } from '../journal/restore.ts';
import { rescueJournal } from '../journal/salvage/rescue-journal.ts';
import { localTime } from '../operator/clock.ts';
import { decodeText } from '../text.ts';
import type { Language } from '../types.ts';
import { fromCaller, withConfig } from './common.ts';
import { journalPart } from './journal-common.ts';
import { journalWords } from './journal-words/words.ts';
import { withTimes } from './utc.ts';

/** `journal backup`, `restore`, `verify` and `move`: about a journal as a whole. */

interface WithConfig {
  readonly config: string;
}

export function backupCommand(): Command {
  return withConfig(new Command('backup'))
    .argument('<file>', 'the copy; it must not exist', fromCaller)
    .action(async (file: string, { config }: WithConfig) => {
      const { journal, language } = await journalPart(config);
      await backupJournal(existingFile(embedded(journal, copyOfPostgres(file))), file);
      console.log(fill(journalWords(language).copied, { file }));
    });
}

export function restoreCommand(): Command {
  return withTimes(withConfig(new Command('restore')))
    .argument('<file>', 'the backup', fromCaller)
    .action(async (file: string, { config }: WithConfig) => {
      const { journal, language } = await journalPart(config);
      const words = journalWords(language);
      const path = embedded(journal, restoreOfPostgres(file));
      const { messages, newest, kept } = await restoreJournal(path, file);
      const values = { path, file, count: messages };
      const done =
        newest === undefined
          ? fill(words.restored, values)
          : fill(words.restoredUntil, { ...values, at: localTime(newest) });
      console.log(done);
      if (kept !== undefined) console.log(fill(words.keptBefore, { kept }));
      console.log(words.notKnown);
    });
}

export function rescueCommand(): Command {
  return withTimes(withConfig(new Command('rescue'))).action(async ({ config }: WithConfig) => {
    const { journal, language } = await journalPart(config);
    const words = journalWords(language);
    const path = existingFile(embedded(journal, words.rescueOfPostgres));
    const { messages: count, newest, kept, lost } = await rescueJournal(path, language);
    const done =
      newest === undefined
        ? fill(words.rescued, { path, count })
        : fill(words.rescuedUntil, { path, count, at: localTime(newest) });
    console.log(done);
    if (kept !== undefined) console.log(fill(words.keptDamaged, { kept }));
    console.log(lost.length === 0 ? words.nothingLost : [words.whatIsLost, ...lost].join('\n'));
  });
}

export function verifyCommand(): Command {
  return withConfig(new Command('verify'))
    .argument('[file]', 'a copy of an embedded one; the journal of the config without it', fromCaller)
    .option('--replay', 'check and prepare every message again as it was, and say what comes out otherwise')
    .action(async (file: string | undefined, { config, replay }: WithConfig & { replay?: boolean }) => {
      const { settings, language } = await toVerify(config, file);
      const journal = await readJournal(settings);
      try {
        const wrong = await journal.verify();
        const place = placeOf(settings, language);
        const told = wrong.map((one) => journalText(one, language)).join('\n');
        console.log(wrong.length === 0 ? fill(journalWords(language).whole, { place }) : told);
        if (wrong.length > 0) process.exitCode = 1;
      } finally {
        await journal.close();
      }
      if (replay) await (await import('./journal-replay.ts')).verifyByReplay(config, file);
    });
}

/** A copy may be read without the config that its gateway has. */
async function toVerify(
  config: string,
  file: string | undefined,
): Promise<{ readonly settings: JournalSettings; readonly language: Language }> {
  if (file === undefined) {
    const { journal: settings, language } = await journalPart(config);
    return { settings, language };
  }
  const { language = 'en' } = existsSync(config) ? await loadJournalSettings(config) : {};
  return { settings: { sqlite: file }, language };
}

interface MoveOptions extends WithConfig {
  readonly to?: string;
  readonly toFile?: string;
}

export function moveCommand(): Command {
  return withConfig(new Command('move'))
    .option(
      '--to <url>',
      'the database, such as postgres://user@host/name; others on this machine may read it: with a password, better by',
    )
    .option('--to-file <path>', 'a file that holds the URL, or', fromCaller)
    .addHelpText('after', '\n  the environment variable DATABASE_URL, which is taken without either.')
    .action(async (options: MoveOptions) => {
      const { journal, language } = await journalPart(options.config);
      const words = journalWords(language);
      const path = existingFile(embedded(journal, 'It is moved already.'));
      const { moveJournal } = await import('../journal/move.ts');
      const { messages, bodies, before } = await moveJournal(path, databaseOf(options));
      console.log(fill(before ? words.movedBefore : words.moved, { messages, bodies, path }));
    });
}

/** Whoever may list processes sees what stands on a command line. */
function databaseOf({ to, toFile }: MoveOptions): string {
  const url =
    to ?? (toFile === undefined ? process.env.DATABASE_URL : decodeText(readFileSync(toFile)).trim());
  if (!url)
    throw new Error('Name the database: in the environment as DATABASE_URL, with --to-file, or with --to.');
  return url;
}

/** The file of an embedded journal. */
function embedded({ sqlite, postgres }: JournalSettings, instead: string): string {
  if (postgres !== undefined) throw new Error(`The journal lies in PostgreSQL. ${instead}`);
  return sqlite;
}

const copyOfPostgres = (file: string): string =>
  'Copy it with the tool of that server, also while gateways run: `pg_dump --format=custom --file=' +
  `${file} "$DATABASE_URL"\`. \`pg_restore --dbname="$OTHER_URL" ${file}\` puts it into an empty database.`;

const restoreOfPostgres = (file: string): string =>
  `Stop all gateways, and put the copy into an empty database: \`pg_restore --dbname="$OTHER_URL" ${file}\`; then name that in journal.postgres.`;

const placeOf = ({ sqlite, postgres }: JournalSettings, language: Language): string =>
  postgres === undefined ? sqlite : journalWords(language).inPostgres;
