import { filesBelow, onDisk } from './files.ts';
import { decodeText } from './text.ts';
import { readYaml, textIn } from './yaml.ts';

/** The target of each mapping in a folder, by the mapping's name. */
export function deliveredTargets(folder: string): ReadonlyMap<string, string> {
  const found = filesBelow(folder).flatMap((path): readonly [string, string][] => {
    const { value } = readYaml(
      path.endsWith('.yaml') ? decodeText(onDisk.read(path) ?? new Uint8Array()) : '',
    );
    return value?.kind === 'map' ? [[textIn(value, 'mapping'), textIn(value, 'to')]] : [];
  });
  return new Map(found);
}
