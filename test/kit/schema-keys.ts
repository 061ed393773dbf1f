import type { z } from 'zod';

export type Schema = z.core.JSONSchema.BaseSchema;

/** Names of all settings of the config's schema, wherever they stand. */
export function keysOf(schema: Schema): readonly string[] {
  const members = Object.entries(schema.properties ?? {});
  const below = [
    ...members.map(([, member]) => member),
    ...(schema.anyOf ?? []),
    schema.additionalProperties,
  ];
  return [
    ...members.map(([name]) => name),
    ...below.flatMap((one) => (typeof one === 'object' ? keysOf(one) : [])),
  ];
}
