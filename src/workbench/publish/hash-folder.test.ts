import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchBusy } from '../../../test/kit/loop-watch.ts';
import { hashFolder } from './hash-folder.ts';
import { buildFolderState, readFolder } from './mappings-folder.ts';

let folder: string;
const table = () => join(folder, 'tables', 'large.csv');
const hashWhole = () => buildFolderState(readFolder(folder)).hash;

/** Milliseconds of this thread's own. */
const cores = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hashed-folder-'));
  mkdirSync(join(folder, 'tables'));
  writeFileSync(join(folder, 'a.yaml'), 'mapping: a\n');
  writeFileSync(table(), Buffer.alloc(20_000_000, 'ARTICLE-4711,C62\n'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('gives a folder with a large table its hash, and holds the loop no longer than for a piece of it', async () => {
  const watch = watchBusy();
  const before = cores();
  const hash = await hashFolder(folder);
  const whole = cores() - before;
  const longest = watch.longest();
  watch.stop();
  expect(hash).toBe(hashWhole());
  expect(longest, `of ${whole} ms`).toBeLessThan(whole / 3);
});

it('sees each file that changes, comes or goes', async () => {
  const seen = new Set([await hashFolder(folder)]);
  const look = async () => {
    const hash = await hashFolder(folder);
    expect(hash).toBe(hashWhole());
    seen.add(hash);
  };
  writeFileSync(join(folder, 'a.yaml'), 'mapping: b\n');
  await look();
  writeFileSync(table(), 'key,value\n');
  await look();
  rmSync(table());
  await look();
  expect(seen.size).toBe(4);
});
