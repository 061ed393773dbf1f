import { z } from 'zod';
import { configSchema } from './config-schema.ts';

type Schema = z.core.JSONSchema.BaseSchema;

/** The config as JSON Schema 2020-12: what may be written, for editors. */
export function configJsonSchema(): Schema {
  const schema = z.toJSONSchema(configSchema, { io: 'input' });
  return { ...schema, title: 'scsn-gateway configuration' };
}
