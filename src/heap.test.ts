import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { packageFile } from './package.ts';
import { nodeOptions } from './service/service-site.ts';

it('sets a flag that V8 knows: with one that it does not know a gateway would run, and only take more', () => {
  const text = readFileSync(new URL('heap.ts', import.meta.url), 'utf8');
  const flags = [...text.matchAll(/'(--[^']+)'/g)].map(([, flag]) => flag ?? '');
  expect(flags).toHaveLength(3);
  // on the command line an unknown one ends Node
  expect(
    execFileSync(process.execPath, [...flags, '--eval', 'console.log("known")'], { encoding: 'utf8' }),
  ).toBe('known\n');
});

it.each(['bin/gateway.js', 'packaging/gateway.sh', 'packaging/gateway.cmd', 'Dockerfile', 'package.json'])(
  '%s gives Node the options that services give it, each time that it starts the gateway',
  (name) => {
    const text = readFileSync(packageFile(name), 'utf8');
    const given = [...text.matchAll(/--max-[a-z-]+=\d+/g)].map(([option]) => option);
    expect([...new Set(given)]).toEqual([nodeOptions]);
  },
);
