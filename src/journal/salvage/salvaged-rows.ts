import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { rowsOf, type StoredRow } from './page-cells.ts';
import type { PageFile } from './page-file.ts';
import type { SqlValue } from './record.ts';

/** What could not be read of one table. */
export interface TableLoss {
  readonly table: string;
  /** Pages of which nothing could be read. */
  readonly pages: number;
  /** Rows of other pages. */
  readonly rows: number;
}

/** Brings the rows of one table, by its pages, into the same table of a new journal. */
export function copyTable(
  file: PageFile,
  db: DatabaseSync,
  table: string,
  pages: readonly number[],
): TableLoss {
  const layout = layoutOf(db, table);
  const statements = new Map<number, StatementSync>();
  const lost = { pages: 0, rows: 0 };
  for (const page of pages) {
    const { rows, lost: rowsLost } = rowsOf(file, page, layout.hasRowids);
    if (rowsLost === undefined) lost.pages += 1;
    const refused = rows.filter((row) => !insert(db, table, layout, statements, row));
    lost.rows += (rowsLost ?? 0) + refused.length;
  }
  return { table, ...lost };
}

/** The columns of a table in the order in which they are stored. */
interface Layout {
  readonly hasRowids: boolean;
  readonly columns: readonly string[];
  /** Stored as null: it is the rowid. */
  readonly key: string | undefined;
}

function layoutOf(db: DatabaseSync, table: string): Layout {
  const listed = db.prepare('select wr from pragma_table_list where name = ?').get(table);
  const columns = db.prepare('select name, type, pk from pragma_table_info(?) order by cid').all(table);
  const keys = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk));
  if (Number(listed?.wr) === 1) {
    const others = columns.filter(({ pk }) => Number(pk) === 0);
    return { hasRowids: false, columns: [...keys, ...others].map(nameOf), key: undefined };
  }
  const [key] = keys.filter(({ type }) => type === 'INTEGER' && keys.length === 1);
  return { hasRowids: true, columns: columns.map(nameOf), key: key && nameOf(key) };
}

const nameOf = ({ name }: Readonly<Record<string, unknown>>): string => String(name);

/** False: what stands there cannot be a row of this table. One that is there already stays. */
function insert(
  db: DatabaseSync,
  table: string,
  { columns, key }: Layout,
  statements: Map<number, StatementSync>,
  { rowid, values }: StoredRow,
): boolean {
  if (values.length > columns.length || values.length === 0) return false;
  const named = columns.slice(0, values.length);
  const statement =
    statements.get(values.length) ??
    db.prepare(`insert or ignore into ${table} (${named.join()}) values (${named.map(() => '?').join()})`);
  statements.set(values.length, statement);
  try {
    statement.run(...values.map((value, n): SqlValue => (named[n] === key ? (rowid ?? null) : value)));
    return true;
  } catch (error) {
    // a value of another type, or none where there must be one
    if (error instanceof Error && 'errcode' in error) return false;
    throw error;
  }
}
