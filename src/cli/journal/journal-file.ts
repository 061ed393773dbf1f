import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Command } from 'commander';
import { loadJournalSettings } from '../../config/load/load-journal-settings.ts';
import { fillTemplate } from '../../findings/create-finding.ts';
import { journalText } from '../../findings/journal-texts.ts';
import {
  type JournalSettings,
  readJournal,
  requireJournalFile,
  withJournalBeside,
} from '../../journal/open/open-journal.ts';
import { rescueJournal } from '../../journal/salvage/rescue-journal.ts';
import { backupJournal } from '../../journal/sqlite/backup-journal.ts';
import { restoreJournal } from '../../journal/sqlite/restore-journal.ts';
import { reasonOf } from '../../text/reason-of.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import { renderLocalTime } from '../../time/local-time.ts';
import type { Language } from '../../types.ts';
import { addConfigOption, resolveFromCaller } from '../kit/command-kit.ts';
import { requireJournalConfig } from '../kit/journal-options.ts';
import { journalWords } from '../kit/journal-words.ts';
import { addUtcOption } from '../kit/time-zone.ts';
import { systemActor } from '../user/user-site.ts';

/** `journal backup`, `restore`, `verify` and `move`: about a journal as a whole. */

interface WithConfig {
  readonly config: string;
}

export function backupCommand(): Command {
  return addConfigOption(new Command('backup'))
    .argument('<file>', 'the copy; it must not exist', resolveFromCaller)
    .action(async (file: string, { config }: WithConfig) => {
      const { journal, language } = await requireJournalConfig(config);
      const words = journalWords(language);
      await backupJournal(requireJournalFile(requireEmbeddedFile(journal, copyOfPostgres(file))), file);
      console.log(fillTemplate(words.copied, { file }));
      const why = await noteBackup(journal, file);
      if (why !== undefined) console.log(fillTemplate(words.backupNotNoted, { why }));
    });
}

/** The overview says when the last one was made. Whoever may only read the journal has the copy all the same: why, in that case. */
async function noteBackup(journal: JournalSettings, file: string): Promise<string | undefined> {
  const what = { action: 'backup', object: basename(file), reason: '', result: 'done' };
  try {
    await withJournalBeside(journal, ({ accounts }) =>
      accounts.addAuditEntry({ by: systemActor(), ...what }),
    );
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

export function restoreCommand(): Command {
  return addUtcOption(addConfigOption(new Command('restore')))
    .argument('<file>', 'the backup', resolveFromCaller)
    .action(async (file: string, { config }: WithConfig) => {
      const { journal, language } = await requireJournalConfig(config);
      const words = journalWords(language);
      const path = requireEmbeddedFile(journal, restoreOfPostgres(file));
      const { messages, newest, kept } = await restoreJournal(path, file);
      const values = { path, file, count: messages };
      const done =
        newest === undefined
          ? fillTemplate(words.restored, values)
          : fillTemplate(words.restoredUntil, { ...values, at: renderLocalTime(newest) });
      console.log(done);
      if (kept !== undefined) console.log(fillTemplate(words.keptBefore, { kept }));
      console.log(words.notKnown);
    });
}

export function rescueCommand(): Command {
  return addUtcOption(addConfigOption(new Command('rescue'))).action(async ({ config }: WithConfig) => {
    const { journal, language } = await requireJournalConfig(config);
    const words = journalWords(language);
    const path = requireJournalFile(requireEmbeddedFile(journal, words.rescueOfPostgres));
    const { messages: count, newest, kept, lost } = await rescueJournal(path, language);
    const done =
      newest === undefined
        ? fillTemplate(words.rescued, { path, count })
        : fillTemplate(words.rescuedUntil, { path, count, at: renderLocalTime(newest) });
    console.log(done);
    if (kept !== undefined) console.log(fillTemplate(words.keptDamaged, { kept }));
    console.log(lost.length === 0 ? words.nothingLost : [words.whatIsLost, ...lost].join('\n'));
  });
}

export function verifyCommand(): Command {
  return addConfigOption(new Command('verify'))
    .argument('[file]', 'a copy of an embedded one; the journal of the config without it', resolveFromCaller)
    .option('--replay', 'check and prepare every message again as it was, and say what comes out otherwise')
    .action(async (file: string | undefined, { config, replay }: WithConfig & { replay?: boolean }) => {
      const { settings, language } = await toVerify(config, file);
      const journal = await readJournal(settings);
      try {
        const wrong = await journal.verify();
        const place = placeOf(settings, language);
        const told = wrong.map((one) => journalText(one, language)).join('\n');
        console.log(wrong.length === 0 ? fillTemplate(journalWords(language).whole, { place }) : told);
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
    const { journal: settings, language } = await requireJournalConfig(config);
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
  return addConfigOption(new Command('move'))
    .option(
      '--to <url>',
      'the database, such as postgres://user@host/name; others on this machine may read it: with a password, better by',
    )
    .option('--to-file <path>', 'a file that holds the URL, or', resolveFromCaller)
    .addHelpText('after', '\n  the environment variable DATABASE_URL, which is taken without either.')
    .action(async (options: MoveOptions) => {
      const { journal, language } = await requireJournalConfig(options.config);
      const words = journalWords(language);
      const path = requireJournalFile(requireEmbeddedFile(journal, 'It is moved already.'));
      const { moveJournal } = await import('../../journal/open/move-to-postgres.ts');
      const { messages, bodies, before } = await moveJournal(path, databaseOf(options));
      console.log(fillTemplate(before ? words.movedBefore : words.moved, { messages, bodies, path }));
    });
}

/** Whoever may list processes sees what stands on a command line. */
function databaseOf({ to, toFile }: MoveOptions): string {
  const url =
    to ?? (toFile === undefined ? process.env.DATABASE_URL : decodeSavedText(readFileSync(toFile)).trim());
  if (!url)
    throw new Error('Name the database: in the environment as DATABASE_URL, with --to-file, or with --to.');
  return url;
}

/** The file of an embedded journal. */
function requireEmbeddedFile({ sqlite, postgres }: JournalSettings, instead: string): string {
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
