import { filesBelow, onDisk } from './files.ts';
import { type Target, targets } from './models/documents.ts';
import { decodeText } from './text.ts';
import { readYaml, textIn } from './yaml.ts';

/** The target of each mapping in a folder, by the mapping's name. */
export function deliveredTargets(folder: string): ReadonlyMap<string, Target> {
  const found = filesBelow(folder).flatMap((path): readonly [string, Target][] => {
    const { value } = readYaml(
      path.endsWith('.yaml') ? decodeText(onDisk.read(path) ?? new Uint8Array()) : '',
    );
    const target = value?.kind === 'map' ? targets.find((one) => one === textIn(value, 'to')) : undefined;
    return value?.kind === 'map' && target !== undefined ? [[textIn(value, 'mapping'), target]] : [];
  });
  return new Map(found);
}
