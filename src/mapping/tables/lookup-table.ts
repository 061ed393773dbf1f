import { buildMappingPhrase, type MappingPhrase } from '../../findings/mapping-sentences.ts';
import { diskFiles, type FileSource } from '../../system/file-source.ts';
import { reasonOf } from '../../text/reason-of.ts';
import { type Lookup, ValueError } from '../../tree/xpath/own-functions.ts';
import type { MappingProblem } from '../files/mapping-problem.ts';
import { TableContent, type TableContents } from './table-content.ts';
import type { TableEntries } from './table-entries.ts';

/** A code list that a mapping looks up: keys match exactly after trimming. */
export interface Table {
  readonly name: string;
  readonly file: string;
  /** Where a row that is missing belongs, when that is not `file`, which is the delivered one. */
  readonly additions?: string;
  /** By key. */
  readonly entries: TableEntries;
  /** Of its files, for the hash. */
  readonly texts: readonly string[];
}

/** Without a table: its file is none. */
export interface ReadTable {
  readonly table?: Table;
  readonly problems: readonly MappingProblem[];
}

/**
 * Reads a CSV file as a specialist's spreadsheet writes it: comma or semicolon (whichever the first line has), quotes
 * doubled inside quotes, UTF-8, UTF-16 with its mark, or windows-1252. The first line holds the headings; first column key, second value;
 * further columns are remarks. `known`: of whoever reads the same files again. Problems: not readable, and those of `checkRows`.
 */
export function readTable(
  name: string,
  file: string,
  files: FileSource = diskFiles,
  known?: TableContents,
): ReadTable {
  const bytes = readBytes(file, files);
  if (!(bytes instanceof Uint8Array)) {
    const values = { name, problem: bytes };
    return { problems: [{ sentence: 'mapping-table/unreadable', values, line: 1, column: 1 }] };
  }
  const { rows, checked } = known?.read(bytes) ?? new TableContent(bytes);
  const { entries, problems } = checked;
  return entries === undefined
    ? { problems }
    : { table: { name, file, entries, texts: [rows.text] }, problems };
}

/** Or why not. */
function readBytes(file: string, files: FileSource): Uint8Array | MappingPhrase {
  try {
    return files.read(file) ?? buildMappingPhrase('no-file', { file });
  } catch (error) {
    return buildMappingPhrase('quoted', { text: reasonOf(error) });
  }
}

/** What `table()` asks: the entry, the default, or a ValueError `table-miss`; never an empty value by chance. */
export function buildLookup(tables: ReadonlyMap<string, Table>): Lookup {
  return (name, key, fallback) => {
    const table = tables.get(name);
    const value = table?.entries.get(key)?.value ?? fallback;
    if (value !== undefined) return value;
    throw new ValueError('table-miss', key, { table: name, file: table?.additions ?? table?.file ?? name });
  };
}
