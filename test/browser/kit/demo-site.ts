import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildOnce } from '../../../packaging/build-once.ts';
import { until } from '../../kit/until.ts';

/** What the demo leaves: its config and journal, made once for the sources as they are, while others wait for it. */
async function demoOnce(): Promise<string> {
  const build = await buildOnce();
  const kept = `${build}-demo`;
  const unfinished = `${kept}.unfinished`;
  if (existsSync(kept)) return kept;
  if (isOlderThan(unfinished, abandoned)) rmSync(unfinished, { recursive: true });
  if (mkdirSync(unfinished, { recursive: true }) === undefined) {
    await until('the demo of another process', () => (existsSync(unfinished) ? undefined : true), 300);
    return await demoOnce();
  }
  try {
    await runDemo(build, unfinished);
    renameSync(unfinished, kept);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return kept;
}

/** Milliseconds after which nobody works on a demo any more. */
const abandoned = 600_000;

const isOlderThan = (path: string, milliseconds: number): boolean =>
  Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY) >
  milliseconds;

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
