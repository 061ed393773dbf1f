import { buildMappingPhrase, type MappingValues } from '../../findings/mapping-sentences.ts';
import { findNearest } from '../../findings/nearest-names.ts';
import type { Namespaces } from '../../tree/compile-xpath.ts';
import { findEntry, type YamlEntry, type YamlMap } from '../files/mapping-yaml.ts';
import type { ExpressionCompiler } from './expression-compiler.ts';

/**
 * `namespaces:` at the head of a mapping: prefixes of the user's own, for paths in the source and for elements below
 * `ext:ExtensionContent` of the target. UBL's own are known without it.
 */

const reservedPrefixes = ['cac', 'cbc', 'ext', 'xml', 'xmlns', 'xs', 'fn', 'dec', 'date'];

/** By prefix, in the order of the file. */
export function readNamespaces(expressions: ExpressionCompiler, yaml: YamlMap): Namespaces {
  const entry = findEntry(yaml, 'namespaces');
  if (entry === undefined) return new Map();
  if (entry.value.kind === 'map')
    return new Map(entry.value.entries.flatMap((one) => readNamespace(expressions, one)));
  expressions.report(entry, 'mapping-rule/namespaces');
  return new Map();
}

function readNamespace(expressions: ExpressionCompiler, entry: YamlEntry): readonly [string, string][] {
  const { name, value } = entry;
  const namespace = value.kind === 'text' ? value.text.trim() : '';
  if (!/^[\p{L}_][\p{L}\d_.-]*$/u.test(name)) expressions.report(entry, 'mapping-rule/prefix-name', { name });
  else if (reservedPrefixes.includes(name)) expressions.report(entry, 'mapping-rule/prefix-taken', { name });
  else if (namespace === '') expressions.report(entry, 'mapping-rule/prefix-empty', { name });
  else return [[name, namespace]];
  return [];
}

/** Values of the finding for a prefix that nobody declared. */
export function unknownPrefixValues(prefix: string, known: Namespaces): MappingValues {
  const near = findNearest(prefix, known.keys());
  return {
    prefix,
    meant: near === undefined || near === '' ? '' : buildMappingPhrase('did-you-mean-prefix', { near }),
  };
}
