import { Option } from 'commander';
import type { Formats } from '../../formats/document-format.ts';
import type { FileMapping } from '../../mapping/file-mapping.ts';
import { diskFiles, type FileSource } from '../../system/file-source.ts';
import { type Language, languages } from '../../types.ts';
import { loadNamedMapping, type NamedMapping } from '../../workbench/overlay/named-mapping.ts';
import { type ContextFiles, listContextFiles } from '../../workbench/preview/mapping-context.ts';
import { renderFindingLine } from './command-kit.ts';

/** What the commands under `gateway map` share. */

export const folderOption = [
  '-m, --mappings <folder>',
  'your own mappings; they win over the delivered ones',
] as const;

export const languageOption = new Option('--language <language>', 'of the findings')
  .choices(languages)
  .default('en');

/** The mapping, after its findings were printed; undefined when it is broken. */
export function loadMappingOrPrint(
  named: NamedMapping,
  formats: Formats,
  disk: FileSource = diskFiles,
  language?: Language,
): FileMapping | undefined {
  const { mapping, findings } = loadNamedMapping(named, formats, disk, language);
  for (const finding of findings) console.error(renderFindingLine(finding, language));
  if (mapping === undefined) process.exitCode = 1;
  return mapping;
}

/** Options of the commands that run a mapping on a document: `ContextFiles`. */
export const contextOptions = [
  new Option('--event <name>', 'name of the event, `$event`'),
  new Option('--context <file>', 'channel, order state and so on, as in context.json of a fixture'),
  new Option('--previous <file>', 'the document that was delivered before it: what is unchanged is left out'),
] as const;

/** Which files made the context, when any did. */
export function renderContextFiles(
  document: string,
  files: ContextFiles,
  formats: Formats,
): readonly string[] {
  const titles = { context: 'Context', previous: 'Delivered before it' } as const;
  const words = listContextFiles(document, files, formats).map(
    ({ role, file, isBeside }) => `${titles[role]}: ${file}${isBeside ? ' beside the document' : ''}`,
  );
  return words.length === 0 ? [] : [words.join('\n')];
}
