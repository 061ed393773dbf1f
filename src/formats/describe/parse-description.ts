import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { z } from 'zod';
import type { Finding, Language } from '../../types.ts';
import { explainIssues, findValueAt } from '../../yaml/schema-issues.ts';
import { commonSentence } from './common-sentences.ts';
import { renderDescriptionSentence } from './description-sentences.ts';
import { DescriptionSource } from './description-source.ts';

/** A format's file as YAML, not held against the schema of its syntax yet. */
export interface OpenedDescription {
  readonly source: DescriptionSource;
  /** Plain values, `tree` in the order of the file; undefined when a finding is an error. */
  readonly value: unknown;
  readonly findings: readonly Finding[];
}

/** `file`: its path, for findings; `language`: theirs. Never throws for what the text says. */
export function openDescription(text: string, file: string, language: Language = 'en'): OpenedDescription {
  const source = new DescriptionSource(file, text, language);
  const [first] = source.listProblems();
  const findings =
    first === undefined ? [] : [hasListInBraces(text, first) ? withHint(first, language) : first];
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
const withHint = (found: Finding, language: Language): Finding => {
  const { message, advice } = found;
  const values = { message, advice };
  return { ...found, ...renderDescriptionSentence(commonSentence('format-yaml/braces'), values, language) };
};

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

function checkName(source: DescriptionSource, format: string): readonly Finding[] {
  const [name = ''] = basename(source.file).split(/\.ya?ml$/);
  if (name === format) return [];
  const values = { name: format, file: basename(source.file) };
  return [source.findingAt(commonSentence('format-name/other'), ['format'], values)];
}

/** A description that another one of its syntax builds on. */
export interface GuideDescription<D> extends CheckedDescription<D> {
  readonly source: DescriptionSource;
}

/** Undefined: it is of another syntax. */
export function parseGuide<D extends { readonly format: string }>(
  text: string,
  name: string,
  schema: z.ZodType<D>,
  syntax: string,
  language?: Language,
): GuideDescription<D> | undefined {
  const opened = openDescription(text, `${name}.yaml`, language);
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
