import { Command } from 'commander';
import type { Config } from '../config/schema.ts';
import { backupJournal } from '../journal/backup.ts';
import { existingFile, type JournalSettings, readJournal } from '../journal/open.ts';
import { configOrFindings, withConfig } from './common.ts';

/** `journal backup`, `verify` and `move`: about a journal as a whole. */

export function backupCommand(): Command {
  return withConfig(new Command('backup'))
    .description('copy an embedded journal to a new file, also while the gateway runs')
    .argument('<file>', 'the copy; it must not exist')
    .action(async (file: string, { config }: { config: string }) => {
      await backupJournal(embedded(await used(config), copyOfPostgres(file)), file);
      console.log(`The journal was copied to ${file}.`);
    });
}

export function verifyCommand(): Command {
  return withConfig(new Command('verify'))
    .description('read every message and every body of the journal, and say what is wrong')
    .argument('[file]', 'a copy of an embedded one; the journal of the config without it')
    .action(async (file: string | undefined, { config }: { config: string }) => {
      const settings: JournalSettings = file === undefined ? (await used(config)).journal : { sqlite: file };
      const journal = await readJournal(settings);
      try {
        const wrong = await journal.verify();
        console.log(wrong.length === 0 ? `${placeOf(settings)} is whole.` : wrong.join('\n'));
        if (wrong.length > 0) process.exitCode = 1;
      } finally {
        await journal.close();
      }
    });
}

export function moveCommand(): Command {
  return withConfig(new Command('move'))
    .description('bring the embedded journal of a stopped gateway into an empty PostgreSQL database')
    .requiredOption('--to <url>', 'the database, such as postgres://user:password@host/name')
    .action(async ({ config, to }: { config: string; to: string }) => {
      const path = embedded(await used(config), 'It is moved already.');
      const { moveJournal } = await import('../journal/move.ts');
      const { messages, bodies, before } = await moveJournal(path, to);
      const done = before ? 'had been moved already' : 'were moved and read back';
      console.log(
        `${messages} messages with ${bodies} bodies ${done}. Now put that address into journal.postgres of the config, ` +
          `and start the gateway; ${path} is kept, and no gateway opens it any more.`,
      );
    });
}

async function used(path: string): Promise<Config> {
  const config = await configOrFindings(path);
  if (!config) throw new Error('The config cannot be used.');
  return config;
}

/** The file of an embedded journal. */
function embedded({ journal }: Config, instead: string): string {
  if (journal.postgres !== undefined) throw new Error(`The journal lies in PostgreSQL. ${instead}`);
  return existingFile(journal.sqlite);
}

const copyOfPostgres = (file: string): string =>
  'Copy it with the tool of that server, also while gateways run: `pg_dump --format=custom --file=' +
  `${file} "$DATABASE_URL"\`. \`pg_restore --dbname="$OTHER_URL" ${file}\` puts it into an empty database.`;

const placeOf = ({ sqlite, postgres }: JournalSettings): string =>
  postgres === undefined ? sqlite : 'The journal in PostgreSQL';
