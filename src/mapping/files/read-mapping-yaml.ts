import { join } from 'node:path';
import { decodeSavedText } from '../../text/text-file.ts';
import { applyExtends, type MappingFolders } from './apply-extends.ts';
import { parseYaml, type YamlMap } from './mapping-yaml.ts';

/** A mapping as it is laid over the one it extends. Undefined where no folder has it, or its text cannot be read. Nothing of it is checked. */
export function readMappingYaml(name: string, sources: MappingFolders): YamlMap | undefined {
  for (const file of sources.folders.map((folder) => join(folder, `${name}.yaml`))) {
    const bytes = sources.files.read(file);
    if (bytes === undefined) continue;
    // places inside say in which file they are
    const own = parseYaml(decodeSavedText(bytes), file).value;
    const whole = own && applyExtends(own, file, sources).yaml;
    return whole?.kind === 'map' ? whole : undefined;
  }
  return undefined;
}
