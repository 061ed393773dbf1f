import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildOnce } from '../../../packaging/build-once.ts';
import { makeOnce } from '../../kit/make-once.ts';

/** What the demo leaves: its config and journal, made once for the sources as they are. */
async function demoOnce(): Promise<string> {
  const build = await buildOnce();
  const kept = `${build}-demo`;
  await makeOnce(kept, (unfinished) => runDemo(build, unfinished));
  return kept;
}

async function runDemo(build: string, into: string): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(build, 'main.js'), 'demo'], {
    maxBuffer: 10_000_000,
  });
  const folder = /Everything is in (\S+) \(log/.exec(stdout)?.[1];
  if (folder === undefined) throw new Error(`The demo does not say where it is: ${stdout}`);
  cpSync(folder, into, { recursive: true });
  rmSync(folder, { recursive: true, force: true });
}

/** A copy of it for one test file: the folder, with `gateway.yaml` and `journal.db`. */
export async function copyDemoSite(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'demo-site-'));
  cpSync(await demoOnce(), folder, { recursive: true });
  if (!readFileSync(join(folder, 'gateway.yaml'), 'utf8').includes('journal'))
    throw new Error('The config of the demo names no journal.');
  return folder;
}
