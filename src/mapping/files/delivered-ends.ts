import { join } from 'node:path';
import { diskFiles } from '../../system/file-source.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import { parseYaml, textOfEntry, type YamlMap } from './mapping-yaml.ts';

/** What a mapping reads and makes. */
export interface MappingEnds {
  readonly from: string;
  readonly to: string;
}

/**
 * `from` and `to` of each mapping in a folder, by its name; missing ones come from the mapping that it
 * extends.
 */
export function readDeliveredEnds(folder: string): ReadonlyMap<string, MappingEnds> {
  const files = new Map(diskFiles.list(folder).flatMap((name) => mappingIn(join(folder, name))));
  const end = (file: YamlMap, name: keyof MappingEnds): string => {
    const below = files.get(textOfEntry(file, 'extends').replace(/^scsn-gateway\//, ''));
    return textOfEntry(file, name) || (below === undefined ? '' : end(below, name));
  };
  return new Map([...files].map(([name, file]) => [name, { from: end(file, 'from'), to: end(file, 'to') }]));
}

/** The target of each of them. */
export const readDeliveredTargets = (folder: string): ReadonlyMap<string, string> =>
  new Map([...readDeliveredEnds(folder)].map(([name, { to }]) => [name, to]));

function mappingIn(path: string): readonly [string, YamlMap][] {
  if (!path.endsWith('.yaml')) return [];
  const { value } = parseYaml(decodeSavedText(diskFiles.read(path) ?? new Uint8Array()));
  return value?.kind === 'map' && textOfEntry(value, 'mapping') !== ''
    ? [[textOfEntry(value, 'mapping'), value]]
    : [];
}
