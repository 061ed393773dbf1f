import type { RememberedFile } from '../journal.ts';
import type { MessageSource } from '../model/message.ts';
import { execute, type Row, type SqlSteps, selectRow, selectRows } from '../sql/sql-engine.ts';

/** Files that stay where they were taken: who scans their folder again must know them. */

/** Notes one; false when these very bytes were taken under its name before. */
export function* rememberIfNew(
  folder: string,
  { name, size, mtime }: MessageSource & { readonly kind: 'file' },
  hash: string,
): SqlSteps<boolean> {
  const known = yield* selectRow('select hash from remembered where folder = ? and name = ?', folder, name);
  yield* execute(
    `insert into remembered (folder, name, size, mtime, hash) values (?, ?, ?, ?, ?)
     on conflict (folder, name) do update set size = excluded.size, mtime = excluded.mtime, hash = excluded.hash`,
    folder,
    name,
    size,
    mtime,
    hash,
  );
  return known?.hash !== hash;
}

export function* listRememberedFiles(folder: string): SqlSteps<readonly RememberedFile[]> {
  return (yield* selectRows('select name, size, mtime from remembered where folder = ?', folder)).map(
    parseRememberedFile,
  );
}

const parseRememberedFile = ({ name, size, mtime }: Row): RememberedFile => ({
  name: String(name),
  size: Number(size),
  mtime: Number(mtime),
});

export function* forget(folder: string, names: readonly string[]): SqlSteps<void> {
  for (const name of names)
    yield* execute('delete from remembered where folder = ? and name = ?', folder, name);
}
