import { entryOf, textIn, type YamlMap } from './yaml.ts';

/** Files that a mapping names, relative to a folder of mappings. */

/** Under `tables:`. */
export function tablePaths(mapping: YamlMap): readonly string[] {
  const tables = entryOf(mapping, 'tables')?.value;
  const entries = tables?.kind === 'map' ? tables.entries : [];
  return entries.flatMap(({ value }) => (value.kind === 'text' ? [value.text] : []));
}

/** With that of `partners:`. */
export function namedFiles(mapping: YamlMap): readonly string[] {
  const partners = textIn(mapping, 'partners');
  return [...tablePaths(mapping), ...(partners === '' ? [] : [partners])];
}
