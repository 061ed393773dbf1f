import { decodeText } from '../text.ts';
import { filesBelow, onDisk } from './files.ts';
import { readYaml, textIn, type YamlMap } from './yaml.ts';

/** What a mapping reads and makes. */
export interface Ends {
  readonly from: string;
  readonly to: string;
}

/** Both ends of each mapping in a folder, by the mapping's name; what one does not say is said by the one that it extends. */
export function deliveredEnds(folder: string): ReadonlyMap<string, Ends> {
  const files = new Map(filesBelow(folder).flatMap(mappingIn));
  const end = (file: YamlMap, name: keyof Ends): string => {
    const below = files.get(textIn(file, 'extends').replace(/^scsn-gateway\//, ''));
    return textIn(file, name) || (below === undefined ? '' : end(below, name));
  };
  return new Map([...files].map(([name, file]) => [name, { from: end(file, 'from'), to: end(file, 'to') }]));
}

/** The target of each of them. */
export const deliveredTargets = (folder: string): ReadonlyMap<string, string> =>
  new Map([...deliveredEnds(folder)].map(([name, { to }]) => [name, to]));

function mappingIn(path: string): readonly [string, YamlMap][] {
  if (!path.endsWith('.yaml')) return [];
  const { value } = readYaml(decodeText(onDisk.read(path) ?? new Uint8Array()));
  return value?.kind === 'map' && textIn(value, 'mapping') !== '' ? [[textIn(value, 'mapping'), value]] : [];
}
