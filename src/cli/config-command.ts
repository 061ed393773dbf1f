import { Command } from 'commander';
import { withJournalBeside } from '../journal/open/open-journal.ts';
import { acceptConfig } from '../operator/decisions/accept-config.ts';
import { readText } from '../text/text-file.ts';
import { addConfigOption, loadConfigOrPrint } from './kit/command-kit.ts';
import { currentAccountName } from './kit/journal-options.ts';

interface AcceptOptions {
  readonly config: string;
  readonly reason: string;
}

export function configCommand(): Command {
  return new Command('config').addCommand(acceptCommand());
}

function acceptCommand(): Command {
  return addConfigOption(new Command('accept'))
    .description('let the running gateway take a config that takes away channels which still hold something')
    .option('--reason <text>', 'why; it is kept in the journal', '')
    .action(accept);
}

async function accept({ config: path, reason }: AcceptOptions): Promise<void> {
  const text = await readText(path).catch(() => '');
  const config = await loadConfigOrPrint(path);
  if (!config) {
    process.exitCode = 2;
    return;
  }
  await withJournalBeside(config.journal, (journal) =>
    acceptConfig(journal, text, { who: currentAccountName(), reason }),
  );
  console.log(
    `The running gateway takes ${path} as it is now, within a few seconds: read config-taken in its log.`,
  );
}
