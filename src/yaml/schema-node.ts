import { z } from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

/** What a schema says of the place that a path leads to. */
export interface SchemaNode {
  /** Names that may stand there. */
  readonly keys: readonly string[];
  readonly description: string | undefined;
}

/** Follows a path of keys through objects, records and alternatives. */
export function findSchemaNode(schema: z.ZodType, path: readonly PropertyKey[]): SchemaNode {
  let nodes = listAlternatives(z.toJSONSchema(schema, { io: 'input' }));
  let described: readonly Schema[] = nodes;
  for (const key of path) {
    described = nodes.flatMap((node) => listBelow(node, String(key)));
    nodes = described.flatMap(listAlternatives);
  }
  const keys = new Set(nodes.flatMap((node) => Object.keys(node.properties ?? {})));
  return { keys: [...keys], description: described.find((node) => node.description)?.description };
}

function listBelow(node: Schema, key: string): readonly Schema[] {
  const next = node.properties?.[key] ?? node.additionalProperties;
  return typeof next === 'object' ? [next] : [];
}

function listAlternatives(node: Schema): readonly Schema[] {
  const others = (node.anyOf ?? []).filter((other) => typeof other === 'object');
  return others.length === 0 ? [node] : others.flatMap(listAlternatives);
}
