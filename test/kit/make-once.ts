import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { until } from './until.ts';

/** Milliseconds after which nobody works on it any more. */
const abandoned = 600_000;

/** Makes a folder that is not there yet, once for all processes, while others wait for it: `make` fills the one that it is given. */
export async function makeOnce(folder: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  while (!existsSync(folder)) {
    if (isOlderThan(unfinished, abandoned)) rmSync(unfinished, { recursive: true });
    if (mkdirSync(unfinished, { recursive: true }) === undefined)
      await until(`another process to make ${folder}`, () => !existsSync(unfinished) || undefined, 300);
    else await finish(folder, unfinished, make);
  }
}

async function finish(
  folder: string,
  unfinished: string,
  make: (unfinished: string) => Promise<void>,
): Promise<void> {
  try {
    await make(unfinished);
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

const isOlderThan = (path: string, milliseconds: number): boolean =>
  Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY) >
  milliseconds;
