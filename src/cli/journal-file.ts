import { Command } from 'commander';
import { backupJournal, verifyJournal } from '../journal/backup.ts';
import { moveJournal } from '../journal/move.ts';
import { existingFile } from '../journal/open.ts';
import { configOrFindings, withConfig } from './common.ts';

/** `journal backup`, `verify` and `move`: about the file of an embedded journal. */

export function backupCommand(): Command {
  return withConfig(new Command('backup'))
    .description('copy the journal to a new file, also while the gateway runs')
    .argument('<file>', 'the copy; it must not exist')
    .action(async (file: string, { config }: { config: string }) => {
      await backupJournal(await journalFile(config), file);
      console.log(`The journal was copied to ${file}.`);
    });
}

export function verifyCommand(): Command {
  return withConfig(new Command('verify'))
    .description('read every table and every body of the journal')
    .argument('[file]', 'a copy; the journal of the config without it')
    .action(async (file: string | undefined, { config }: { config: string }) => {
      const path = file === undefined ? await journalFile(config) : existingFile(file);
      const wrong = verifyJournal(path);
      console.log(wrong.length === 0 ? `${path} is whole.` : wrong.join('\n'));
      if (wrong.length > 0) process.exitCode = 1;
    });
}

export function moveCommand(): Command {
  return withConfig(new Command('move'))
    .description('bring the embedded journal of a stopped gateway into an empty PostgreSQL database')
    .requiredOption('--to <url>', 'the database, such as postgres://user:password@host/name')
    .action(async ({ config, to }: { config: string; to: string }) => {
      const path = await journalFile(config);
      const { messages, bodies, before } = await moveJournal(path, to);
      const done = before ? 'had been moved already' : 'were moved and read back';
      console.log(
        `${messages} messages with ${bodies} bodies ${done}. Now put that address into journal.postgres of the config, ` +
          `and start the gateway; ${path} is kept, and no gateway opens it any more.`,
      );
    });
}

async function journalFile(path: string): Promise<string> {
  const config = await configOrFindings(path);
  if (!config) throw new Error('The config cannot be used.');
  if (config.journal.postgres !== undefined)
    throw new Error("The journal lies in PostgreSQL: use that server's own tools (pg_dump, pg_amcheck).");
  return existingFile(config.journal.sqlite);
}
