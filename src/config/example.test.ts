import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { keysOf } from '../../test/kit/schema-keys.ts';
import { configJsonSchema } from './schema/config-json-schema.ts';

it('names every setting in gateway.example.yaml', async () => {
  const example = await readFile(new URL('../../gateway.example.yaml', import.meta.url), 'utf8');
  const named = new Set([...example.matchAll(/[\w/-]+(?=:)/g)].map(([name]) => name));
  const keys = [...new Set(keysOf(configJsonSchema()))];
  expect(keys.length).toBeGreaterThan(50);
  expect(keys.filter((key) => !named.has(key))).toEqual([]);
});
