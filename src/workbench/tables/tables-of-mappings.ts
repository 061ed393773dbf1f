import type { MappingFolders } from '../../mapping/files/apply-extends.ts';
import { findEntry, type YamlMap, type YamlNode } from '../../mapping/files/mapping-yaml.ts';
import { readMappingYaml } from '../../mapping/files/read-mapping-yaml.ts';
import { extendPath } from '../../tree/nodes/extend-path.ts';

/** A table by the name that a mapping gives it. */
export interface NamedTable {
  readonly mapping: string;
  /** As rules call it; `partners` for the table of partners. */
  readonly name: string;
  /** In a folder of mappings: `tables/units-to-exchange.csv`. */
  readonly path: string;
  readonly kind: 'lookup' | 'partners';
}

/** A rule or condition that looks something up. */
export interface TableUse {
  readonly mapping: string;
  /** `target/lines/item/purchaseUnitOfMeasureIso` */
  readonly place: string;
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** The tables that these mappings name, read from their texts: nothing is checked. */
export function listNamedTables(mappings: readonly string[], sources: MappingFolders): readonly NamedTable[] {
  return mappings.flatMap((mapping) => {
    const yaml = readMappingYaml(mapping, sources);
    return yaml ? tablesOf(mapping, yaml) : [];
  });
}

function tablesOf(mapping: string, yaml: YamlMap): readonly NamedTable[] {
  const tables = findEntry(yaml, 'tables')?.value;
  const lookups = (tables?.kind === 'map' ? tables.entries : []).flatMap(({ name, value }) =>
    value.kind === 'text' ? [{ mapping, name, path: value.text.trim(), kind: 'lookup' as const }] : [],
  );
  const partners = findEntry(yaml, 'partners')?.value;
  return partners?.kind === 'text'
    ? [...lookups, { mapping, name: 'partners', path: partners.text.trim(), kind: 'partners' }]
    : lookups;
}

/** Where these mappings look the table up, each by the name that it has there. */
export const listTableUses = (named: readonly NamedTable[], sources: MappingFolders): readonly TableUse[] =>
  named.flatMap(({ mapping, name, kind }) => {
    const yaml = readMappingYaml(mapping, sources);
    const sought = kind === 'partners' ? /\$partners\b/ : lookupOf(name);
    return yaml ? findTexts(yaml, '', sought).map((found) => ({ mapping, ...found })) : [];
  });

const lookupOf = (name: string): RegExp =>
  new RegExp(`\\btable\\(\\s*(['"])${name.replace(/[^\w-]/g, '\\$&')}\\1`);

function findTexts(node: YamlNode, place: string, sought: RegExp): readonly Omit<TableUse, 'mapping'>[] {
  if (node.kind === 'map')
    return node.entries.flatMap(({ name, value }) => findTexts(value, extendPath(place, name), sought));
  if (node.kind === 'list')
    return node.items.flatMap((item, n) => findTexts(item, `${place}[${n + 1}]`, sought));
  const { text, line, file = '' } = node;
  return sought.test(text) ? [{ place, file, line, text: text.replace(/\s+/g, ' ').trim() }] : [];
}
