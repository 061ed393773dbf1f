import { Command } from 'commander';
import { withJournalBeside } from '../../journal/open/open-journal.ts';
import { copyRunningFolder } from '../../workbench/publish/copy-running-folder.ts';
import { requireOwnFolder } from '../../workbench/publish/publication-site.ts';
import { addConfigOption, loadConfigOrPrint, resolveFromCaller } from '../kit/command-kit.ts';

export function copyCommand(): Command {
  return addConfigOption(new Command('copy'))
    .argument('<folder>', 'a new folder, to edit the mappings in', resolveFromCaller)
    .action(async (folder: string, { config }: { readonly config: string }) => copy(folder, config));
}

async function copy(folder: string, path: string): Promise<void> {
  const config = await loadConfigOrPrint(path);
  if (config === undefined) {
    process.exitCode = 2;
    return;
  }
  const own = requireOwnFolder(config);
  const { files } = await copyRunningFolder(
    { write: (use) => withJournalBeside(config.journal, use) },
    own,
    folder,
  );
  console.log(
    `${files} files of ${own} are in ${folder}: edit them there, then gateway map publish -m ${folder}.`,
  );
}
