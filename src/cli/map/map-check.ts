import { Command } from 'commander';
import type { Formats } from '../../formats/document-format.ts';
import { openFormats } from '../../formats/open-formats.ts';
import { inspectOwnFolder } from '../../mapping/compare/check-own-folder.ts';
import { acceptUpstream } from '../../mapping/compare/upstream-changes.ts';
import { packageFolder } from '../../pipeline/channel/mapping-folders.ts';
import type { Language } from '../../types.ts';
import { checkNamedMapping } from '../../workbench/overlay/check-named-mapping.ts';
import {
  listMappingNames,
  type NamedMapping,
  requireMappingFolders,
  resolveNamedMapping,
} from '../../workbench/overlay/named-mapping.ts';
import { renderFindingLine } from '../kit/command-kit.ts';
import { folderOption, languageOption } from '../kit/mapping-options.ts';
import { printUpstreamChanges } from './map-underneath.ts';

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
      const { formats, dispose } = openFormats({}, requireMappingFolders(options.mappings));
      const all = listMappingNames(requireMappingFolders(options.mappings));
      const names = (said.length > 0 ? said : all).map((one) => resolveNamedMapping(one, options.mappings));
      const right = names.map((named) => printMapping(named, formats, options));
      dispose();
      if (said.length === 0 && options.mappings !== undefined)
        printOwnFolder(options.mappings, options.language);
      process.exitCode = right.every(Boolean) ? 0 : 1;
    });
}

/** What nobody reads there, or wants a second look. */
function printOwnFolder(own: string, language: Language): void {
  for (const finding of inspectOwnFolder(own, packageFolder('mappings'), language))
    console.log(renderFindingLine(finding, language));
}

function printMapping(
  named: NamedMapping,
  formats: Formats,
  { accept: accepted, language }: Options,
): boolean {
  const { name, isUsable, findings, upstream } = checkNamedMapping(named, formats, language);
  console.log(`${isUsable ? 'ok   ' : 'WRONG'} ${name}`);
  for (const finding of findings) console.log(`      ${renderFindingLine(finding, language)}`);
  if (accepted)
    for (const file of acceptUpstream(name, named.folders))
      console.log(`      accepted: ${file} as delivered`);
  else printUpstreamChanges(upstream);
  return isUsable;
}
