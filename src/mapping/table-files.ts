import { join } from 'node:path';
import type { Finding } from '../types.ts';
import type { Shelves } from './extends.ts';
import type { Header } from './header.ts';
import { onlyPlace, type Place, type Problem, toFinding } from './problem.ts';
import { readTable, type Table } from './tables.ts';

/** `tables/units.add.csv` of one of the folders lays rows over `tables/units.csv`, wherever that comes from. */
export const additionTo = (path: string): string => path.replace(/\.csv$/i, '.add.csv');

/** The tables of a mapping: each from the first folder that has it, with the rows that are laid over it. */
export function readTables(
  header: Header,
  file: string,
  shelves: Shelves,
): { readonly tables: ReadonlyMap<string, Table>; readonly findings: readonly Finding[] } {
  const tables = new Map<string, Table>();
  const findings: Finding[] = [];
  for (const [name, { value }] of header.tables) {
    const said = value.kind === 'text' ? value.text : '';
    const path = pathOf(said, shelves);
    if (path === undefined) {
      findings.push(toFinding(noTable(said, shelves.folders, value), file));
      continue;
    }
    const read = [path, pathOf(additionTo(said), shelves)]
      .flatMap((one) => one ?? [])
      .map((one) => tableAt(name, one, shelves));
    findings.push(...read.flatMap((one) => one.findings), ...swapped(name, said, path, shelves));
    const [first, over] = read.map(({ table }) => table);
    if (first !== undefined) tables.set(name, over === undefined ? first : laidOver(first, over));
  }
  return { tables, findings };
}

const pathOf = (said: string, { folders, files }: Shelves): string | undefined =>
  folders.map((folder) => join(folder, said)).find((path) => files.read(path) !== undefined);

function tableAt(name: string, path: string, { files }: Shelves) {
  const { table, problems } = readTable(name, path, files);
  return { table, findings: problems.map((one) => toFinding(one, path)) };
}

/** Rows with a key that is there take its place; each knows the file where it stands. */
function laidOver(table: Table, over: Table): Table {
  const rows = [...over.entries].map(([key, entry]) => [key, { ...entry, file: over.file }] as const);
  return { ...table, entries: new Map([...table.entries, ...rows]), text: `${table.text}\0${over.text}` };
}

/** An own table whose keys are the values of the delivered one, and none of them a key there: its columns are swapped. */
function swapped(name: string, said: string, path: string, { folders, files }: Shelves): readonly Finding[] {
  const delivered = join(folders.at(-1) ?? '', said);
  if (delivered === path || files.read(delivered) === undefined) return [];
  const [own, theirs] = [path, delivered].map((one) => readTable(name, one, files).table?.entries);
  const keys = [...(own?.keys() ?? [])];
  const values = new Set([...(theirs?.values() ?? [])].map(({ value }) => value));
  if (keys.some((key) => theirs?.has(key)) || keys.filter((key) => values.has(key)).length < 2) return [];
  const message = `The columns of the table "${name}" look swapped: its first column holds values of the delivered one.`;
  const advice = 'First column: what is looked up; second column: what it means.';
  return [
    toFinding({ code: 'mapping-table', severity: 'warning', message, advice, line: 1, column: 1 }, path),
  ];
}

function noTable(said: string, folders: readonly string[], place: Place): Problem {
  const message = `There is no table ${said} in ${folders.join(' or ')}.`;
  return { code: 'mapping-table', message, advice: 'Check the path under tables:.', ...onlyPlace(place) };
}
