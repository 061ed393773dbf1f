import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { configJsonSchema } from './json-schema.ts';

type Schema = z.core.JSONSchema.BaseSchema;

/** Names of all settings, wherever they stand. */
function keysOf(schema: Schema): readonly string[] {
  const members = Object.entries(schema.properties ?? {});
  const below = [
    ...members.map(([, member]) => member),
    ...(schema.anyOf ?? []),
    schema.additionalProperties,
  ];
  return [
    ...members.map(([name]) => name),
    ...below.flatMap((other) => (typeof other === 'object' ? keysOf(other) : [])),
  ];
}

it('names every setting in gateway.example.yaml', async () => {
  const example = await readFile(new URL('../../gateway.example.yaml', import.meta.url), 'utf8');
  const named = new Set([...example.matchAll(/[\w/-]+(?=:)/g)].map(([name]) => name));
  const keys = [...new Set(keysOf(configJsonSchema()))];
  expect(keys.length).toBeGreaterThan(50);
  expect(keys.filter((key) => !named.has(key))).toEqual([]);
});
