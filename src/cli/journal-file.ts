import { Command } from 'commander';
import { backupJournal, verifyJournal } from '../journal/backup.ts';
import { existingFile } from '../journal/open.ts';
import { configOrFindings, withConfig } from './common.ts';

/** `journal backup` and `journal verify`: about the file of an embedded journal. */

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

async function journalFile(path: string): Promise<string> {
  const config = await configOrFindings(path);
  if (!config) throw new Error('The config cannot be used.');
  if (config.journal.postgres !== undefined)
    throw new Error("The journal lies in PostgreSQL: use that server's own tools (pg_dump, pg_amcheck).");
  return existingFile(config.journal.sqlite);
}
