import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCodeOf } from '../../src/folders/folder-error.ts';
import { until } from './until.ts';

/** Milliseconds after which nobody works on it any more, whichever process has the maker's number by then. */
const abandoned = 600_000;

/**
 * Makes a folder that is not there yet, once for all processes, while others wait for it: `make` fills the one that it is given. When
 * the process that makes it is gone, one of those that wait takes over at once.
 */
export async function makeOnce(folder: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  while (!existsSync(folder)) {
    if (becomesMaker(folder)) await finish(folder, make);
    else
      await until(
        `another process to make ${folder}`,
        () => existsSync(folder) || hasNoMaker(folder) || undefined,
        300,
      );
  }
}

const makerOf = (folder: string): string => `${folder}.maker`;

/** Each maker fills a folder of its own: should two ever be at it, neither spoils the other's. */
const unfinishedOf = (folder: string, pid: string): string => `${folder}.${pid}.unfinished`;

/** The file of the maker has the number of its process. */
function becomesMaker(folder: string): boolean {
  try {
    writeFileSync(makerOf(folder), `${process.pid}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
    return false;
  }
}

async function finish(folder: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = unfinishedOf(folder, `${process.pid}`);
  // a process of the same number may have left one
  rmSync(unfinished, { recursive: true, force: true });
  try {
    mkdirSync(unfinished);
    await make(unfinished);
    putInPlace(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    rmSync(makerOf(folder), { force: true });
  }
}

function putInPlace(unfinished: string, folder: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

/** What a maker that is gone has left is taken away. */
function hasNoMaker(folder: string): boolean {
  const maker = readMaker(folder);
  if (maker === undefined) return true;
  if (isAlive(maker.pid) && Date.now() - maker.since < abandoned) return false;
  rmSync(unfinishedOf(folder, maker.pid), { recursive: true, force: true });
  rmSync(makerOf(folder), { force: true });
  return true;
}

/** Undefined when it has done. */
function readMaker(folder: string): { readonly pid: string; readonly since: number } | undefined {
  try {
    return { pid: readFileSync(makerOf(folder), 'utf8'), since: statSync(makerOf(folder)).mtimeMs };
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
    return undefined;
  }
}

/** A file that was only just made has no number in it yet: 0 is this process. */
function isAlive(pid: string): boolean {
  try {
    return process.kill(Number(pid), 0);
  } catch (error) {
    return systemCodeOf(error) !== 'ESRCH';
  }
}
