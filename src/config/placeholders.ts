import { resolve } from 'node:path';
import { type Document, type Node, type Scalar, visit } from 'yaml';
import { readTextNow } from '../text.ts';
import type { Finding } from '../types.ts';
import type { Values } from '../yaml/sentences.ts';
import { whyUnread } from './reading.ts';
import type { Sentence } from './sentences.ts';
import type { ConfigSource } from './source.ts';

/** What `${…}` may refer to. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Relative paths in `${file:PATH}` start here. */
  readonly folder: string;
}

/** Values that came from outside: they are no plain text in the file. */
export interface Filled {
  readonly findings: readonly Finding[];
  readonly from: ReadonlySet<unknown>;
}

/**
 * Fills `${ENV_NAME}` and `${file:PATH}` in every text of the document, keys left alone. `$${` stands for `${`. What is
 * filled in is not looked at again, and stays text; what cannot be found is left as it stands. The line end at the end
 * of a file is dropped; it may be saved as PowerShell does (`>`: UTF-16 with its mark) or Notepad (UTF-8 with one).
 */
export function fillPlaceholders(
  source: ConfigSource,
  surroundings: Surroundings,
  within: Node | Document = source.document,
): Filled {
  const findings: Finding[] = [];
  const from = new Set<unknown>();
  visit(within, {
    Scalar(key, node) {
      if (key === 'key' || typeof node.value !== 'string' || !node.value.includes('${')) return;
      node.value = fill(node.value, surroundings, (sentence, values) => {
        findings.push({ ...source.told(sentence, [], values), ...source.at(offsetOf(node)) });
      });
      from.add(node);
    },
  });
  return { findings, from };
}

type Tell = (sentence: Sentence, values: Values) => void;

function fill(text: string, surroundings: Surroundings, tell: Tell): string {
  return text.replace(/\$\$\{|\$\{([^}]*)\}?/g, (all, name: string | undefined) => {
    if (name === undefined) return '${';
    return lookUp(all, name, surroundings, tell);
  });
}

function lookUp(all: string, name: string, surroundings: Surroundings, tell: Tell): string {
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

function fromFile(path: string, folder: string, tell: Tell): string | undefined {
  try {
    return readTextNow(resolve(folder, path)).replace(/\r?\n$/, '');
  } catch (error) {
    tell('config-file-missing', { path, reason: whyUnread(error) });
    return undefined;
  }
}

function offsetOf(node: Scalar): number {
  return node.range?.[0] ?? 0;
}
