import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPathWithin } from './path-containment.ts';

let root: string;
const at = (...names: readonly string[]): string => join(root, ...names);

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'within-'));
  for (const folder of ['own/tables', 'own/.data', 'own-too', 'secret'])
    mkdirSync(at(folder), { recursive: true });
  for (const file of ['own/tables/a.csv', 'own/.data/b.csv', 'own-too/c.csv', 'secret/pw.csv'])
    writeFileSync(at(file), '');
  symlinkSync('../secret/pw.csv', at('own/link.csv'));
  symlinkSync('.data/b.csv', at('own/b.csv'));
  symlinkSync('../secret', at('own/elsewhere'), 'junction');
  symlinkSync('own', at('mounted'), 'junction');
});
afterAll(() => rmSync(root, { recursive: true }));

describe('a path lies in a folder', () => {
  it.each([
    ['own', 'own/tables/a.csv', true],
    ['own', 'own/tables/none.csv', true],
    ['own', 'own/..hidden', true],
    // as mounted folders of Kubernetes have their files
    ['own', 'own/b.csv', true],
    ['mounted', 'mounted/tables/a.csv', true],
    ['own', 'secret/pw.csv', false],
    ['own', 'own/../secret/pw.csv', false],
    ['own', 'own-too/c.csv', false],
    ['own', 'own/link.csv', false],
    ['own', 'own/elsewhere/pw.csv', false],
    ['own', 'own/elsewhere/none.csv', false],
    ['own', 'own/elsewhere/none/none.csv', false],
    ['mounted', 'mounted/tables/none/none.csv', true],
    ['mounted', 'mounted/link.csv', false],
  ])('%s: %s %s', (folder, path, expected) => {
    expect(isPathWithin(at(folder), at(path))).toBe(expected);
  });
});
