import { resolve } from 'node:path';
import { type Document, type Node, type Scalar, visit } from 'yaml';
import { readTextSync } from '../../text/text-file.ts';
import type { Finding } from '../../types.ts';
import type { Values } from '../../yaml/yaml-sentences.ts';
import type { ConfigSentenceName } from '../config-sentences.ts';
import type { ConfigSource } from './config-source.ts';
import { unreadReason } from './open-config-source.ts';

/** What `${…}` may refer to. */
export interface PlaceholderSources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Relative paths in `${file:PATH}` start here. */
  readonly folder: string;
}

/** Values that came from outside: they are no plain text in the file. */
export interface FilledPlaceholders {
  readonly findings: readonly Finding[];
  readonly nodes: ReadonlySet<unknown>;
}

/**
 * Fills `${ENV_NAME}` and `${file:PATH}` in every text of the document, keys left alone. `$${` stands for `${`. What is
 * filled in is not looked at again, and stays text; what cannot be found is left as it stands. The line end at the end
 * of a file is dropped; it may be saved as PowerShell does (`>`: UTF-16 with its mark) or Notepad (UTF-8 with one).
 */
export function fillPlaceholders(
  source: ConfigSource,
  surroundings: PlaceholderSources,
  within: Node | Document = source.document,
): FilledPlaceholders {
  const findings: Finding[] = [];
  const from = new Set<unknown>();
  visit(within, {
    Scalar(key, node) {
      if (key === 'key' || typeof node.value !== 'string' || !node.value.includes('${')) return;
      node.value = fill(node.value, surroundings, (sentence, values) => {
        findings.push({ ...source.findingAt(sentence, [], values), ...source.positionAt(offsetOf(node)) });
      });
      from.add(node);
    },
  });
  return { findings, nodes: from };
}

type ReportFinding = (sentence: ConfigSentenceName, values: Values) => void;

function fill(text: string, surroundings: PlaceholderSources, tell: ReportFinding): string {
  return text.replace(/\$\$\{|\$\{([^}]*)\}?/g, (all, name: string | undefined) => {
    if (name === undefined) return '${';
    return resolvePlaceholder(all, name, surroundings, tell);
  });
}

function resolvePlaceholder(
  all: string,
  name: string,
  surroundings: PlaceholderSources,
  tell: ReportFinding,
): string {
  if (all.endsWith('}') && name.startsWith('file:'))
    return fromFile(name.slice(5), surroundings.folder, tell) ?? all;
  if (!all.endsWith('}') || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    tell('config-placeholder', { written: all });
    return all;
  }
  const value = surroundings.environment[name];
  if (value === undefined) tell('config-env-missing', { name });
  return value ?? all;
}

function fromFile(path: string, folder: string, tell: ReportFinding): string | undefined {
  try {
    return readTextSync(resolve(folder, path)).replace(/\r?\n$/, '');
  } catch (error) {
    tell('config-file-missing', { path, reason: unreadReason(error) });
    return undefined;
  }
}

function offsetOf(node: Scalar): number {
  return node.range?.[0] ?? 0;
}
