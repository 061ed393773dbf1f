import { join } from 'node:path';
import { decodeText } from '../text.ts';
import { extendsWhat } from './extends.ts';
import type { Files } from './files.ts';
import { mergeMappings } from './merge.ts';
import { tablePaths } from './named-tables.ts';
import { partnerCells } from './partners.ts';
import { additionTo } from './table-files.ts';
import { parseTable } from './tables.ts';
import { readYaml, textIn, type Yaml, type YamlMap } from './yaml.ts';

/** Where an own mapping, with its tables, says something else than the delivered one. */
export interface Difference {
  /** `target/order/description`, or `tables/units.csv STK`. */
  readonly path: string;
  /** Absent: only the other one has it. */
  readonly delivered?: string;
  readonly own?: string;
}

/** Its tables count where the mapping itself is the delivered one, too. Empty where there is nothing delivered to be compared with. */
export function differences(name: string, folders: readonly string[], files: Files): readonly Difference[] {
  const [own = '', delivered = ''] = folders;
  if (own === delivered) return [];
  const mine = mapIn(join(own, `${name}.yaml`), files);
  const extended = mine && extendsWhat(mine);
  const theirs = mapIn(join(delivered, `${extended ?? name}.yaml`), files);
  if (theirs === undefined) return [];
  const whole = mine && extended !== undefined ? mergeMappings(theirs, mine) : (mine ?? theirs);
  return [
    ...changes(leavesOf(theirs), leavesOf(whole), ['mapping', 'extends']),
    ...tableChanges(
      namedTables(whole),
      { folders: [delivered], files },
      { folders: [own, delivered], files },
    ),
  ];
}

/** A mapping as it stood in some folders at one time. */
export interface Standing {
  readonly folders: readonly string[];
  readonly files: Files;
}

/** Where two versions of one mapping and its tables differ: `delivered` is the first of them, `own` the other. */
export function versionDifferences(name: string, one: Standing, other: Standing): readonly Difference[] {
  const [before, after] = [wholeIn(name, one), wholeIn(name, other)];
  if (before === undefined || after === undefined) return [];
  const named = new Map([...namedTables(before), ...namedTables(after)]);
  return [
    ...changes(leavesOf(before), leavesOf(after), ['mapping', 'extends']),
    ...tableChanges(named, one, other),
  ];
}

/** With what it extends. */
function wholeIn(name: string, { folders, files }: Standing): YamlMap | undefined {
  const own = folders.map((folder) => mapIn(join(folder, `${name}.yaml`), files)).find((map) => map);
  const extended = own && extendsWhat(own);
  const base = extended && mapIn(join(folders.at(-1) ?? '', `${extended}.yaml`), files);
  return own && base ? mergeMappings(base, own) : own;
}

/** Of the first folder that has the table, with the rows that are laid over it. */
function rowsIn(path: string, { folders, files }: Standing, read: Reader): Leaves {
  const first = (said: string) =>
    folders.map((folder) => read(join(folder, said), files)).find((rows) => rows);
  return new Map([...(first(path) ?? []), ...(first(additionTo(path)) ?? [])]);
}

function mapIn(path: string, files: Files): YamlMap | undefined {
  const bytes = files.read(path);
  const value = bytes && readYaml(decodeText(bytes), path).value;
  return value?.kind === 'map' ? value : undefined;
}

type Leaves = ReadonlyMap<string, string>;

/** What a mapping or format says, by the path of each rule; undefined: it cannot be read. */
export function readRules(text: string, file: string): Leaves | undefined {
  const { value, problems } = readYaml(text, file);
  return value === undefined || problems.length > 0 ? undefined : leavesOf(value);
}

/** Every text by its path; an item of `stop:`, `warn:` and `tasks:` by its code. */
function leavesOf(yaml: Yaml, path = ''): Leaves {
  if (yaml.kind === 'text') return new Map([[path, yaml.text.replace(/\s+/g, ' ').trim()]]);
  const below = (name: string) => (path === '' ? name : `${path}/${name}`);
  const parts =
    yaml.kind === 'map'
      ? yaml.entries.map(({ name, value }) => leavesOf(value, below(name)))
      : yaml.items.map((item, at) => leavesOf(item, `${path}[${nameOf(item) ?? at + 1}]`));
  return new Map(parts.flatMap((part) => [...part]));
}

const nameOf = (item: Yaml): string | undefined =>
  item.kind === 'map' ? textIn(item, 'code') || undefined : undefined;

function changes(delivered: Leaves, own: Leaves, without: readonly string[] = []): readonly Difference[] {
  return [...new Set([...delivered.keys(), ...own.keys()])]
    .filter((path) => !without.includes(path) && delivered.get(path) !== own.get(path))
    .map((path) => ({ path, ...known('delivered', delivered.get(path)), ...known('own', own.get(path)) }));
}

const known = (name: 'delivered' | 'own', value: string | undefined) =>
  value === undefined ? {} : { [name]: value };

/** As they count: a table of the first folder that has it, with the rows that are laid over it. */
function tableChanges(
  tables: ReadonlyMap<string, Reader>,
  one: Standing,
  other: Standing,
): readonly Difference[] {
  return [...tables].flatMap(([path, read]) =>
    changes(rowsIn(path, one, read), rowsIn(path, other, read)).map((found) => ({
      ...found,
      path: `${path} ${found.path}`,
    })),
  );
}

type Reader = (path: string, files: Files) => Leaves | undefined;

/** How the tables that a mapping names are read, and that of its partners. */
function namedTables(mapping: YamlMap): ReadonlyMap<string, Reader> {
  const partners = textIn(mapping, 'partners');
  const tables = tablePaths(mapping).map((path) => [path, entriesIn] as const);
  return new Map<string, Reader>(partners === '' ? tables : [...tables, [partners, cellsIn]]);
}

function cellsIn(path: string, files: Files): Leaves | undefined {
  const bytes = files.read(path);
  return bytes && partnerCells(decodeText(bytes));
}

function entriesIn(path: string, files: Files): Leaves | undefined {
  const bytes = files.read(path);
  const entries = bytes && parseTable(path, path, decodeText(bytes)).table?.entries;
  return entries && new Map([...entries].map(([key, { value }]) => [key, value]));
}
