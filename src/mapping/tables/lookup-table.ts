import {
  buildMappingPhrase,
  type MappingPhrase,
  type MappingSentenceName,
  type MappingValues,
} from '../../findings/mapping-sentences.ts';
import { diskFiles, type FileSource } from '../../system/file-source.ts';
import { reasonOf } from '../../text/reason-of.ts';
import { decodeSavedText, findForeignCharacter } from '../../text/text-file.ts';
import { type Lookup, ValueError } from '../../tree/xpath/own-functions.ts';
import type { MappingProblem } from '../files/mapping-problem.ts';

/** A code list that a mapping looks up: keys match exactly after trimming. */
export interface Table {
  readonly name: string;
  readonly file: string;
  /** By key. */
  readonly entries: ReadonlyMap<string, TableEntry>;
  /** The file's text, for the hash. */
  readonly text: string;
}

interface TableEntry {
  readonly value: string;
  readonly line: number;
  /** Where it stands, when that is not the table's own file. */
  readonly file?: string;
}

/**
 * Reads a CSV file as a specialist's spreadsheet writes it: comma or semicolon (whichever the first line has), quotes
 * doubled inside quotes, UTF-8, UTF-16 with its mark, or windows-1252. The first line holds the headings; first column key, second value;
 * further columns are remarks. Problems: not readable, a key that stands twice with different values, a key that
 * looks stripped of its leading zeros, a line without a value, an empty value, headings that look like a row.
 */
export function readTable(
  name: string,
  file: string,
  files: FileSource = diskFiles,
): { table?: Table; problems: MappingProblem[] } {
  const bytes = readBytes(file, files);
  if (!(bytes instanceof Uint8Array))
    return { problems: [problemAt(1, 'mapping-table/unreadable', { name, problem: bytes })] };
  return parseTable(name, file, decodeSavedText(bytes));
}

/** Or why not. */
function readBytes(file: string, files: FileSource): Uint8Array | MappingPhrase | string {
  try {
    return files.read(file) ?? buildMappingPhrase('no-file', { file });
  } catch (error) {
    return reasonOf(error);
  }
}

export function parseTable(
  name: string,
  file: string,
  text: string,
): { table?: Table; problems: MappingProblem[] } {
  const wrong = checkForeignText(text);
  if (wrong) return { problems: [wrong] };
  const [head, ...rows] = parseCsvRows(text);
  const problems: MappingProblem[] = [];
  const entries = new Map<string, { value: string; line: number }>();
  const remarked = new Set<string>();
  if (head === undefined || head.cells.length < 2) problems.push(problemAt(1, 'mapping-table/columns'));
  for (const { line, cells } of rows) {
    const [key = '', value, remark = ''] = cells.map((cell) => cell.trim());
    if (key === '' && (value ?? '') === '') continue;
    if (value === undefined) {
      problems.push(problemAt(line, 'mapping-table/no-value', { key }));
      continue;
    }
    const twin = entries.get(key);
    if (twin !== undefined && twin.value !== value)
      problems.push(problemAt(line, 'mapping-table/twice', { key, line: twin.line }));
    else if (twin === undefined) entries.set(key, { value, line });
    if (remark !== '') remarked.add(key);
  }
  problems.push(
    ...[...findStrippedZeros(entries), ...findEmptyValues(entries)]
      .filter(([key]) => !remarked.has(key))
      .map(([, found]) => found),
    ...checkHead(head, rows),
  );
  return { table: { name, file, entries, text }, problems };
}

/** What `table()` asks: the entry, the default, or a ValueError `table-miss`; never an empty value by chance. */
export function buildLookup(tables: ReadonlyMap<string, Table>): Lookup {
  return (name, key, fallback) => {
    const table = tables.get(name);
    const value = table?.entries.get(key)?.value ?? fallback;
    if (value !== undefined) return value;
    throw new ValueError('table-miss', key, { table: name, file: table?.file ?? name });
  };
}

/**
 * `00010` beside `20`: a spreadsheet has removed the leading zeros of the second key. A key with a remark
 * is left alone.
 */
function findStrippedZeros(
  entries: ReadonlyMap<string, { line: number }>,
): [key: string, problem: MappingProblem][] {
  const digits = [...entries].filter(([key]) => /^\d+$/.test(key));
  const padded = digits.filter(([key]) => /^0\d/.test(key));
  const [length] = new Set(padded.map(([key]) => key.length));
  if (length === undefined) return [];
  return digits
    .filter(([key]) => key.length < length)
    .map(([key, { line }]) => [
      key,
      {
        ...problemAt(line, 'mapping-table/zeros', { key, padded: key.padStart(length, '0') }),
        severity: 'warning' as const,
      },
    ]);
}

/** A value that was forgotten, as when a row was begun on a page: what is looked up would vanish. A key with a remark is left alone. */
const findEmptyValues = (
  entries: ReadonlyMap<string, Pick<TableEntry, 'value' | 'line'>>,
): [key: string, problem: MappingProblem][] =>
  [...entries]
    .filter(([key, { value }]) => key !== '' && value === '')
    .map(([key, { line }]) => [
      key,
      { ...problemAt(line, 'mapping-table/empty', { key }), severity: 'warning' as const },
    ]);

/** Headings are words that no row has for its value: else the first row stands where they should, and is never looked up. */
function checkHead(head: Row | undefined, rows: readonly Row[]): MappingProblem[] {
  const [key = '', value = ''] = (head?.cells ?? []).map((cell) => cell.trim());
  const isRow = value !== '' && rows.some(({ cells }) => cells[1]?.trim() === value);
  if (!isRow && !/^\d+$/.test(key)) return [];
  return [{ ...problemAt(1, 'mapping-table/heading', { key }), severity: 'warning' }];
}

/** A table that is no text, such as a workbook, or that MS-DOS wrote. */
export function checkForeignText(text: string): MappingProblem | undefined {
  const at = findForeignCharacter(text);
  return at && { sentence: 'mapping-table/foreign', values: {}, line: at.line, column: at.column };
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The filled rows of a CSV file as Excel writes it: comma or semicolon, quotes doubled. */
export function parseCsvRows(text: string): Row[] {
  const separator = /^[^\r\n]*/.exec(text)?.[0].includes(';') ? ';' : ',';
  const rows: Row[] = [];
  let [cells, cell, quoted, line, start]: [string[], string, boolean, number, number] = [[], '', false, 1, 1];
  const endRow = () => {
    cells.push(cell);
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: start, cells });
    [cells, cell, start] = [[], '', line + 1];
  };
  for (let i = 0; i < text.length; i += 1) {
    const c = text[i];
    if (quoted && c === '"' && text[i + 1] === '"') {
      cell += '"';
      i += 1;
    } else if (c === '"' && (quoted || cell.trim() === '')) {
      quoted = !quoted;
      if (quoted) cell = '';
    } else if (!quoted && c === separator) {
      cells.push(cell);
      cell = '';
    } else if (!quoted && c === '\n') {
      endRow();
    } else if (c !== '\r') {
      cell += c;
    }
    if (c === '\n') line += 1;
  }
  endRow();
  return rows;
}

function problemAt(line: number, sentence: MappingSentenceName, values: MappingValues = {}): MappingProblem {
  return { sentence, values, line, column: 1 };
}
