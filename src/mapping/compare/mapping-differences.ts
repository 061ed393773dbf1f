import { join } from 'node:path';
import type { FileSource } from '../../system/file-source.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import { extendPath } from '../../tree/nodes/extend-path.ts';
import { readExtendedName } from '../files/apply-extends.ts';
import { parseYaml, textOfEntry, type YamlMap, type YamlNode } from '../files/mapping-yaml.ts';
import { mergeMappings } from '../files/merge-mappings.ts';
import { listTablePaths } from '../files/named-tables.ts';
import { listPartnerCells } from '../tables/partners.ts';
import { TableContent } from '../tables/table-content.ts';
import { additionPathOf } from '../tables/table-files.ts';

/** Where an own mapping, with its tables, says something else than the delivered one. */
export interface MappingDifference {
  /** `target/order/description`, or `tables/units.csv STK`. */
  readonly path: string;
  /** Absent: only the other one has it. */
  readonly delivered?: string;
  readonly own?: string;
}

/** Its tables count where the mapping itself is the delivered one, too. Empty where there is nothing delivered to be compared with. */
export function compareWithDelivered(
  name: string,
  folders: readonly string[],
  files: FileSource,
): readonly MappingDifference[] {
  const [own = '', delivered = ''] = folders;
  if (own === delivered) return [];
  const mine = mapIn(join(own, `${name}.yaml`), files);
  const extended = mine && readExtendedName(mine);
  const theirs = mapIn(join(delivered, `${extended ?? name}.yaml`), files);
  if (theirs === undefined) return [];
  const whole = mine && extended !== undefined ? mergeMappings(theirs, mine) : (mine ?? theirs);
  return [
    ...compareLeaves(leavesOf(theirs), leavesOf(whole), ['mapping', 'extends']),
    ...compareTables(
      listNamedTables(whole),
      { folders: [delivered], files },
      { folders: [own, delivered], files },
    ),
  ];
}

/** A mapping as it stood in some folders at one time. */
export interface MappingSnapshot {
  readonly folders: readonly string[];
  readonly files: FileSource;
}

/** Where two versions of one mapping and its tables differ: `delivered` is the first of them, `own` the other. */
export function compareVersions(
  name: string,
  one: MappingSnapshot,
  other: MappingSnapshot,
): readonly MappingDifference[] {
  const [before, after] = [wholeIn(name, one), wholeIn(name, other)];
  if (before === undefined || after === undefined) return [];
  const named = new Map([...listNamedTables(before), ...listNamedTables(after)]);
  return [
    ...compareLeaves(leavesOf(before), leavesOf(after), ['mapping', 'extends']),
    ...compareTables(named, one, other),
  ];
}

/** With what it extends. */
function wholeIn(name: string, { folders, files }: MappingSnapshot): YamlMap | undefined {
  const own = folders.map((folder) => mapIn(join(folder, `${name}.yaml`), files)).find((map) => map);
  const extended = own && readExtendedName(own);
  const base = extended && mapIn(join(folders.at(-1) ?? '', `${extended}.yaml`), files);
  return own && base ? mergeMappings(base, own) : own;
}

/** Of the first folder that has the table, with the rows that are laid over it. */
function rowsIn(path: string, { folders, files }: MappingSnapshot, read: TableReader): LeafTexts {
  const first = (said: string) =>
    folders.map((folder) => read(join(folder, said), files)).find((rows) => rows);
  return new Map([...(first(path) ?? []), ...(first(additionPathOf(path)) ?? [])]);
}

function mapIn(path: string, files: FileSource): YamlMap | undefined {
  const bytes = files.read(path);
  const value = bytes && parseYaml(decodeSavedText(bytes), path).value;
  return value?.kind === 'map' ? value : undefined;
}

type LeafTexts = ReadonlyMap<string, string>;

/** What a mapping or format says, by the path of each rule; undefined: it cannot be read. */
export function readRuleTexts(text: string, file: string): LeafTexts | undefined {
  const { value, problems } = parseYaml(text, file);
  return value === undefined || problems.length > 0 ? undefined : leavesOf(value);
}

/** Lines from `first` to before `after`, from 0. */
export interface RuleLines {
  readonly first: number;
  readonly after: number;
}

/** Where each rule stands: from its name to the next one. Undefined: the text cannot be read. */
export function readRuleLines(text: string, file: string): ReadonlyMap<string, RuleLines> | undefined {
  const { value, problems } = parseYaml(text, file);
  if (value === undefined || problems.length > 0) return undefined;
  const names = listNames(value, '', value.line);
  const end = text.trimEnd().split('\n').length;
  const lines = names.map(({ rule, line }, at) => {
    const next = names[at + 1]?.line ?? end + 1;
    return [rule, { first: line - 1, after: Math.max(line, next - 1) }] as const;
  });
  return new Map(lines.flatMap(([rule, range]) => (rule === undefined ? [] : [[rule, range] as const])));
}

interface NamePlace {
  /** Absent: rules stand below it. */
  readonly rule?: string;
  /** From 1. */
  readonly line: number;
}

function listNames(yaml: YamlNode, path: string, line: number): readonly NamePlace[] {
  if (yaml.kind === 'text') return [{ rule: path, line }];
  const inside =
    yaml.kind === 'map'
      ? yaml.entries.flatMap((one) => listNames(one.value, extendPath(path, one.name), one.line))
      : yaml.items.flatMap((item, at) => listNames(item, `${path}[${nameOf(item) ?? at + 1}]`, item.line));
  return [{ line }, ...inside];
}

/** Every text by its path; an item of `stop:`, `warn:` and `tasks:` by its code. */
function leavesOf(yaml: YamlNode, path = ''): LeafTexts {
  if (yaml.kind === 'text') return new Map([[path, yaml.text.replace(/\s+/g, ' ').trim()]]);
  const parts =
    yaml.kind === 'map'
      ? yaml.entries.map(({ name, value }) => leavesOf(value, extendPath(path, name)))
      : yaml.items.map((item, at) => leavesOf(item, `${path}[${nameOf(item) ?? at + 1}]`));
  return new Map(parts.flatMap((part) => [...part]));
}

const nameOf = (item: YamlNode): string | undefined =>
  item.kind === 'map' ? textOfEntry(item, 'code') || undefined : undefined;

function compareLeaves(
  delivered: LeafTexts,
  own: LeafTexts,
  without: readonly string[] = [],
): readonly MappingDifference[] {
  return [...new Set([...delivered.keys(), ...own.keys()])]
    .filter((path) => !without.includes(path) && delivered.get(path) !== own.get(path))
    .map((path) => ({ path, ...sideOf('delivered', delivered.get(path)), ...sideOf('own', own.get(path)) }));
}

const sideOf = (name: 'delivered' | 'own', value: string | undefined) =>
  value === undefined ? {} : { [name]: value };

/** As they count: a table of the first folder that has it, with the rows that are laid over it. */
function compareTables(
  tables: ReadonlyMap<string, TableReader>,
  one: MappingSnapshot,
  other: MappingSnapshot,
): readonly MappingDifference[] {
  return [...tables].flatMap(([path, read]) =>
    compareLeaves(rowsIn(path, one, read), rowsIn(path, other, read)).map((found) => ({
      ...found,
      path: `${path} ${found.path}`,
    })),
  );
}

type TableReader = (path: string, files: FileSource) => LeafTexts | undefined;

/** How the tables that a mapping names are read, and that of its partners. */
function listNamedTables(mapping: YamlMap): ReadonlyMap<string, TableReader> {
  const partners = textOfEntry(mapping, 'partners');
  const tables = listTablePaths(mapping).map((path) => [path, entriesIn] as const);
  return new Map<string, TableReader>(partners === '' ? tables : [...tables, [partners, cellsIn]]);
}

function cellsIn(path: string, files: FileSource): LeafTexts | undefined {
  const bytes = files.read(path);
  return bytes && listPartnerCells(decodeSavedText(bytes));
}

function entriesIn(path: string, files: FileSource): LeafTexts | undefined {
  const bytes = files.read(path);
  const entries = bytes && new TableContent(bytes).checked.entries;
  return entries && new Map([...entries].map(([key, { value }]) => [key, value]));
}
