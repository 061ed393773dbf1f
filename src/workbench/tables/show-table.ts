import { join } from 'node:path';
import type { MappingFolders } from '../../mapping/files/apply-extends.ts';
import { TableContent, TableContents } from '../../mapping/tables/table-content.ts';
import { additionPathOf } from '../../mapping/tables/table-files.ts';
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
export const tableLimits = { own: 10_000, beneath: 500, different: 10 } as const;

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
  const reader = new TableReader(given);
  const mine = all.filter((one) => one.mapping === mapping);
  const tables = mine.map((one) => listTable(one, reader.read(one)));
  const asked = mine.find(({ name }) => name === table) ?? mine[0];
  return asked ? { tables, shown: showTable(asked, all, find, reader) } : { tables };
}

/** A table as it lies in the folders. */
interface TableFiles {
  readonly ownPath: string;
  readonly isWhole: boolean;
  readonly own: TableContent;
  readonly beneath: TableContent;
  readonly head: readonly string[];
  readonly separator: ',' | ';';
}

/** Each table is put together once, however many mappings have it. */
class TableReader {
  readonly sources: MappingFolders;
  readonly #contents: TableContents;
  readonly #known = new Map<string, TableFiles>();

  constructor(sources: MappingFolders) {
    this.sources = sources;
    this.#contents = sources.memo?.tables ?? new TableContents();
  }

  read(table: NamedTable): TableFiles {
    const key = `${table.kind} ${table.path}`;
    const read = this.#known.get(key) ?? this.#read(table);
    this.#known.set(key, read);
    return read;
  }

  #read({ path, kind }: NamedTable): TableFiles {
    const { folders } = this.sources;
    const ownFolder = folders.length > 1 ? folders[0] : undefined;
    const [whole, delivered] = [this.#content(ownFolder, path), this.#content(folders.at(-1), path)];
    const added = kind === 'partners' ? undefined : this.#content(ownFolder, additionPathOf(path));
    const isWhole =
      kind === 'partners' || (added === undefined && (whole !== undefined || delivered === undefined));
    // partners have no rows that are laid over others: a file of one's own begins with those that are there
    const own = isWhole ? (whole ?? delivered) : added;
    const beneath = (isWhole ? undefined : (whole ?? delivered)) ?? emptyContent;
    return {
      ...{ ownPath: isWhole ? path : additionPathOf(path), isWhole },
      ...{ own: own ?? emptyContent, beneath, separator: (own ?? beneath).rows.separator },
      head: (own && own.rows.length > 0 ? own : beneath).rows.trimmedCellsOf(0),
    };
  }

  #content(folder: string | undefined, name: string): TableContent | undefined {
    const bytes = folder === undefined ? undefined : this.sources.files.read(join(folder, name));
    return bytes && this.#contents.read(bytes);
  }
}

const emptyContent = new TableContent(new Uint8Array());

/** Below the headings. */
const countRows = ({ rows }: TableContent): number => Math.max(0, rows.length - 1);

const cellsOf = ({ rows }: TableContent, numbers: readonly number[]): readonly (readonly string[])[] =>
  numbers.map((row) => rows.trimmedCellsOf(row));

function listTable(table: NamedTable, { own, beneath }: TableFiles): ListedTable {
  const rows = countRows(own) + countRows(beneath) - countReplaced(own, beneath);
  return { ...table, rows, own: countRows(own) };
}

/** Keys that both have: those of the shorter one are looked for in the other. */
function countReplaced(own: TableContent, beneath: TableContent): number {
  const [few, many] = own.rows.length < beneath.rows.length ? [own, beneath] : [beneath, own];
  let count = 0;
  for (const [key] of few.checked.entries ?? []) if (many.checked.entries?.has(key)) count += 1;
  return count;
}

function showTable(
  table: NamedTable,
  all: readonly NamedTable[],
  find: string,
  reader: TableReader,
): ShownTable {
  const { own, beneath, ...files } = reader.read(table);
  const [ownCount, beneathCount] = [countRows(own), countRows(beneath)];
  const isTooLong = ownCount > tableLimits.own;
  const found = findRows(beneath, find);
  const sharing = all.filter(({ path }) => path === table.path);
  const wayBack = table.kind === 'lookup' ? findWayBack(table, all, reader) : undefined;
  return {
    ...table,
    ...files,
    ...{ own: isTooLong ? [] : cellsOf(own, listNumbers(ownCount)), ownCount, isTooLong },
    beneath: cellsOf(beneath, found.first).map((cells) => ({
      ...{ cells, isReplaced: own.checked.entries?.has(cells[0] ?? '') ?? false },
    })),
    ...{ found: found.count, beneathCount },
    uses: listTableUses(sharing, reader.sources),
    sharedWith: [...new Set(sharing.map(({ mapping }) => mapping))].filter((name) => name !== table.mapping),
    ...(wayBack === undefined ? {} : { wayBack }),
  };
}

/** Of rows: the headings are the first. */
const listNumbers = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n + 1);

function findRows(content: TableContent, sought: string) {
  if (sought !== '') return content.rows.find(sought, 1, tableLimits.beneath);
  const count = countRows(content);
  return { first: listNumbers(Math.min(count, tableLimits.beneath)), count };
}

function findWayBack(
  table: NamedTable,
  all: readonly NamedTable[],
  reader: TableReader,
): WayBack | undefined {
  const { head, own } = reader.read(table);
  const [key = '', value = ''] = head;
  // of mappings that share a table the first names it
  const others = new Map(
    all
      .filter(({ path }) => path !== table.path)
      .toReversed()
      .map((one) => [one.path, one]),
  );
  for (const other of others.values()) {
    const files = reader.read(other);
    if (key === '' || files.head[0] !== value || files.head[1] !== key) continue;
    const mappings = all.filter((one) => one.path === other.path).map(({ mapping }) => mapping);
    const { path, name } = other;
    return { path, name, mappings: [...new Set(mappings)], different: listDifferent(own, files) };
  }
  return undefined;
}

function listDifferent(there: TableContent, { own, beneath }: TableFiles): readonly DifferentBack[] {
  const different: DifferentBack[] = [];
  for (let row = 1; row < there.rows.length && different.length < tableLimits.different; row += 1) {
    const [key = '', value = ''] = there.rows.trimmedCellsOf(row);
    const back = (own.checked.entries?.get(value) ?? beneath.checked.entries?.get(value))?.value;
    if (value !== '' && back !== key) different.push({ key, value, ...(back === undefined ? {} : { back }) });
  }
  return different;
}
