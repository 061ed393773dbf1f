import type { z } from 'zod';
import { findNearest } from '../findings/nearest-names.ts';
import type { Finding } from '../types.ts';
import { findSchemaNode } from './schema-node.ts';
import { type Part, type PartName, part, type SharedSentence, type Values } from './yaml-sentences.ts';
import { renderPath, type YamlPath, type YamlSource } from './yaml-source.ts';

type Issue = z.core.$ZodIssue;

/** What a part of a file is held against. */
export interface SchemaInput {
  readonly source: YamlSource;
  readonly schema: z.ZodType;
  /** Where in the file the part stands. */
  readonly root: YamlPath;
  /** The part as plain values. */
  readonly value: unknown;
}

/** zod's issues in words for whoever wrote the file, each at its place. */
export function explainIssues(given: SchemaInput, issues: readonly Issue[]): readonly Finding[] {
  return issues.flatMap((issue) => explainIssueAt(given, issue, issue.path));
}

function explainIssueAt(given: SchemaInput, issue: Issue, path: YamlPath): readonly Finding[] {
  if (issue.code === 'invalid_union') return explainUnion(given, issue.errors, path);
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => explainUnknownKey(given, path, key));
  if (findValueAt(given.value, path) === undefined) return [explainMissing(given, path)];
  if (issue.code === 'invalid_key')
    return [explainWrongName(given, path, issue.issues[0]?.message ?? 'another name')];
  return [explainWrongValue(given, issue, path)];
}

/** The alternative that fits best is what was meant. */
function explainUnion(
  given: SchemaInput,
  errors: readonly (readonly Issue[])[],
  path: YamlPath,
): readonly Finding[] {
  const strangers = (issues: readonly Issue[]) =>
    issues.filter((issue) => issue.code === 'unrecognized_keys' && issue.path.length === 0).length;
  const best = [...errors].sort((a, b) => strangers(a) - strangers(b) || a.length - b.length)[0] ?? [];
  return best.flatMap((issue) => explainIssueAt(given, issue, [...path, ...issue.path]));
}

function explainUnknownKey(given: SchemaInput, path: YamlPath, key: string): Finding {
  const { keys } = findSchemaNode(given.schema, path);
  const near = findNearest(key, keys);
  const where = [...given.root, ...path];
  const known = { keys: keys.join(', ') };
  const todo =
    near === undefined
      ? part(keys.length === 0 ? 'remove' : 'known-here', known)
      : part('did-you-mean', { near });
  const place = where.length === 0 ? part('here') : part('in-part', { path: renderPath(where) });
  return given.source.sharedFinding('unknown-key', [...where, key], { key, where: place, todo }, true);
}

function explainMissing(given: SchemaInput, path: YamlPath): Finding {
  const where = [...given.root, ...path];
  const { description, keys } = findSchemaNode(given.schema, path);
  const other = keys.length > 0 ? part('it-has', { keys: keys.join(', ') }) : part('add');
  const todo = description === undefined ? other : { schema: description };
  return given.source.sharedFinding('missing-key', where, { path: renderPath(where), todo });
}

function explainWrongName(given: SchemaInput, path: YamlPath, wanted: string): Finding {
  const where = [...given.root, ...path];
  const values = {
    name: String(path.at(-1)),
    path: renderPath(where.slice(0, -1)),
    wanted: { schema: wanted },
  };
  return given.source.sharedFinding('wrong-value/name', where, values, true);
}

function explainWrongValue(given: SchemaInput, issue: Issue, path: YamlPath): Finding {
  const where = [...given.root, ...path];
  const [sentence, values] = explainIssue(
    findIssueAsText(given, issue, path) ?? issue,
    renderPath(where),
    findValueAt(given.value, path),
  );
  return given.source.sharedFinding(sentence, where, values);
}

/** What would be wrong with it in quotes: `every: 300` is no duration, however it is written. */
function findIssueAsText({ schema, value }: SchemaInput, issue: Issue, path: YamlPath): Issue | undefined {
  const given = findValueAt(value, path);
  if (issue.code !== 'invalid_type' || issue.expected !== 'string' || typeof given !== 'number')
    return undefined;
  const quoted = schema.safeParse(withText(value, path, String(given)));
  return quoted.error?.issues.flatMap(listInnermost).find((one) => renderPath(one.path) === renderPath(path));
}

const listInnermost = (issue: Issue): readonly Issue[] =>
  issue.code === 'invalid_union' ? issue.errors.flat().flatMap(listInnermost) : [issue];

function withText(value: unknown, [key, ...rest]: YamlPath, text: string): unknown {
  if (key === undefined) return text;
  if (Array.isArray(value)) return value.map((item, n) => (n === key ? withText(item, rest, text) : item));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, member]) => [name, name === String(key) ? withText(member, rest, text) : member]),
  );
}

type IssueSentence = readonly [SharedSentence, Values];

function explainIssue(issue: Issue, path: string, value: unknown): IssueSentence {
  const given = quoteValue(path, value);
  if (issue.code === 'invalid_type') return explainWrongType(path, issue.expected, value);
  if (issue.code === 'invalid_value')
    return explainNotAllowed(path, given, String(value), issue.values.map(String));
  if (issue.code === 'too_small' && issue.origin === 'string') return ['wrong-value/empty', { path }];
  return ['wrong-value/limit', { path, given, wanted: limitOf(issue) }];
}

function limitOf(issue: Issue): Part {
  if (issue.code === 'too_small')
    return part(issue.inclusive === false ? 'more-than' : 'at-least', { limit: Number(issue.minimum) });
  if (issue.code === 'too_big') return part('at-most', { limit: Number(issue.maximum) });
  return { schema: issue.message };
}

function explainNotAllowed(
  path: string,
  given: string,
  value: string,
  values: readonly string[],
): IssueSentence {
  const found = findNearest(value, values);
  const near = found === undefined ? '' : part('did-you-mean-first', { near: found });
  return ['wrong-value/choice', { path, given, near, values: values.join(', ') }];
}

const kinds: Readonly<Record<string, PartName>> = {
  string: 'kind-text',
  number: 'kind-number',
  int: 'kind-integer',
  boolean: 'kind-boolean',
  object: 'kind-group',
  record: 'kind-group',
  array: 'kind-list',
};

function explainWrongType(path: string, expected: string, value: unknown): IssueSentence {
  const named = (kind: string) => (kinds[kind] === undefined ? kind : part(kinds[kind]));
  const wanted = named(expected);
  const kind = Array.isArray(value) ? 'array' : typeof value;
  const what = path === '' ? part('the-file') : part('setting', { path });
  const values = { what, kind: named(kind), wanted };
  if (expected === 'string' && kind !== 'object' && kind !== 'array') {
    const shown = isSecret(path) ? '…' : String(value);
    return ['wrong-value/type', { ...values, todo: part('quote', { value: shown }) }];
  }
  const todo = expected === 'number' && kind === 'string' ? part('unquote') : part('give', { wanted });
  return ['wrong-value/type', { ...values, todo }];
}

/** ` \`value\``, cut; nothing for what nobody should read in a log. */
function quoteValue(path: string, value: unknown): string {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isPlain && !isSecret(path) ? ` = \`${String(value).slice(0, 80)}\`` : '';
}

function isSecret(path: string): boolean {
  return /(password|passphrase|privateKey|bearer|token|secret)$/i.test(path);
}

export function findValueAt(value: unknown, path: YamlPath): unknown {
  let at = value;
  for (const key of path) at = memberOf(at, String(key));
  return at;
}

function memberOf(value: unknown, key: string): unknown {
  return value !== null && typeof value === 'object'
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}
