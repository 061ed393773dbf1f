import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packageFile } from '../../src/package.ts';
import { makeOnce } from './make-once.ts';

/** What `npm pack` makes of the checkout, built and packed once for all tests of a run. */
export async function packOnce(): Promise<string> {
  const { TESTS_FOLDER: shared } = process.env;
  if (shared === undefined) throw new Error('There is no folder of the run: TESTS_FOLDER is not set.');
  const folder = join(shared, 'packed-once');
  await makeOnce(folder, packInto);
  const name = readdirSync(folder).find((one) => one.endsWith('.tgz'));
  if (name === undefined) throw new Error(`npm pack has left no package in ${folder}`);
  return join(folder, name);
}

async function packInto(folder: string): Promise<void> {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  await promisify(execFile)('npm', ['pack', '--pack-destination', folder], { cwd: packageFile(), env });
}
