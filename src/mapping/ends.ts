import { join } from 'node:path';
import { decodeText } from '../text.ts';
import { extended } from './extends.ts';
import { diskWithin, type Files } from './files.ts';
import { readYaml, textIn } from './yaml.ts';

/** What a mapping reads and what it makes, as its file says it. */
export interface Ends {
  readonly from: string;
  readonly to: string;
}

/** Undefined where no folder has that mapping, or its file does not say it. Nothing else of the file is looked at. */
export function endsOf(
  name: string,
  folders: readonly string[],
  files: Files = diskWithin(folders),
): Ends | undefined {
  for (const file of folders.map((folder) => join(folder, `${name}.yaml`))) {
    const bytes = files.read(file);
    if (bytes === undefined) continue;
    const own = readYaml(decodeText(bytes)).value;
    const whole = own && extended(own, file, { folders, files }).yaml;
    if (whole?.kind !== 'map') return undefined;
    const [from, to] = [textIn(whole, 'from'), textIn(whole, 'to')];
    return from === '' || to === '' ? undefined : { from, to };
  }
  return undefined;
}
