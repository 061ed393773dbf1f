import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasFolderLinks, hasLinks } from '../../test/kit/machine.ts';
import { isPathWithin } from './path-containment.ts';

let root: string;
const at = (...names: readonly string[]): string => join(root, ...names);

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'within-'));
  for (const folder of ['own/tables', 'own/.data', 'own-too', 'secret'])
    mkdirSync(at(folder), { recursive: true });
  for (const file of ['own/tables/a.csv', 'own/.data/b.csv', 'own-too/c.csv', 'secret/pw.csv'])
    writeFileSync(at(file), '');
  if (hasLinks) {
    symlinkSync('../secret/pw.csv', at('own/link.csv'));
    symlinkSync('.data/b.csv', at('own/b.csv'));
    symlinkSync('nowhere.csv', at('own/dangling.csv'));
  }
  if (hasFolderLinks) {
    symlinkSync('../secret', at('own/elsewhere'), 'junction');
    symlinkSync('own', at('mounted'), 'junction');
  }
});
afterAll(() => rmSync(root, { recursive: true }));

type Case = readonly [folder: string, path: string, expected: boolean];

const plain: readonly Case[] = [
  ['own', 'own/tables/a.csv', true],
  ['own', 'own/tables/none.csv', true],
  ['own', 'own/tables/none/none.csv', true],
  ['own', 'own/..hidden', true],
  ['own', 'own', true],
  ['own', 'secret/pw.csv', false],
  ['own', 'own/../secret/pw.csv', false],
  ['own', 'own-too/c.csv', false],
];

const throughFiles: readonly Case[] = [
  // as mounted folders of Kubernetes have their files
  ['own', 'own/b.csv', true],
  ['own', 'own/link.csv', false],
  ['own', 'own/dangling.csv', false],
];

const throughFolders: readonly Case[] = [
  ['own', 'own/elsewhere', false],
  ['own', 'own/elsewhere/pw.csv', false],
  ['own', 'own/elsewhere/none.csv', false],
  ['own', 'own/elsewhere/none/none.csv', false],
  ['mounted', 'mounted/tables/a.csv', true],
  ['mounted', 'mounted/tables/none/none.csv', true],
];

function check(folder: string, path: string, expected: boolean): void {
  expect(isPathWithin(at(folder), at(path))).toBe(expected);
}

describe('a path lies in a folder', () => {
  it.each(plain)('%s: %s %s', check);
});

describe.skipIf(!hasLinks)('a path lies in a folder, through a link to a file', () => {
  it.each(throughFiles)('%s: %s %s', check);
});

describe.skipIf(!hasFolderLinks)('a path lies in a folder, through a link to a folder', () => {
  it.each(throughFolders)('%s: %s %s', check);
  it.skipIf(!hasLinks)('mounted: mounted/link.csv false', () => check('mounted', 'mounted/link.csv', false));
});

it.skipIf(process.platform !== 'win32')('a path lies in a folder whatever its capitals', () => {
  check('OWN', 'own/Tables/A.CSV', true);
  check('own', 'SECRET/pw.csv', false);
});
