import { dryName } from '../dry-run.ts';
import { note } from './commands.ts';
import type { Reasoned, RememberedFile } from './interface.ts';
import type { Source } from './message.ts';
import { all, number, one, type Row, run, type Steps } from './sql.ts';

/** Files that stay where they were taken: who scans their folder again must know them. */

/** Notes one; false when these very bytes were taken under its name before. */
export function* isNewFile(
  folder: string,
  { name, size, mtime }: Source & { readonly kind: 'file' },
  hash: string,
): Steps<boolean> {
  const known = yield* one('select hash from remembered where folder = ? and name = ?', folder, name);
  yield* run(
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

export function* remembered(folder: string): Steps<readonly RememberedFile[]> {
  return (yield* all('select name, size, mtime from remembered where folder = ?', folder)).map(fileOf);
}

const fileOf = ({ name, size, mtime }: Row): RememberedFile => ({
  name: String(name),
  size: Number(size),
  mtime: Number(mtime),
});

export function* forget(folder: string, names: readonly string[]): Steps<void> {
  for (const name of names) yield* run('delete from remembered where folder = ? and name = ?', folder, name);
}

/** Files that a dry run of this folder has seen are taken from now on. Resolves to their number. */
export function* takeSeen(channel: string, folder: string, { who, reason }: Reasoned): Steps<number> {
  const name = dryName(folder);
  const count = yield* number('select count(*) as n from remembered where folder = ?', name);
  yield* run('delete from remembered where folder = ?', name);
  if (count > 0)
    yield* note({ subject: channel, action: 'take', who, reason, result: `${count} files of a dry run.` });
  return count;
}
