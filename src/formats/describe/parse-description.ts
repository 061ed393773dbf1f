import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { z } from 'zod';
import type { Finding } from '../../types.ts';
import { explainIssues, findValueAt } from '../../yaml/schema-issues.ts';
import { YamlSource } from '../../yaml/yaml-source.ts';
import type { FormatCode } from './format-codes.ts';

/** A format's file as YAML, not held against the schema of its syntax yet. */
export interface OpenedDescription {
  readonly source: YamlSource<FormatCode>;
  /** Plain values, `tree` in the order of the file; undefined when a finding is an error. */
  readonly value: unknown;
  readonly findings: readonly Finding[];
}

/** `file`: its path, for findings. Never throws for what the text says. */
export function openDescription(text: string, file: string): OpenedDescription {
  const source = new YamlSource<FormatCode>(file, text, 'format');
  const [first] = source.listProblems();
  const findings = first === undefined ? [] : [hasListInBraces(text, first) ? withHint(first) : first];
  const value = hasError(findings) ? undefined : source.toValue((path) => path[0] === 'tree');
  return { source, value, findings };
}

export const hasError = (findings: readonly Finding[]): boolean =>
  findings.some(({ severity }) => severity === 'error');

/** What `syntax:` says. */
export const syntaxNameOf = ({ value }: OpenedDescription): unknown => findValueAt(value, ['syntax']);

/** `{ lines[]: … }`, which YAML reads as the beginning of a list. */
const hasListInBraces = (text: string, { line = 1 }: Finding): boolean =>
  /\{.*\[\]/.test(text.split('\n')[line - 1] ?? '');

/** The first problem with YAML makes most of the others; this is what it mostly comes from. */
const withHint = (found: Finding): Finding => ({
  ...found,
  advice: `${found.advice} Inside { } a name with [] stands in double quotes, or on a line of its own.`,
});

export interface CheckedDescription<D> {
  /** Absent when a finding is an error. */
  readonly description?: D;
  /** With those of the YAML. */
  readonly findings: readonly Finding[];
}

/** Holds a description against the schema of its syntax, and its name against that of its file. */
export function checkDescription<D extends { readonly format: string }>(
  schema: z.ZodType<D>,
  { source, value, findings: problems }: OpenedDescription,
): CheckedDescription<D> {
  const { data, error } = schema.safeParse(value);
  const found =
    data === undefined
      ? explainIssues({ source, schema, root: [], value }, error?.issues ?? [])
      : checkName(source, data.format);
  const findings = [...problems, ...found];
  return { ...(data === undefined || hasError(findings) ? {} : { description: data }), findings };
}

function checkName(source: YamlSource<FormatCode>, format: string): readonly Finding[] {
  const [name = ''] = basename(source.file).split(/\.ya?ml$/);
  if (name === format) return [];
  const message = `The format is called \`${format}\`, and its file ${basename(source.file)}.`;
  return [source.finding('format-name', ['format'], message, 'Rename one of them.')];
}

/** A description that another one of its syntax builds on. */
export interface GuideDescription<D> extends CheckedDescription<D> {
  readonly source: YamlSource<FormatCode>;
}

/** Undefined: it is of another syntax. */
export function parseGuide<D extends { readonly format: string }>(
  text: string,
  name: string,
  schema: z.ZodType<D>,
  syntax: string,
): GuideDescription<D> | undefined {
  const opened = openDescription(text, `${name}.yaml`);
  const { source, findings } = opened;
  if (hasError(findings)) return { source, findings };
  return syntaxNameOf(opened) === syntax ? { source, ...checkDescription(schema, opened) } : undefined;
}

/** SHA-256 of texts, hex. */
export function hashTexts(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}\n${text}`);
  return hash.digest('hex');
}
