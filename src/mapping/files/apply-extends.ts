import { join } from 'node:path';
import type { MappingSentenceName, MappingValues } from '../../findings/mapping-sentences.ts';
import type { FileSource } from '../../system/file-source.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import type { CompileMemo } from '../language/compile-memo.ts';
import { checkOverrides } from './check-overrides.ts';
import { type MappingProblem, pickPosition } from './mapping-problem.ts';
import { parseYaml, type YamlNode } from './mapping-yaml.ts';
import { mergeMappings } from './merge-mappings.ts';

/** How delivered mappings are named under `extends:`. */
const deliveredPrefix = 'scsn-gateway/';

/** Where mappings are looked up: the user's folder before the delivered one. */
export interface MappingFolders {
  readonly folders: readonly string[];
  readonly files: FileSource;
  /** Of whoever loads a mapping again and again. */
  readonly memo?: CompileMemo | undefined;
}

type ExtendsResult =
  | { readonly yaml: YamlNode; readonly base?: string; readonly problems?: readonly MappingProblem[] }
  | { readonly yaml?: undefined; readonly problems: readonly MappingProblem[] };

/**
 * A mapping laid over the one it extends; as it is where it extends none. `extends: scsn-gateway/NAME` means the
 * delivered mapping (the last folder), also from an own mapping of the same name. `base`: its text, for the hash.
 */
export function applyExtends(
  yaml: YamlNode,
  file: string,
  { folders, files, memo }: MappingFolders,
): ExtendsResult {
  const entry = yaml.kind === 'map' ? yaml.entries.find(({ name }) => name === 'extends') : undefined;
  if (yaml.kind !== 'map' || entry === undefined) return { yaml };
  const name = readExtendedName(yaml);
  const path = join(folders.at(-1) ?? '', `${name}.yaml`);
  const wrong = (sentence: MappingSentenceName, values: MappingValues = {}) => ({
    problems: [{ sentence, values, ...pickPosition(entry) }],
  });
  if (name === undefined) return wrong('mapping-rule/extends');
  if (path === file) return wrong('mapping-rule/extends-itself');
  const bytes = files.read(path);
  if (bytes === undefined) return wrong('mapping-rule/extends-what', { name });
  const text = decodeSavedText(bytes);
  const read = () => parseYaml(text, path);
  return mergeOver(yaml, text, memo?.yaml.get(`${path}\0${text}`, read) ?? read());
}

/** `order-to-exchange` of `extends: scsn-gateway/order-to-exchange`. */
export function readExtendedName(yaml: YamlNode): string | undefined {
  const entry = yaml.kind === 'map' ? yaml.entries.find(({ name }) => name === 'extends') : undefined;
  const said = entry?.value.kind === 'text' ? entry.value.text.trim() : '';
  return said.startsWith(deliveredPrefix) ? said.slice(deliveredPrefix.length) : undefined;
}

function mergeOver(
  own: YamlNode & { readonly kind: 'map' },
  text: string,
  { value, problems }: ReturnType<typeof parseYaml>,
): ExtendsResult {
  if (value?.kind !== 'map') return { problems };
  return { yaml: mergeMappings(value, own), base: text, problems: checkOverrides(value, own) };
}
