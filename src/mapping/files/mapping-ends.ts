import { join } from 'node:path';
import { decodeSavedText } from '../../text/text-file.ts';
import { applyExtends } from './apply-extends.ts';
import { type FileSource, restrictToFolders } from './file-source.ts';
import { parseYaml, textOfEntry } from './mapping-yaml.ts';

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
  for (const file of folders.map((folder) => join(folder, `${name}.yaml`))) {
    const bytes = files.read(file);
    if (bytes === undefined) continue;
    const own = parseYaml(decodeSavedText(bytes)).value;
    const whole = own && applyExtends(own, file, { folders, files }).yaml;
    if (whole?.kind !== 'map') return undefined;
    const [from, to] = [textOfEntry(whole, 'from'), textOfEntry(whole, 'to')];
    return from === '' || to === '' ? undefined : { from, to };
  }
  return undefined;
}
