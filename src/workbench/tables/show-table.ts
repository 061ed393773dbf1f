import { join } from 'node:path';
import type { MappingFolders } from '../../mapping/files/apply-extends.ts';
import { parseCsvRows } from '../../mapping/tables/lookup-table.ts';
import { additionPathOf } from '../../mapping/tables/table-files.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import { listMappingNames } from '../overlay/named-mapping.ts';
import { listNamedTables, listTableUses, type NamedTable, type TableUse } from './tables-of-mappings.ts';

/** The tables of one mapping, and one of them as a grid. Plain data: it comes from a thread. */
export interface MappingTables {
  readonly tables: readonly ListedTable[];
  readonly shown?: ShownTable;
}

export interface ListedTable extends NamedTable {
  readonly rows: number;
  /** Of these, those of one's own. */
  readonly own: number;
}

export interface ShownTable extends NamedTable {
  /** The file with the rows of one's own, in the folder of mappings. */
  readonly ownPath: string;
  /** It holds all rows; else they are laid over those beneath. */
  readonly isWhole: boolean;
  readonly separator: ',' | ';';
  readonly head: readonly string[];
  readonly own: readonly (readonly string[])[];
  /** There are more than a page edits: none of them is here. */
  readonly isTooLong: boolean;
  readonly ownCount: number;
  readonly beneath: readonly BeneathRow[];
  /** How many of those beneath fit, and how many there are. */
  readonly found: number;
  readonly beneathCount: number;
  readonly uses: readonly TableUse[];
  /** Other mappings that have it. */
  readonly sharedWith: readonly string[];
  readonly wayBack?: WayBack;
}

interface BeneathRow {
  readonly cells: readonly string[];
  /** A row of one's own takes its place. */
  readonly isReplaced: boolean;
}

/** The table with the same two columns the other way round. */
export interface WayBack {
  readonly path: string;
  /** As the first of the mappings calls it. */
  readonly name: string;
  readonly mappings: readonly string[];
  /** Rows of one's own that do not come back as they went. */
  readonly different: readonly DifferentBack[];
}

interface DifferentBack {
  readonly key: string;
  readonly value: string;
  /** What comes back for the value; absent: no row has it. */
  readonly back?: string;
}

/** Rows of one's own that a page edits, rows beneath that are shown, and rows that come back otherwise that are told. */
export const tableLimits = { own: 1000, beneath: 500, different: 10 } as const;

export interface TableQuestion {
  readonly mapping: string;
  readonly table?: string | undefined;
  /** Text that a row beneath has in one of its cells. */
  readonly find?: string | undefined;
}

/** `given`: one's own folder, if any, before the delivered one; with edits over the files. */
export function showTables(
  { mapping, table, find = '' }: TableQuestion,
  given: MappingFolders,
): MappingTables {
  const all = listNamedTables(listMappingNames(given.folders), given);
  const shelves: RememberingFolders = { ...given, known: new Map() };
  const mine = all.filter((one) => one.mapping === mapping);
  const tables = mine.map((one) => listTable(one, shelves));
  const asked = mine.find(({ name }) => name === table) ?? mine[0];
  return asked ? { tables, shown: showTable(asked, all, find, shelves) } : { tables };
}

/** A table as it lies in the folders. */
interface TableFiles {
  readonly ownPath: string;
  readonly isWhole: boolean;
  readonly own: readonly (readonly string[])[];
  readonly beneath: readonly (readonly string[])[];
  readonly head: readonly string[];
  readonly separator: ',' | ';';
}

/** With what was read of them: of a million rows once is enough. */
interface RememberingFolders extends MappingFolders {
  readonly known: Map<string, TableFiles>;
}

function readTableFiles(table: NamedTable, shelves: RememberingFolders): TableFiles {
  const key = `${table.kind} ${table.path}`;
  const read = shelves.known.get(key) ?? parseTableFiles(table, shelves);
  shelves.known.set(key, read);
  return read;
}

function parseTableFiles({ path, kind }: NamedTable, { folders, files }: MappingFolders): TableFiles {
  const read = (folder: string | undefined, name: string): string | undefined => {
    const bytes = folder === undefined ? undefined : files.read(join(folder, name));
    return bytes && decodeSavedText(bytes);
  };
  const ownFolder = folders.length > 1 ? folders[0] : undefined;
  const [whole, delivered] = [read(ownFolder, path), read(folders.at(-1), path)];
  const added = kind === 'partners' ? undefined : read(ownFolder, additionPathOf(path));
  const isWhole =
    kind === 'partners' || (added === undefined && (whole !== undefined || delivered === undefined));
  // partners have no rows that are laid over others: a file of one's own begins with those that are there
  const own = isWhole ? (whole ?? delivered) : added;
  const beneath = isWhole ? '' : (whole ?? delivered ?? '');
  const [ownRows, beneathRows] = [rowsOf(own ?? ''), rowsOf(beneath)];
  return {
    ...{ ownPath: isWhole ? path : additionPathOf(path), isWhole },
    ...{ own: ownRows.slice(1), beneath: beneathRows.slice(1), head: ownRows[0] ?? beneathRows[0] ?? [] },
    separator: /^[^\r\n]*;/.test(own ?? beneath) ? ';' : ',',
  };
}

const rowsOf = (text: string): readonly (readonly string[])[] =>
  parseCsvRows(text).map(({ cells }) => cells.map((cell) => cell.trim()));

function listTable(table: NamedTable, shelves: RememberingFolders): ListedTable {
  const { own, beneath } = readTableFiles(table, shelves);
  const keys = new Set(own.map(([key = '']) => key));
  const kept = beneath.filter(([key = '']) => !keys.has(key));
  return { ...table, rows: own.length + kept.length, own: own.length };
}

function showTable(
  table: NamedTable,
  all: readonly NamedTable[],
  find: string,
  shelves: RememberingFolders,
): ShownTable {
  const { own, beneath, ...files } = readTableFiles(table, shelves);
  const isTooLong = own.length > tableLimits.own;
  const keys = new Set(own.map(([key = '']) => key));
  const sought = find.toLowerCase();
  const found =
    sought === ''
      ? beneath
      : beneath.filter((cells) => cells.some((cell) => cell.toLowerCase().includes(sought)));
  const sharing = all.filter(({ path }) => path === table.path);
  const wayBack = table.kind === 'lookup' ? findWayBack(table, files.head, own, all, shelves) : undefined;
  return {
    ...table,
    ...files,
    ...{ own: isTooLong ? [] : own, ownCount: own.length, isTooLong },
    beneath: found
      .slice(0, tableLimits.beneath)
      .map((cells) => ({ cells, isReplaced: keys.has(cells[0] ?? '') })),
    ...{ found: found.length, beneathCount: beneath.length },
    uses: listTableUses(sharing, shelves),
    sharedWith: [...new Set(sharing.map(({ mapping }) => mapping))].filter((name) => name !== table.mapping),
    ...(wayBack === undefined ? {} : { wayBack }),
  };
}

function findWayBack(
  { path }: NamedTable,
  [key = '', value = '']: readonly string[],
  own: TableFiles['own'],
  all: readonly NamedTable[],
  shelves: RememberingFolders,
): WayBack | undefined {
  // of mappings that share a table the first names it
  const others = new Map(
    all
      .filter((one) => one.path !== path)
      .toReversed()
      .map((one) => [one.path, one]),
  );
  for (const other of others.values()) {
    const files = readTableFiles(other, shelves);
    if (key === '' || files.head[0] !== value || files.head[1] !== key) continue;
    const entries = new Map([...files.beneath, ...files.own].map(([from = '', to = '']) => [from, to]));
    const mappings = all.filter((one) => one.path === other.path).map(({ mapping }) => mapping);
    const { path: back, name } = other;
    return { path: back, name, mappings: [...new Set(mappings)], different: listDifferent(own, entries) };
  }
  return undefined;
}

function listDifferent(own: TableFiles['own'], back: ReadonlyMap<string, string>): readonly DifferentBack[] {
  const different = own.flatMap(([key = '', value = '']) => {
    const found = back.get(value);
    if (value === '' || found === key) return [];
    return { key, value, ...(found === undefined ? {} : { back: found }) };
  });
  return different.slice(0, tableLimits.different);
}
