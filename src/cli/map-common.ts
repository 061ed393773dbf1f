import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { readContext } from '../mapping/fixture-files.ts';
import { mappingContext } from '../mapping/fixtures.ts';
import type { MappingContext } from '../mapping/interface.ts';
import { type FileMapping, loadMapping } from '../mapping/load.ts';
import { mappingFolders } from '../pipeline/rooms.ts';
import type { SchemaModel } from '../scsn/interface.ts';
import { tellFinding } from './common.ts';

/** What the commands under `gateway map` share. */

export const folderOption = [
  '-m, --mappings <folder>',
  'your own mappings; they win over the delivered ones',
] as const;

/** A mapping by name, or by its file: the folder of the file then comes first. */
export interface Named {
  readonly name: string;
  readonly folders: readonly string[];
}

export function namedMapping(said: string, own: string | undefined): Named {
  if (!said.endsWith('.yaml')) return { name: said, folders: mappingFolders(own) };
  const folders = [...new Set([resolve(dirname(said)), ...mappingFolders(own)])];
  return { name: basename(said, '.yaml'), folders };
}

export const namesIn = (folders: readonly string[]): readonly string[] => {
  const files = folders.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []));
  const names = files.filter((file) => file.endsWith('.yaml')).map((file) => basename(file, '.yaml'));
  return [...new Set(names)].sort();
};

/** The mapping, after its findings were printed; undefined when it is broken. */
export function loadedOrFindings({ name, folders }: Named, model: SchemaModel): FileMapping | undefined {
  const { mapping, findings } = loadMapping(name, folders, model);
  for (const finding of findings) console.error(tellFinding(finding));
  if (mapping === undefined) process.exitCode = 1;
  return mapping;
}

/** From a context file as fixtures have it, or what they have without one. */
export function contextFrom(
  file: string | undefined,
  event: string | undefined,
  directory = '.',
): MappingContext {
  const found =
    file === undefined ? readContext(directory, '.none') : readContext(dirname(file), basename(file));
  const answers = found.changes;
  const context = mappingContext(found, (key) => answers[key] ?? 'new');
  return event === undefined ? context : { ...context, event };
}
