import { findEntry, textOfEntry, type YamlMap } from './mapping-yaml.ts';

/** Files that a mapping names, relative to a folder of mappings. */

/** Under `tables:`. */
export function listTablePaths(mapping: YamlMap): readonly string[] {
  const tables = findEntry(mapping, 'tables')?.value;
  const entries = tables?.kind === 'map' ? tables.entries : [];
  return entries.flatMap(({ value }) => (value.kind === 'text' ? [value.text] : []));
}

/** With that of `partners:`. */
export function listNamedFiles(mapping: YamlMap): readonly string[] {
  const partners = textOfEntry(mapping, 'partners');
  return [...listTablePaths(mapping), ...(partners === '' ? [] : [partners])];
}
