import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { backupJournal } from '../journal/backup.ts';
import { existingFile, type JournalSettings, readJournal } from '../journal/open.ts';
import { restoreJournal } from '../journal/restore.ts';
import { rescueJournal } from '../journal/salvage/rescue-journal.ts';
import { localTime } from '../operator/clock.ts';
import { decodeText } from '../text.ts';
import { fromCaller, withConfig } from './common.ts';
import { journalPart, journalSettings } from './journal-common.ts';
import { withTimes } from './utc.ts';

/** `journal backup`, `restore`, `verify` and `move`: about a journal as a whole. */

interface WithConfig {
  readonly config: string;
}

export function backupCommand(): Command {
  return withConfig(new Command('backup'))
    .argument('<file>', 'the copy; it must not exist', fromCaller)
    .action(async (file: string, { config }: WithConfig) => {
      await backupJournal(existingFile(embedded(await journalSettings(config), copyOfPostgres(file))), file);
      console.log(`The journal was copied to ${file}.`);
    });
}

export function restoreCommand(): Command {
  return withTimes(withConfig(new Command('restore')))
    .argument('<file>', 'the backup', fromCaller)
    .action(async (file: string, { config }: WithConfig) => {
      const path = embedded(await journalSettings(config), restoreOfPostgres(file));
      const { messages, newest, kept } = await restoreJournal(path, file);
      const until = newest === undefined ? '' : `, the newest received at ${localTime(newest)}`;
      console.log(`${path} is the backup ${file} now: ${messages} messages${until}.`);
      if (kept !== undefined) console.log(`The journal before is kept as ${kept}.`);
      console.log(
        'What came after the backup the gateway does not know: orders of that time may be sent once more.',
      );
    });
}

export function rescueCommand(): Command {
  return withTimes(withConfig(new Command('rescue'))).action(async ({ config }: WithConfig) => {
    const { journal, language } = await journalPart(config);
    const path = existingFile(
      embedded(journal, 'Its server looks after its pages; put a copy in its place.'),
    );
    const { messages, newest, kept, lost } = await rescueJournal(path, language);
    const until = newest === undefined ? '' : `, the newest received at ${localTime(newest)}`;
    console.log(`${path} is a new journal now, of all that could be read: ${messages} messages${until}.`);
    console.log(`The damaged one is kept as ${kept}.`);
    console.log(lost.length === 0 ? 'Nothing is lost.' : ['What is lost:', ...lost].join('\n'));
  });
}

export function verifyCommand(): Command {
  return withConfig(new Command('verify'))
    .argument('[file]', 'a copy of an embedded one; the journal of the config without it', fromCaller)
    .option('--replay', 'check and prepare every message again as it was, and say what comes out otherwise')
    .action(async (file: string | undefined, { config, replay }: WithConfig & { replay?: boolean }) => {
      const settings = file === undefined ? await journalSettings(config) : { sqlite: file };
      const journal = await readJournal(settings);
      try {
        const wrong = await journal.verify();
        console.log(wrong.length === 0 ? `${placeOf(settings)} is whole.` : wrong.join('\n'));
        if (wrong.length > 0) process.exitCode = 1;
      } finally {
        await journal.close();
      }
      if (replay) await (await import('./journal-replay.ts')).verifyByReplay(config, file);
    });
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
      const path = existingFile(embedded(await journalSettings(options.config), 'It is moved already.'));
      const { moveJournal } = await import('../journal/move.ts');
      const { messages, bodies, before } = await moveJournal(path, databaseOf(options));
      const done = before ? 'had been moved already' : 'were moved and read back';
      console.log(
        `${messages} messages with ${bodies} bodies ${done}. Now put that address into journal.postgres of the config, ` +
          `and start the gateway; ${path} is kept, and no gateway opens it any more.`,
      );
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

const placeOf = ({ sqlite, postgres }: JournalSettings): string =>
  postgres === undefined ? sqlite : 'The journal in PostgreSQL';
