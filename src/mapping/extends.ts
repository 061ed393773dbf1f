import { join } from 'node:path';
import type { Sentence, Values } from '../findings/mappings.ts';
import { decodeText } from '../text.ts';
import type { Files } from './files.ts';
import { mergeMappings } from './merge.ts';
import { overrideProblems } from './overrides.ts';
import { onlyPlace, type Problem } from './problem.ts';
import { readYaml, type Yaml } from './yaml.ts';

/** How delivered mappings are named under `extends:`. */
const delivered = 'scsn-gateway/';

/** Where mappings are looked up: the user's folder before the delivered one. */
export interface Shelves {
  readonly folders: readonly string[];
  readonly files: Files;
}

type Extended =
  | { readonly yaml: Yaml; readonly base?: string; readonly problems?: readonly Problem[] }
  | { readonly yaml?: undefined; readonly problems: readonly Problem[] };

/**
 * A mapping laid over the one it extends; as it is where it extends none. `extends: scsn-gateway/NAME` means the
 * delivered mapping (the last folder), also from an own mapping of the same name. `base`: its text, for the hash.
 */
export function extended(yaml: Yaml, file: string, { folders, files }: Shelves): Extended {
  const entry = yaml.kind === 'map' ? yaml.entries.find(({ name }) => name === 'extends') : undefined;
  if (yaml.kind !== 'map' || entry === undefined) return { yaml };
  const name = extendsWhat(yaml);
  const path = join(folders.at(-1) ?? '', `${name}.yaml`);
  const wrong = (sentence: Sentence, values: Values = {}) => ({
    problems: [{ sentence, values, ...onlyPlace(entry) }],
  });
  if (name === undefined) return wrong('mapping-rule/extends');
  if (path === file) return wrong('mapping-rule/extends-itself');
  const bytes = files.read(path);
  if (bytes === undefined) return wrong('mapping-rule/extends-what', { name });
  return over(yaml, path, decodeText(bytes));
}

/** `order-to-exchange` of `extends: scsn-gateway/order-to-exchange`. */
export function extendsWhat(yaml: Yaml): string | undefined {
  const entry = yaml.kind === 'map' ? yaml.entries.find(({ name }) => name === 'extends') : undefined;
  const said = entry?.value.kind === 'text' ? entry.value.text.trim() : '';
  return said.startsWith(delivered) ? said.slice(delivered.length) : undefined;
}

function over(own: Yaml & { readonly kind: 'map' }, path: string, text: string): Extended {
  const { value, problems } = readYaml(text, path);
  if (value?.kind !== 'map') return { problems };
  return { yaml: mergeMappings(value, own), base: text, problems: overrideProblems(value, own) };
}
