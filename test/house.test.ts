import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { longest } from './kit/longest-files.ts';

/** Rules of this repository that neither the compiler nor the linter knows. */

const root = fileURLToPath(new URL('..', import.meta.url));

it('no path of a file is the pathname of a URL: on Windows that is /C:/…, with %20 for a blank', async () => {
  const wrong: string[] = [];
  for await (const file of glob('{src,simulator,test,bench,packaging,reference,schemas}/**/*.ts', {
    cwd: root,
  }))
    if (/import\.meta\.url\)\s*\.pathname/.test(readFileSync(join(root, file), 'utf8'))) wrong.push(file);
  expect(wrong).toEqual([]);
});

it('each file that begins first is there', () => {
  expect(longest.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

it('what .ci/run runs on Windows is there: vitest says nothing of a name that no file has', async () => {
  const lines = readFileSync(join(root, 'test/windows/files'), 'utf8').split('\n');
  const names = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const files: string[] = [];
  for await (const file of glob('{src,test}/**/*.test.ts', { cwd: root }))
    files.push(file.replaceAll('\\', '/'));
  const missing = names.filter((name) => !files.some((file) => file.startsWith(name)));
  expect([names.length > 20, missing]).toEqual([true, []]);
});
