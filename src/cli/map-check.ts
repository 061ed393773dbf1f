import { Command } from 'commander';
import type { Formats } from '../formats/interface.ts';
import { openFormats } from '../formats/registry.ts';
import { ownFolderFindings } from '../mapping/own-folder.ts';
import { accept } from '../mapping/underneath.ts';
import { packageFolder } from '../pipeline/workers/mapping-folders.ts';
import type { Language } from '../types.ts';
import { tellFinding } from './common.ts';
import {
  folderOption,
  foldersOf,
  languageOption,
  loadNamed,
  type Named,
  namedMapping,
  namesIn,
} from './map-common.ts';
import { tellUnderneath } from './map-underneath.ts';

interface Options {
  readonly mappings?: string;
  readonly accept: boolean;
  readonly language: Language;
}

export function checkCommand(): Command {
  return new Command('check')
    .argument('[mapping...]', 'names or files of mappings; all without any')
    .option(...folderOption)
    .option('--accept', 'you have seen what changed in the delivered mappings under your own', false)
    .addOption(languageOption)
    .action((said: readonly string[], options: Options) => {
      const { formats, dispose } = openFormats({}, foldersOf(options.mappings));
      const all = namesIn(foldersOf(options.mappings));
      const names = (said.length > 0 ? said : all).map((one) => namedMapping(one, options.mappings));
      const right = names.map((named) => tellMapping(named, formats, options));
      dispose();
      if (said.length === 0 && options.mappings !== undefined)
        tellOwnFolder(options.mappings, options.language);
      process.exitCode = right.every(Boolean) ? 0 : 1;
    });
}

/** What nobody reads there, or wants a second look. */
function tellOwnFolder(own: string, language: Language): void {
  for (const finding of ownFolderFindings(own, packageFolder('mappings'), language))
    console.log(tellFinding(finding, language));
}

function tellMapping(named: Named, formats: Formats, { accept: accepted, language }: Options): boolean {
  const { name, folders } = named;
  const { mapping, findings } = loadNamed(named, formats, undefined, language);
  console.log(`${mapping ? 'ok   ' : 'WRONG'} ${name}`);
  for (const finding of findings) console.log(`      ${tellFinding(finding, language)}`);
  if (accepted) for (const file of accept(name, folders)) console.log(`      accepted: ${file} as delivered`);
  else tellUnderneath(name, folders);
  return mapping !== undefined;
}
