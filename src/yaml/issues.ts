import type { z } from 'zod';
import { nearest } from '../tree/nearest.ts';
import type { Finding } from '../types.ts';
import { shapeAt } from './schema-shape.ts';
import { type Path, written, type YamlSource } from './source.ts';

type Issue = z.core.$ZodIssue;

/** What a part of a file is held against. */
export interface Part {
  readonly source: YamlSource;
  readonly schema: z.ZodType;
  /** Where in the file the part stands. */
  readonly root: Path;
  /** The part as plain values. */
  readonly value: unknown;
}

/** zod's issues in words for whoever wrote the file, each at its place. */
export function issueFindings(part: Part, issues: readonly Issue[]): readonly Finding[] {
  return issues.flatMap((issue) => ofIssue(part, issue, issue.path));
}

function ofIssue(part: Part, issue: Issue, path: Path): readonly Finding[] {
  if (issue.code === 'invalid_union') return ofUnion(part, issue.errors, path);
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(part, path, key));
  if (valueAt(part.value, path) === undefined) return [missing(part, path)];
  if (issue.code === 'invalid_key')
    return [wrongName(part, path, issue.issues[0]?.message ?? 'another name')];
  return [wrongValue(part, issue, path)];
}

/** The alternative that fits best is what was meant. */
function ofUnion(part: Part, errors: readonly (readonly Issue[])[], path: Path): readonly Finding[] {
  const strangers = (issues: readonly Issue[]) =>
    issues.filter((issue) => issue.code === 'unrecognized_keys' && issue.path.length === 0).length;
  const best = [...errors].sort((a, b) => strangers(a) - strangers(b) || a.length - b.length)[0] ?? [];
  return best.flatMap((issue) => ofIssue(part, issue, [...path, ...issue.path]));
}

function unknownKey(part: Part, path: Path, key: string): Finding {
  const { keys } = shapeAt(part.schema, path);
  const near = nearest(key, keys);
  const where = [...part.root, ...path];
  const message = `\`${key}\` is not known ${where.length === 0 ? 'here' : `in \`${written(where)}\``}.`;
  const known = keys.length === 0 ? 'Remove it.' : `Known here: ${keys.join(', ')}.`;
  const advice = near === undefined ? known : `Did you mean \`${near}\`?`;
  return part.source.keyFinding(`${part.source.subject}-unknown-key`, [...where, key], message, advice);
}

function missing(part: Part, path: Path): Finding {
  const where = [...part.root, ...path];
  const { description, keys } = shapeAt(part.schema, path);
  const advice = description ?? (keys.length > 0 ? `It has: ${keys.join(', ')}.` : 'Add it.');
  return part.source.finding(
    `${part.source.subject}-missing-key`,
    where,
    `\`${written(where)}\` is missing.`,
    advice,
  );
}

function wrongName(part: Part, path: Path, wanted: string): Finding {
  const where = [...part.root, ...path];
  const message = `\`${String(path.at(-1))}\` cannot be a name in \`${written(where.slice(0, -1))}\`.`;
  return part.source.keyFinding(
    `${part.source.subject}-wrong-value`,
    where,
    message,
    `It must be ${wanted}.`,
  );
}

function wrongValue(part: Part, issue: Issue, path: Path): Finding {
  const where = [...part.root, ...path];
  const { message, advice } = explain(
    asText(part, issue, path) ?? issue,
    written(where),
    valueAt(part.value, path),
  );
  return part.source.finding(`${part.source.subject}-wrong-value`, where, message, advice);
}

/** What would be wrong with it in quotes: `every: 300` is no duration, however it is written. */
function asText({ schema, value }: Part, issue: Issue, path: Path): Issue | undefined {
  const given = valueAt(value, path);
  if (issue.code !== 'invalid_type' || issue.expected !== 'string' || typeof given !== 'number')
    return undefined;
  const quoted = schema.safeParse(withText(value, path, String(given)));
  return quoted.error?.issues.flatMap(innermost).find((one) => written(one.path) === written(path));
}

const innermost = (issue: Issue): readonly Issue[] =>
  issue.code === 'invalid_union' ? issue.errors.flat().flatMap(innermost) : [issue];

function withText(value: unknown, [key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return text;
  if (Array.isArray(value)) return value.map((item, n) => (n === key ? withText(item, rest, text) : item));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, member]) => [name, name === String(key) ? withText(member, rest, text) : member]),
  );
}

interface Words {
  readonly message: string;
  readonly advice: string;
}

function explain(issue: Issue, path: string, value: unknown): Words {
  const given = shown(path, value);
  if (issue.code === 'invalid_type') return wrongType(path, issue.expected, value);
  if (issue.code === 'invalid_value') return notAllowed(path, given, String(value), issue.values.map(String));
  if (issue.code === 'too_small' && issue.origin === 'string')
    return { message: `\`${path}\` is empty.`, advice: 'Give it a value.' };
  if (issue.code === 'too_small')
    return limit(path, given, `${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`);
  if (issue.code === 'too_big') return limit(path, given, `at most ${issue.maximum}`);
  return limit(path, given, issue.message);
}

function limit(path: string, given: string, wanted: string): Words {
  return { message: `\`${path}\`${given} is not allowed.`, advice: `It must be ${wanted}.` };
}

function notAllowed(path: string, given: string, value: string, values: readonly string[]): Words {
  const near = nearest(value, values);
  const question = near === undefined ? '' : `Did you mean \`${near}\`? `;
  return {
    message: `\`${path}\`${given} is not allowed.`,
    advice: `${question}Allowed: ${values.join(', ')}.`,
  };
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a group of settings',
  record: 'a group of settings',
  array: 'a list',
};

function wrongType(path: string, expected: string, value: unknown): Words {
  const wanted = kinds[expected] ?? expected;
  const kind = Array.isArray(value) ? 'array' : typeof value;
  const what = path === '' ? 'The file' : `\`${path}\``;
  const message = `${what} is ${kinds[kind] ?? kind}; it must be ${wanted}.`;
  if (expected === 'string' && kind !== 'object' && kind !== 'array')
    return { message, advice: `Put it in double quotes: "${isSecret(path) ? '…' : String(value)}".` };
  if (expected === 'number' && kind === 'string')
    return { message, advice: 'Write it without quotes and without a unit.' };
  return { message, advice: `Give it ${wanted}.` };
}

/** ` \`value\``, cut; nothing for what nobody should read in a log. */
function shown(path: string, value: unknown): string {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isPlain && !isSecret(path) ? ` = \`${String(value).slice(0, 80)}\`` : '';
}

function isSecret(path: string): boolean {
  return /(password|passphrase|privateKey|bearer|token|secret)$/i.test(path);
}

export function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const key of path) at = memberOf(at, String(key));
  return at;
}

function memberOf(value: unknown, key: string): unknown {
  return value !== null && typeof value === 'object'
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}
