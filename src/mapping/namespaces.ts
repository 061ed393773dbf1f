import { part, type Values } from '../findings/mappings.ts';
import { nearest } from '../tree/nearest.ts';
import type { Namespaces } from '../tree/xpath.ts';
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
  expressions.report(entry, 'mapping-rule/namespaces');
  return new Map();
}

function declared(expressions: Expressions, entry: YamlEntry): readonly [string, string][] {
  const { name, value } = entry;
  const namespace = value.kind === 'text' ? value.text.trim() : '';
  if (!/^[\p{L}_][\p{L}\d_.-]*$/u.test(name)) expressions.report(entry, 'mapping-rule/prefix-name', { name });
  else if (givenAlready.includes(name)) expressions.report(entry, 'mapping-rule/prefix-taken', { name });
  else if (namespace === '') expressions.report(entry, 'mapping-rule/prefix-empty', { name });
  else return [[name, namespace]];
  return [];
}

/** What is said of a prefix that nobody declared. */
export function prefixValues(prefix: string, known: Namespaces): Values {
  const near = nearest(prefix, known.keys());
  return { prefix, meant: near === undefined || near === '' ? '' : part('did-you-mean-prefix', { near }) };
}
