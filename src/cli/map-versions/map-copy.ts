import { existsSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { Command } from 'commander';
import { withJournalBeside } from '../../journal/open/open-journal.ts';
import {
  buildFolderState,
  noteOrigin,
  readFolder,
  writeFolder,
} from '../../workbench/publish/mappings-folder.ts';
import { addConfigOption, loadConfigOrPrint, resolveFromCaller } from '../kit/command-kit.ts';
import { requireOwnFolder } from './folder-publication.ts';

export function copyCommand(): Command {
  return addConfigOption(new Command('copy'))
    .argument('<folder>', 'a new folder, to edit the mappings in', resolveFromCaller)
    .action(async (folder: string, { config }: { readonly config: string }) => copy(folder, config));
}

/** The journal keeps what is copied: publishing tells by it what somebody else has changed meanwhile. */
async function copy(folder: string, path: string): Promise<void> {
  const config = await loadConfigOrPrint(path);
  if (config === undefined) {
    process.exitCode = 2;
    return;
  }
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty: name a new folder.`);
  const own = requireOwnFolder(config);
  const files = readFolder(own);
  const { hash, artifacts } = buildFolderState(files);
  await withJournalBeside(config.journal, (journal) => journal.saveArtifacts(artifacts));
  await mkdir(folder, { recursive: true });
  await writeFolder(folder, files);
  await noteOrigin(folder, hash);
  console.log(
    `${files.size} files of ${own} are in ${folder}: edit them there, then gateway map publish -m ${folder}.`,
  );
}
