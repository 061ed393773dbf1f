import type { z } from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

const keywords = [
  '$schema',
  'title',
  'description',
  '$defs',
  '$ref',
  'anyOf',
  'type',
  'const',
  'enum',
].concat(['properties', 'required', 'additionalProperties', 'items']);

/**
 * Holds values against a JSON Schema of the few keywords that ours have. zod reads such schemas too, but not with hundreds of
 * definitions that refer to one another.
 */
export class JsonSchema {
  readonly #root: Schema;

  constructor(root: Schema) {
    this.#root = root;
  }

  /** What is wrong, `/target/order: …`; of alternatives, what is wrong with the one that fits best. Throws for a keyword it does not know. */
  problems(value: unknown): readonly string[] {
    return this.#against(value, this.#root, '');
  }

  #against(value: unknown, schema: unknown, path: string): readonly string[] {
    if (!isSchema(schema)) return schema === false ? [`${path}: not allowed`] : [];
    const strange = Object.keys(schema).find((name) => !keywords.includes(name));
    if (strange !== undefined) throw new Error(`an unknown keyword: ${strange}`);
    const branches = (schema.anyOf ?? []).map((one) => this.#against(value, one, path));
    const isOther = (found: readonly string[]) => Number(found[0]?.startsWith(`${path}: no `) ?? false);
    const best = branches.toSorted((a, b) => isOther(a) - isOther(b) || a.length - b.length)[0] ?? [];
    return [...this.#referred(value, schema, path), ...best, ...this.#own(value, schema, path)];
  }

  #referred(value: unknown, { $ref }: Schema, path: string): readonly string[] {
    if ($ref === undefined) return [];
    const found = this.#root.$defs?.[$ref.replace('#/$defs/', '')];
    if (found === undefined) throw new Error(`there is no ${$ref}`);
    return this.#against(value, found, path);
  }

  #own(value: unknown, schema: Schema, path: string): readonly string[] {
    const types: readonly unknown[] = [schema.type ?? []].flat();
    if (types.length > 0 && !types.includes(typeOf(value))) return [`${path}: no ${types.join(' or ')}`];
    if ('const' in schema && schema.const !== value) return [`${path}: not ${schema.const}`];
    const values: readonly unknown[] | undefined = schema.enum;
    if (values !== undefined && !values.includes(value)) return [`${path}: none of ${values.join()}`];
    if (Array.isArray(value))
      return value.flatMap((one, i) => this.#against(one, schema.items, `${path}/${i}`));
    return typeOf(value) === 'object'
      ? this.#members(new Map(Object.entries(value ?? {})), schema, path)
      : [];
  }

  #members(members: ReadonlyMap<string, unknown>, schema: Schema, path: string): readonly string[] {
    const missing = (schema.required ?? []).filter((name) => !members.has(name));
    const inside = [...members].flatMap(([name, value]) =>
      this.#against(value, schema.properties?.[name] ?? schema.additionalProperties, `${path}/${name}`),
    );
    return [...missing.map((name) => `${path}: needs ${name}`), ...inside];
  }
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

const typeOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
