import { type FileSource, restrictToFolders } from './file-source.ts';
import { textOfEntry } from './mapping-yaml.ts';
import { readMappingYaml } from './read-mapping-yaml.ts';

/** What a mapping reads and what it makes, as its file says it. */
export interface MappingEnds {
  readonly from: string;
  readonly to: string;
}

/** Undefined where no folder has that mapping, or its file does not say it. Nothing else of the file is looked at. */
export function readMappingEnds(
  name: string,
  folders: readonly string[],
  files: FileSource = restrictToFolders(folders),
): MappingEnds | undefined {
  const whole = readMappingYaml(name, { folders, files });
  if (whole === undefined) return undefined;
  const [from, to] = [textOfEntry(whole, 'from'), textOfEntry(whole, 'to')];
  return from === '' || to === '' ? undefined : { from, to };
}
