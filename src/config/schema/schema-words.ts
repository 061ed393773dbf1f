import { configJsonSchema } from './config-json-schema.ts';

/** What the schema itself says: such words tell nothing of a site. */
export interface SchemaWords {
  /** Of keys. */
  readonly names: ReadonlySet<string>;
  /** Values that may be chosen. */
  readonly choices: ReadonlySet<string>;
}

let known: SchemaWords | undefined;

export function schemaWords(): SchemaWords {
  known ??= collectWords(configJsonSchema());
  return known;
}

function collectWords(schema: unknown): SchemaWords {
  const [names, choices] = [new Set<string>(), new Set<string>()];
  const collect = (part: unknown): void => {
    if (Array.isArray(part)) for (const one of part) collect(one);
    else if (typeof part === 'object' && part !== null)
      for (const [key, value] of Object.entries(part)) {
        if (key === 'properties' && typeof value === 'object' && value !== null)
          for (const name of Object.keys(value)) names.add(name);
        if (key === 'enum' && Array.isArray(value))
          for (const one of value) if (typeof one === 'string') choices.add(one);
        if (key === 'const' && typeof value === 'string') choices.add(value);
        collect(value);
      }
  };
  collect(schema);
  return { names, choices };
}
