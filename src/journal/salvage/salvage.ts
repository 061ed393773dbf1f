import type { DatabaseSync } from 'node:sqlite';
import { rowsOf } from './page-cells.ts';
import type { FileFacts, PageFile } from './page-file.ts';
import { ownersOf } from './page-owners.ts';
import { copyTable, type TableLoss } from './salvaged-rows.ts';

/** The tables that SQLite itself lists stand in the tree of the first page. */
const schemaRoot = 1;

/** Fills an empty journal of the same version with every row that can be read, page by page. */
export function salvage(
  file: PageFile,
  db: DatabaseSync,
  facts: Partial<FileFacts> = {},
): readonly TableLoss[] {
  const roots = rootsOf(file, facts.roots ?? {});
  const owners = ownersOf(file, [...roots.values()]);
  const pages = Map.groupBy(owners.keys(), (page) => owners.get(page));
  db.exec('begin');
  const losses = tablesOf(db).map((table) => {
    const root = roots.get(table);
    if (root === undefined) return { table, pages: 1, rows: 0 };
    return copyTable(file, db, table, pages.get(root) ?? []);
  });
  db.exec('commit');
  return losses;
}

/** The first page of each table: as the file says, else as was noted of it. */
function rootsOf(file: PageFile, noted: Readonly<Record<string, number>>): ReadonlyMap<string, number> {
  const pages = [...ownersOf(file, [schemaRoot])].map(([page]) => page);
  const rows = pages.flatMap((page) => rowsOf(file, page, true).rows);
  const found = rows.flatMap(({ values: [type, name, , root] }) =>
    type === 'table' && typeof name === 'string' && typeof root === 'number' && root > 0
      ? [[name, root] as const]
      : [],
  );
  return new Map([...Object.entries(noted), ...found]);
}

/** Those of the journal itself: the index of search is made anew. */
const tablesOf = (db: DatabaseSync): readonly string[] =>
  db
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like 'message_text%' order by name",
    )
    .all()
    .map(({ name }) => String(name));
