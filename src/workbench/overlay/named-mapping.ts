import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Formats } from '../../formats/document-format.ts';
import { type LoadedMapping, loadMapping } from '../../mapping/load-mapping.ts';
import { mappingFolders } from '../../pipeline/channel/mapping-folders.ts';
import { diskFiles, type FileSource, restrictToFolders } from '../../system/file-source.ts';
import type { Language } from '../../types.ts';

/** A mapping by name, or by its file: the folder of the file then comes first. */
export interface NamedMapping {
  readonly name: string;
  readonly folders: readonly string[];
  /** The file that was named. */
  readonly file?: string;
}

/** Your own folder, if any, before the delivered one. */
export function requireMappingFolders(own: string | undefined): readonly string[] {
  if (own !== undefined && !existsSync(own)) throw new Error(`There is no folder ${own}.`);
  return mappingFolders(own);
}

export function resolveNamedMapping(named: string, own: string | undefined): NamedMapping {
  if (!named.endsWith('.yaml')) return { name: named, folders: requireMappingFolders(own) };
  const folders = [...new Set([resolve(dirname(named)), ...requireMappingFolders(own)])];
  return { name: basename(named, '.yaml'), folders, file: named };
}

/** One mapping, or several with commas: each reads what the one before it made. */
export const resolveNamedMappings = (named: string, own: string | undefined): readonly NamedMapping[] =>
  named.split(',').map((one) => resolveNamedMapping(one.trim(), own));

export const listAllFolders = (named: readonly NamedMapping[]): readonly string[] => [
  ...new Set(named.flatMap(({ folders }) => folders)),
];

/**
 * `disk`: where texts are read from; an edit that nobody has saved yet can lie over the files. Throws an Error in words where the file
 * that was named is not there: the delivered mapping of its name is not meant.
 */
export function loadNamedMapping(
  { name, folders, file }: NamedMapping,
  formats: Formats,
  disk: FileSource = diskFiles,
  language?: Language,
): LoadedMapping {
  const files = restrictToFolders(folders, disk);
  if (file !== undefined && files.read(file) === undefined) throw new Error(`There is no file ${file}.`);
  return loadMapping(name, folders, formats, { files, language });
}

export const listMappingNames = (folders: readonly string[]): readonly string[] => {
  const files = folders.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []));
  const names = files.filter((file) => file.endsWith('.yaml')).map((file) => basename(file, '.yaml'));
  return [...new Set(names)].sort();
};
