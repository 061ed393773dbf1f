import { basename } from 'node:path';
import type { z } from 'zod';
import { NoFile, readText } from '../text.ts';
import type { Finding, Language } from '../types.ts';
import { issueFindings } from '../yaml/issues.ts';
import { type Part, type PartName, part } from '../yaml/sentences.ts';
import type { Path } from '../yaml/source.ts';
import { said } from './sentences.ts';
import { ConfigSource } from './source.ts';

/** What reading a config, or a part of one, begins with. */

/** The text of a config; without `source` it cannot be used, and the findings say why. */
export async function opened(
  path: string,
): Promise<{ readonly source?: ConfigSource; readonly findings: readonly Finding[] }> {
  try {
    const source = new ConfigSource(basename(path), await readText(path));
    const findings = source.problems();
    return findings.some(({ severity }) => severity === 'error') ? { findings } : { source, findings };
  } catch (error) {
    return { findings: [unreadable(path, error)] };
  }
}

export function unreadable(path: string, error: unknown, language: Language = 'en'): Finding {
  const sentence = error instanceof NoFile ? 'config-unreadable/no-file' : 'config-unreadable';
  const words = said(sentence, { reason: whyUnread(error) }, language);
  return { code: 'config-unreadable', severity: 'error', ...words, file: path };
}

const whys: Readonly<Record<string, PartName>> = {
  ENOENT: 'why-none',
  EISDIR: 'why-folder',
  EACCES: 'why-rights',
  EPERM: 'why-rights',
};

/** Why a file cannot be read; in the words of the system where there are no others. */
export function whyUnread(error: unknown): Part | string {
  const why = error instanceof Error && 'code' in error ? whys[String(error.code)] : undefined;
  return why === undefined ? (error instanceof Error ? error.message : String(error)) : part(why);
}

export interface Checked<T> {
  readonly data?: T;
  readonly findings: readonly Finding[];
}

/** A part of the config, which lies at `root`, by its schema. */
export function checked<S extends z.ZodType>(
  source: ConfigSource,
  schema: S,
  root: Path,
  value: unknown,
): Checked<z.output<S>> {
  const result = schema.safeParse(value);
  if (result.success) return { data: result.data, findings: [] };
  return { findings: issueFindings({ source, schema, root, value }, result.error.issues) };
}
