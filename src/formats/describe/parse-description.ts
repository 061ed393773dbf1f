import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { findNearest } from '../../findings/nearest-names.ts';
import type { Finding } from '../../types.ts';
import { explainIssues, findValueAt } from '../../yaml/schema-issues.ts';
import { YamlSource } from '../../yaml/yaml-source.ts';
import type { FormatCode } from './format-codes.ts';
import { type Description, type SyntaxName, syntaxSchemas } from './syntax-schemas.ts';

/** A format's file, read and held against the schema of its syntax. */
export interface LoadedDescription {
  /** Absent when a finding is an error. */
  readonly description?: Description;
  readonly source: YamlSource<FormatCode>;
  readonly findings: readonly Finding[];
}

/** `file`: its path, for findings. Never throws for what the text says. */
export function parseDescription(text: string, file: string): LoadedDescription {
  const source = new YamlSource<FormatCode>(file, text, 'format');
  const [first] = source.listProblems();
  const problems = first === undefined ? [] : [hasListInBraces(text, first) ? withHint(first) : first];
  if (problems.some(({ severity }) => severity === 'error')) return { source, findings: problems };
  const value = source.toValue((path) => path[0] === 'tree');
  const { description, findings } = checkAgainstSchema(source, value);
  const all = [...problems, ...findings, ...(description ? checkName(source, description) : [])];
  const isWrong = all.some(({ severity }) => severity === 'error');
  return { ...(isWrong || description === undefined ? {} : { description }), source, findings: all };
}

/** `{ lines[]: … }`, which YAML reads as the beginning of a list. */
const hasListInBraces = (text: string, { line = 1 }: Finding): boolean =>
  /\{.*\[\]/.test(text.split('\n')[line - 1] ?? '');

/** The first problem with YAML makes most of the others; this is what it mostly comes from. */
const withHint = (found: Finding): Finding => ({
  ...found,
  advice: `${found.advice} Inside { } a name with [] stands in double quotes, or on a line of its own.`,
});

/** SHA-256 of texts, hex. */
export function hashTexts(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}\n${text}`);
  return hash.digest('hex');
}

const isSyntax = (name: unknown): name is SyntaxName =>
  typeof name === 'string' && Object.hasOwn(syntaxSchemas, name);

function checkAgainstSchema(
  source: YamlSource<FormatCode>,
  value: unknown,
): { readonly description?: Description; readonly findings: readonly Finding[] } {
  const syntax = findValueAt(value, ['syntax']);
  if (!isSyntax(syntax)) return { findings: [buildNoSyntaxFinding(source, syntax)] };
  const schema = syntaxSchemas[syntax];
  const result = schema.safeParse(value);
  if (result.success) return { description: result.data, findings: [] };
  return { findings: explainIssues({ source, schema, root: [], value }, result.error.issues) };
}

function buildNoSyntaxFinding(source: YamlSource<FormatCode>, given: unknown): Finding {
  const known = Object.keys(syntaxSchemas);
  if (given === undefined)
    return source.finding(
      'format-missing-key',
      ['syntax'],
      '`syntax` is missing.',
      `Known: ${known.join(', ')}.`,
    );
  const near = findNearest(String(given), known);
  const advice = near === undefined ? `Known: ${known.join(', ')}.` : `Did you mean \`${near}\`?`;
  return source.finding('format-wrong-value', ['syntax'], `\`syntax\` = \`${given}\` is not known.`, advice);
}

function checkName(source: YamlSource<FormatCode>, { format }: Description): readonly Finding[] {
  const [name = ''] = basename(source.file).split(/\.ya?ml$/);
  if (name === format) return [];
  const message = `The format is called \`${format}\`, and its file ${basename(source.file)}.`;
  return [source.finding('format-name', ['format'], message, 'Rename one of them.')];
}
