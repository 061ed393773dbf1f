import { join } from 'node:path';
import { joinAlternatives } from '../../findings/mapping-sentences.ts';
import type { MappingFolders } from '../files/apply-extends.ts';
import { type MappingPosition, type MappingProblem, pickPosition } from '../files/mapping-problem.ts';
import type { Header } from '../language/mapping-header.ts';
import { readTable, type Table } from './lookup-table.ts';
import { LayeredEntries, type TableEntries, type TableEntry } from './table-entries.ts';

/** `tables/units.add.csv` of one of the folders lays rows over `tables/units.csv`, wherever that comes from. */
export const additionPathOf = (path: string): string => path.replace(/\.csv$/i, '.add.csv');

/** The tables of a mapping: each from the first folder that has it, with the rows that are laid over it. */
export function readTables(
  header: Header,
  sources: MappingFolders,
): { readonly tables: ReadonlyMap<string, Table>; readonly problems: readonly MappingProblem[] } {
  const tables = new Map<string, Table>();
  const problems: MappingProblem[] = [];
  for (const [name, { value }] of header.tables) {
    const said = value.kind === 'text' ? value.text : '';
    const path = pathOf(said, sources);
    if (path === undefined) {
      problems.push(buildTableNotFound(said, sources.folders, value));
      continue;
    }
    const read = [path, pathOf(additionPathOf(said), sources)]
      .flatMap((one) => one ?? [])
      .map((one) => readTableAt(name, one, sources));
    problems.push(...read.flatMap((one) => one.problems), ...checkSwappedColumns(name, said, path, sources));
    const [first, over] = read.map(({ table }) => table);
    const merged = first && over ? mergeTables(first, over) : first;
    if (merged !== undefined) tables.set(name, { ...merged, ...locateAdditions(path, said, sources) });
  }
  return { tables, problems };
}

const pathOf = (said: string, { folders, files }: MappingFolders): string | undefined =>
  folders.map((folder) => join(folder, said)).find((path) => files.read(path) !== undefined);

function readTableAt(name: string, path: string, { files, memo }: MappingFolders) {
  const { table, problems } = readTable(name, path, files, memo?.tables);
  return { table, problems: problems.map((one) => ({ ...one, file: path })) };
}

/** Rows of one's own stand beside a delivered table, never in it: an upgrade brings it anew. */
function locateAdditions(path: string, said: string, { folders }: MappingFolders): Pick<Table, 'additions'> {
  const [own = '', delivered] = folders;
  if (delivered === undefined) return { additions: additionPathOf(said) };
  return path === join(own, said) ? {} : { additions: join(own, additionPathOf(said)) };
}

/** Rows with a key that is there take its place; each knows the file where it stands. */
const mergeTables = (table: Table, over: Table): Table => ({
  ...table,
  entries: new LayeredEntries(over.entries, over.file, table.entries),
  texts: [...table.texts, ...over.texts],
});

/** An own table whose keys are the values of the delivered one, and none of them a key there: its columns are swapped. */
function checkSwappedColumns(
  name: string,
  said: string,
  path: string,
  sources: MappingFolders,
): readonly MappingProblem[] {
  const { folders, files } = sources;
  const delivered = join(folders.at(-1) ?? '', said);
  if (delivered === path || files.read(delivered) === undefined) return [];
  const [own, theirs] = [path, delivered].map((one) => readTableAt(name, one, sources).table?.entries);
  if (own === undefined || theirs === undefined || !areSwapped(own, [...theirs])) return [];
  const place = { line: 1, column: 1, file: path };
  return [{ sentence: 'mapping-table/swapped', values: { name }, severity: 'warning', ...place }];
}

/** Two keys are values of the others, and none is a key of them. Asked by those that are delivered: one's own may be a million. */
function areSwapped(
  own: TableEntries,
  theirs: readonly (readonly [key: string, entry: TableEntry])[],
): boolean {
  const values = new Set(theirs.map(([, { value }]) => value));
  return !theirs.some(([key]) => own.has(key)) && [...values].filter((value) => own.has(value)).length >= 2;
}

function buildTableNotFound(
  said: string,
  folders: readonly string[],
  place: MappingPosition,
): MappingProblem {
  const values = { path: said, folders: joinAlternatives(folders) };
  return { sentence: 'mapping-table/none', values, ...pickPosition(place) };
}
