import { basename } from 'node:path';
import type { z } from 'zod';
import { reasonOf } from '../../text/reason-of.ts';
import { NotRegularFile, readText } from '../../text/text-file.ts';
import type { Finding, Language } from '../../types.ts';
import { explainIssues } from '../../yaml/schema-issues.ts';
import { type Part, type PartName, part } from '../../yaml/yaml-sentences.ts';
import type { YamlPath } from '../../yaml/yaml-source.ts';
import { renderConfigSentence } from '../config-sentences.ts';
import { ConfigSource } from './config-source.ts';

/** What reading a config, or a part of one, begins with. */

/** The text of a config; without `source` it cannot be used, and the findings say why. */
export async function openConfigSource(
  path: string,
): Promise<{ readonly source?: ConfigSource; readonly findings: readonly Finding[] }> {
  try {
    const source = new ConfigSource(basename(path), await readText(path));
    const findings = source.listProblems();
    return findings.some(({ severity }) => severity === 'error') ? { findings } : { source, findings };
  } catch (error) {
    return { findings: [unreadableFinding(path, error)] };
  }
}

export function unreadableFinding(path: string, error: unknown, language: Language = 'en'): Finding {
  const sentence = error instanceof NotRegularFile ? 'config-unreadable/no-file' : 'config-unreadable';
  const words = renderConfigSentence(sentence, { reason: unreadReason(error) }, language);
  return { code: 'config-unreadable', severity: 'error', ...words, file: path };
}

const unreadReasons: Readonly<Record<string, PartName>> = {
  ENOENT: 'why-none',
  EISDIR: 'why-folder',
  EACCES: 'why-rights',
  EPERM: 'why-rights',
};

/** Why a file cannot be read; in the words of the system where there are no others. */
export function unreadReason(error: unknown): Part | string {
  const why = error instanceof Error && 'code' in error ? unreadReasons[String(error.code)] : undefined;
  return why === undefined ? reasonOf(error) : part(why);
}

export interface ParsedPart<T> {
  readonly data?: T;
  readonly findings: readonly Finding[];
}

/** A part of the config, which lies at `root`, by its schema. */
export function parsePart<S extends z.ZodType>(
  source: ConfigSource,
  schema: S,
  root: YamlPath,
  value: unknown,
): ParsedPart<z.output<S>> {
  const result = schema.safeParse(value);
  if (result.success) return { data: result.data, findings: [] };
  return { findings: explainIssues({ source, schema, root, value }, result.error.issues) };
}
