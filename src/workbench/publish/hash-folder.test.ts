import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashFolder, hashInPieces } from './hash-folder.ts';
import { buildFolderState, readFolder } from './mappings-folder.ts';

let folder: string;
const table = () => join(folder, 'tables', 'large.csv');
const hashWhole = () => buildFolderState(readFolder(folder)).hash;

/** Turns of this thread's loop while work is under way. */
async function countTurns(work: Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false];
  const over = work.finally(() => {
    isOver = true;
  });
  for (; !isOver; turns += 1) await setImmediate();
  await over;
  return turns;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hashed-folder-'));
  mkdirSync(join(folder, 'tables'));
  writeFileSync(join(folder, 'a.yaml'), 'mapping: a\n');
  writeFileSync(table(), Buffer.alloc(20_000_000, 'ARTICLE-4711,C62\n'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('gives a folder with a large table its hash, and lets the loop turn between two pieces of it', async () => {
  expect(await hashFolder(folder)).toBe(hashWhole());
  // a megabyte at a time
  expect(await countTurns(hashInPieces(Buffer.alloc(20_000_000)))).toBeGreaterThan(20);
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
