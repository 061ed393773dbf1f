import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { isObject } from '../documents/event-envelope.ts';
import { findJsonExcess } from '../documents/json-parts.ts';

/** A part of an OpenAPI 2.0 file: JSON Schema draft 4 and what OpenAPI adds. */
export type JsonSchema = { readonly [member: string]: unknown };

/** One operation of a service, as its OpenAPI 2.0 file publishes it (specification, section 9). */
export interface PublishedOperation {
  readonly method: string;
  /** With the base path. */
  readonly path: string;
  /** Of a JSON body, references inside it still to be looked up in `definitions`. */
  readonly body?: JsonSchema;
  /** Of the first 2xx answer. */
  readonly answer?: JsonSchema;
}

export interface Contract {
  readonly title: string;
  readonly version: string;
  readonly operations: readonly PublishedOperation[];
  readonly definitions: JsonSchema;
}

const record = z.custom<JsonSchema>(isObject, 'must be an object');

const file = z.looseObject({
  swagger: z.string().regex(/^2\./, 'must be 2.0'),
  info: z.looseObject({ title: z.string().default(''), version: z.coerce.string().default('') }).default({
    title: '',
    version: '',
  }),
  basePath: z.string().default(''),
  paths: z.record(z.string(), record),
  definitions: record.default({}),
  parameters: record.default({}),
  responses: record.default({}),
});
type OpenApiFile = z.output<typeof file>;

/** Characters of a file in JSON, and in YAML, which takes twenty times as long to read. */
const largest = { json: 5_000_000, yaml: 500_000 };

/** Reads an OpenAPI 2.0 file, JSON or YAML; a sentence on what is wrong when it is none, or more than a service publishes. */
export function parseContract(text: string): Contract | string {
  const kind = /^\s*[{[]/.test(text) ? 'json' : 'yaml';
  if (text.length > largest[kind])
    return `It is larger than the ${largest[kind] / 1e6} MB of ${kind.toUpperCase()} that are read.`;
  if (findJsonExcess(text)) return 'It holds more than any OpenAPI 2.0 file does.';
  const value = parseJsonOrYaml(text);
  const read = file.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    return `It is no OpenAPI 2.0 file: ${issue?.path.join('.') || 'the file'} ${issue?.message ?? ''}.`;
  }
  const { info, definitions } = read.data;
  return { title: info.title, version: info.version, definitions, operations: operationsOf(read.data) };
}

function parseJsonOrYaml(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return yaml(text);
  }
}

function yaml(text: string): unknown {
  try {
    // the search for equal keys takes the square of their number
    return parseYaml(text, { uniqueKeys: false });
  } catch {
    return undefined; // neither JSON nor YAML
  }
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

function operationsOf(contract: OpenApiFile): readonly PublishedOperation[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!isObject(operation)) return [];
      const body = bodyOf(contract, [...listOf(operation.parameters), ...listOf(item.parameters)]);
      const answer = answerOf(contract, operation.responses);
      return {
        method: method.toUpperCase(),
        path: contract.basePath.replace(/\/+$/, '') + path,
        ...(body === undefined ? {} : { body }),
        ...(answer === undefined ? {} : { answer }),
      };
    }),
  );
}

function bodyOf(contract: OpenApiFile, parameters: readonly unknown[]): JsonSchema | undefined {
  const found = parameters.map((parameter) =>
    resolveReference(parameter, '#/parameters/', contract.parameters),
  );
  const body = found.find((parameter) => parameter?.in === 'body')?.schema;
  return isObject(body) ? body : undefined;
}

function answerOf(contract: OpenApiFile, responses: unknown): JsonSchema | undefined {
  const status = Object.keys(isObject(responses) ? responses : {}).find((code) => /^2/.test(code));
  if (status === undefined || !isObject(responses)) return undefined;
  const schema = resolveReference(responses[status], '#/responses/', contract.responses)?.schema;
  return isObject(schema) ? schema : undefined;
}

/** The object itself, or the one that its `$ref` names. */
function resolveReference(value: unknown, prefix: string, named: JsonSchema): JsonSchema | undefined {
  if (!isObject(value)) return undefined;
  const { $ref: ref } = value;
  if (typeof ref !== 'string') return value;
  const target = ref.startsWith(prefix) ? named[ref.slice(prefix.length)] : undefined;
  return isObject(target) ? target : undefined;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The operation at a path, whether or not /v2 or the name of the service stands before it there and here. */
export function findOperation(
  contract: Contract,
  service: string,
  method: string,
  path: string,
): PublishedOperation | undefined {
  const wanted = pathInService(service, path);
  return contract.operations.find(
    (operation) => operation.method === method && fits(pathInService(service, operation.path), wanted),
  );
}

/** The path after `/v2` and the name of the service. */
function pathInService(service: string, path: string): string {
  const [before = ''] = path.split('?');
  return before.replace(/^\/v\d+(?=\/)/, '').replace(`/${service}/`, '/');
}

/** `/order/{orderId}` fits `/order/1`. */
function fits(template: string, path: string): boolean {
  const [names, values] = [template.split('/'), path.split('/')];
  return (
    names.length === values.length && names.every((name, n) => /^\{.*\}$/.test(name) || name === values[n])
  );
}

/** What is wrong with a JSON body, one sentence for each place. Throws when the schema cannot be used. */
export function buildBodyCheck(contract: Contract, schema: JsonSchema): (json: unknown) => readonly string[] {
  const whole = { ...lenient(schema), definitions: lenient(contract.definitions) };
  const checked = z.fromJSONSchema(whole, { defaultTarget: 'draft-4' });
  return (json) => {
    const result = checked.safeParse(json);
    return result.success ? [] : result.error.issues.flatMap((issue) => renderIssue(issue, []));
  };
}

type Issue = z.core.$ZodIssue;

function renderIssue(issue: Issue, at: readonly PropertyKey[]): readonly string[] {
  const path = [...at, ...issue.path];
  if (issue.code !== 'invalid_union') return [`${place(path)}: ${issue.message}`];
  const [nearest = []] = [...issue.errors].sort((a, b) => a.length - b.length);
  return nearest.length === 0
    ? [`${place(path)}: ${issue.message}`]
    : nearest.flatMap((one) => renderIssue(one, path));
}

/** `lines[0].position` */
const place = (path: readonly PropertyKey[]): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '') || 'the body';

/**
 * Formats are left out: their meaning differs between tools (a local time is no `date-time` to some), and a document must not be refused
 * for that; patterns that may take for ever are, too. `x-nullable` is what OpenAPI 2.0 files write for null.
 */
function lenient({ 'x-nullable': nullable, ...schema }: JsonSchema): JsonSchema {
  const relaxed = Object.fromEntries(
    Object.entries(schema)
      .filter((member) => !isLeftOut(member))
      .map(([name, value]) => [name, lenientValue(value)]),
  );
  return nullable === true ? { anyOf: [relaxed, { type: 'null' }] } : relaxed;
}

/** A property may itself be called `format`; its value is a schema then. */
const isLeftOut = ([name, value]: readonly [string, unknown]): boolean =>
  typeof value === 'string' && (name === 'format' || (name === 'pattern' && !isQuickPattern(value)));

/** Without groups; what repeats without end does so once, from the beginning of the text. Anything else may go back and forth in a text. */
function isQuickPattern(pattern: string): boolean {
  if (/[()|]|\\[1-9k]|\d{4}/.test(pattern)) return false;
  const endless = pattern.match(/[*+]|,\}/g)?.length ?? 0;
  return endless === 0 || (endless === 1 && pattern.startsWith('^'));
}

function lenientValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lenientValue);
  return isObject(value) ? lenient(value) : value;
}
