import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('sets a flag that V8 knows: with one that it does not know a gateway would run, and only take more', () => {
  const text = readFileSync(new URL('heap.ts', import.meta.url), 'utf8');
  const flags = [...text.matchAll(/'(--[^']+)'/g)].map(([, flag]) => flag ?? '');
  expect(flags).toHaveLength(2);
  // on the command line an unknown one ends Node
  expect(
    execFileSync(process.execPath, [...flags, '--eval', 'console.log("known")'], { encoding: 'utf8' }),
  ).toBe('known\n');
});
