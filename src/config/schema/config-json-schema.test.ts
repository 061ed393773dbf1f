import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { findSchemaNode } from '../../yaml/schema-node.ts';
import { configJsonSchema } from './config-json-schema.ts';
import { configSchema, inboundChannel } from './config-schema.ts';

const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url));

describe('configJsonSchema', () => {
  it('accepts what the config accepts and refuses unknown names', async () => {
    const schema = z.fromJSONSchema(configJsonSchema());
    const config: unknown = parse(await readFile(join(fixtures, 'complete.yaml'), 'utf8'));
    expect(schema.safeParse(config).success).toBe(true);
    expect(schema.safeParse({ ...Object(config), extra: 1 }).success).toBe(false);
  });

  it('describes every setting', () => {
    const bare: string[] = [];
    const look = (schema: z.core.JSONSchema.BaseSchema, path: string) => {
      for (const [name, member] of Object.entries(schema.properties ?? {})) {
        if (typeof member !== 'object') continue;
        if (member.description === undefined) bare.push(`${path}${name}`);
        look(member, `${path}${name}.`);
      }
      const others = [...(schema.anyOf ?? []), schema.additionalProperties];
      for (const other of others) if (typeof other === 'object') look(other, `${path}*.`);
    };
    look(configJsonSchema(), '');
    expect(bare).toEqual([]);
  });
});

describe('shapeAt', () => {
  it('follows objects, records and alternatives', () => {
    expect(findSchemaNode(configSchema, ['exchange', 'auth']).keys).toEqual(['mode', 'email', 'password']);
    expect(findSchemaNode(configSchema, ['http', 'webhook', 'auth']).keys).toEqual([
      'basic',
      'bearer',
      'addresses',
    ]);
    expect(findSchemaNode(configSchema, ['channels', 'any', 'to']).keys).toEqual([
      'exchange',
      'folder',
      'sftp',
      'name',
      'fileMode',
      'mode',
      'done',
      'collected',
    ]);
    expect(findSchemaNode(inboundChannel, ['from', 'folder']).description).toContain('Inbound folder');
    expect(findSchemaNode(inboundChannel, ['no', 'such']).keys).toEqual([]);
  });
});
