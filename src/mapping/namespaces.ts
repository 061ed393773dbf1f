import { nearest } from '../tree/nearest.ts';
import type { Namespaces } from '../tree/xpath.ts';
import { wrong } from './compile-keys.ts';
import type { Expressions } from './expressions.ts';
import { entryOf, type YamlEntry, type YamlMap } from './yaml.ts';

/**
 * `namespaces:` at the head of a mapping: prefixes of the user's own, for paths in the source and for elements below
 * `ext:ExtensionContent` of the target. UBL's own are known without it.
 */

const givenAlready = ['cac', 'cbc', 'ext', 'xml', 'xmlns', 'xs', 'fn', 'dec', 'date'];

/** By prefix, in the order of the file. */
export function namespacesIn(expressions: Expressions, yaml: YamlMap): Namespaces {
  const entry = entryOf(yaml, 'namespaces');
  if (entry === undefined) return new Map();
  if (entry.value.kind === 'map')
    return new Map(entry.value.entries.flatMap((one) => declared(expressions, one)));
  wrong(
    expressions,
    entry,
    'namespaces: holds prefixes and namespaces.',
    'Write namespaces: { my: "urn:…" }.',
  );
  return new Map();
}

function declared(expressions: Expressions, entry: YamlEntry): readonly [string, string][] {
  const { name, value } = entry;
  const namespace = value.kind === 'text' ? value.text.trim() : '';
  if (!/^[\p{L}_][\p{L}\d_.-]*$/u.test(name))
    wrong(expressions, entry, `"${name}" is no prefix.`, 'Write letters and digits, without a colon.');
  else if (givenAlready.includes(name))
    wrong(expressions, entry, `The prefix ${name} has a meaning already.`, 'Choose another one.');
  else if (namespace === '')
    wrong(expressions, entry, `The prefix ${name} has no namespace.`, 'Copy it from xmlns of the document.');
  else return [[name, namespace]];
  return [];
}

/** What to do about a prefix that nobody declared. */
export function prefixAdvice(prefix: string, known: Namespaces): string {
  const near = nearest(prefix, known.keys());
  const meant = near === undefined || near === '' ? '' : `Did you mean "${near}:"? `;
  return `${meant}One of your own is declared at the head of the mapping: namespaces: { ${prefix}: "urn:…" }.`;
}
