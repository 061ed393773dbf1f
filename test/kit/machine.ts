import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What this machine can do, found out by trying: a test of what cannot be here is skipped with the reason. */

/** Whether `attempt` succeeds in a folder of its own. */
function works(attempt: (folder: string) => boolean): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'machine-'));
  try {
    return attempt(folder);
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Windows wants a right for symbolic links to files, and Wine makes none that are seen as such. */
export const hasLinks = works((folder) => {
  symlinkSync('elsewhere', join(folder, 'link'));
  return lstatSync(join(folder, 'link')).isSymbolicLink();
});

/** On Windows they are junctions, which everybody may make; Wine makes none. */
export const hasFolderLinks = works((folder) => {
  mkdirSync(join(folder, 'there'));
  symlinkSync(join(folder, 'there'), join(folder, 'link'), 'junction');
  return lstatSync(join(folder, 'link')).isSymbolicLink();
});

/** Windows has access lists in their place. */
export const hasRights = works((folder) => {
  chmodSync(folder, 0o700);
  return (statSync(folder).mode & 0o777) === 0o700;
});

/** Windows refuses it. */
export const syncsFolders = works((folder) => {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
  return true;
});

/** Windows keeps a file that SQLite has open where it is. */
export const freesOpenFiles = works((folder) => {
  const path = join(folder, 'open.db');
  const db = new DatabaseSync(path);
  db.exec('create table t (n)');
  try {
    unlinkSync(path);
    return true;
  } finally {
    db.close();
  }
});

/** How the name of a folder begins in which files stay open until their process ends: where no open file can be removed, test/kit/leaks.ts does it. */
export const heldUntilExit = 'held-';

/** Windows forbids some letters in names. */
export const allowsName = (name: string): boolean =>
  works((folder) => {
    writeFileSync(join(folder, name), '');
    return readdirSync(folder).includes(name);
  });

/** How many times longer than usual is waited: under Wine everything starts slowly. */
export const patience = Number(process.env.TEST_PATIENCE ?? 1);

/** Under Wine a message is checked more slowly than it is delivered, so that there never are more than hands. */
export const checksQuickly = process.platform !== 'win32';

/** Under Wine each start of a program takes seconds: what starts a hundred and is the same everywhere is not held there. */
export const startsQuickly = process.platform !== 'win32';

/** Windows ends a process where another system asks it to stop. */
export const hasSignals = process.platform !== 'win32';

/** Under Wine there is Node and nothing else. */
export const canRun = (program: string, ...words: readonly string[]): boolean =>
  works(() => {
    execFileSync(program, words, { stdio: 'ignore' });
    return true;
  });
