import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { gatewayProgram } from '../test/kit/process.ts';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Where the program that users run keeps what Node made of its source; empty: nowhere. */
async function cacheOf(env: NodeJS.ProcessEnv): Promise<string> {
  const file = JSON.stringify(pathToFileURL(path('../bin/compile-cache.js')).href);
  const script = `await import(${file}); console.log(process.getBuiltinModule('module').getCompileCacheDir() ?? '')`;
  const words = ['--input-type=module', '--eval', script];
  return (await promisify(execFile)(process.execPath, words, { env })).stdout.trim();
}

it('what Node makes of the source is kept in the own folder of the account, or nowhere', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cache-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const own = { ...env, XDG_CACHE_HOME: folder, LOCALAPPDATA: folder };
  expect(await cacheOf(own)).toContain(join(folder, 'scsn-gateway'));
  writeFileSync(join(folder, 'file'), '');
  const unusable = join(folder, 'file');
  expect(await cacheOf({ ...env, XDG_CACHE_HOME: unusable, LOCALAPPDATA: unusable })).toBe('');
});

/** Runs `gateway …` as a shell does, from the build of this file. */
const gateway = (...words: readonly string[]) =>
  promisify(execFile)(process.execPath, [gatewayProgram, ...words]);

it('prints what a command prints, and its exit status says how it went', async () => {
  const good = path('../samples/good/response-accepted.xml');
  expect((await gateway('validate', good)).stdout).toContain('(scsn/OrderResponse)');
  await expect(gateway('validate', path('main.ts'))).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('INVALID'),
  });
  await expect(gateway('map', 'try', 'nothing', good)).rejects.toMatchObject({
    code: expect.any(Number),
    stderr: expect.stringContaining('nothing'),
  });
  await expect(gateway('start', '--config', 'none.yaml')).rejects.toMatchObject({ code: 2, stdout: '' });
});

it.each([
  ['journall'],
  ['order', '4711', '--jsn'],
  ['validate', path('../samples/good/response-accepted.xml'), '--format', 'xml'],
  ['journal', 'list', '--since', 'yesterday'],
  ['journal', 'show'],
])('words that make no sense are no answer about documents: exit status 2 (%s)', async (...words) => {
  await expect(gateway(...words)).rejects.toMatchObject({ code: 2, stdout: '' });
});

it('help is no failure', async () => {
  for (const words of [['--help'], ['journal', 'list', '--help'], ['--version']])
    expect((await gateway(...words)).stdout).not.toBe('');
});

it('ends without a word when nobody reads on', async () => {
  const files = ['full', 'full-changed', 'minimal'].map((name) => path(`../samples/good/order-${name}.xml`));
  const child = spawn(process.execPath, [gatewayProgram, 'validate', ...files]);
  child.stdout.destroy();
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(said).toBe('');
});
