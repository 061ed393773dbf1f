import { join } from 'node:path';
import { type FileSource, restrictToFolders } from '../../system/file-source.ts';
import { decodeSavedText } from '../../text/text-file.ts';
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
  const file = folders.map((folder) => files.read(join(folder, `${name}.yaml`))).find(Boolean);
  const written = file && findWrittenEnds(decodeSavedText(file));
  if (written) return written;
  const whole = readMappingYaml(name, { folders, files });
  if (whole === undefined) return undefined;
  const [from, to] = [textOfEntry(whole, 'from'), textOfEntry(whole, 'to')];
  return from === '' || to === '' ? undefined : { from, to };
}

/**
 * As most files say them: a name on the line of its key, which stands where no line does that goes on with another value. To read a large
 * mapping whole takes a second.
 */
function findWrittenEnds(text: string): MappingEnds | undefined {
  const [from, to] = ['from', 'to'].map((key) => {
    const found = [...text.matchAll(new RegExp(`^${key}:[ \\t]*(.*)$`, 'gm'))].map(([, value = '']) => value);
    const [only, ...more] = found;
    return more.length === 0 ? /^([\w./-]+)(?:[ \t]+#.*|[ \t]*)$/.exec(only ?? '')?.[1] : undefined;
  });
  return from !== undefined && to !== undefined ? { from, to } : undefined;
}
