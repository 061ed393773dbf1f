import { reasonOf } from '../../text/reason-of.ts';
import { compileXPath, type Host, type XPath } from '../../tree/compile-xpath.ts';
import type { Item } from '../../tree/nodes/items.ts';
import type { TreeElement } from '../../tree/nodes/tree-node.ts';
import type { Variables } from '../../tree/xpath/variables.ts';
import type { SchematronRule } from './schematron-file.ts';

export const noVariables: Variables = new Map();
export const noTables: Host = {
  lookup: (table) => {
    throw new Error(`rules have no tables (${table})`);
  },
};

const known = new WeakMap<ReadonlyMap<string, string>, Map<string, XPath>>();

/** Once for each set of namespaces. */
export function compileOnce(text: string, namespaces: ReadonlyMap<string, string>): XPath {
  const made = known.get(namespaces);
  const before = made?.get(text);
  if (before !== undefined) return before;
  const xpath = compileXPath(text, namespaces);
  if (made === undefined) known.set(namespaces, new Map([[text, xpath]]));
  else made.set(text, xpath);
  return xpath;
}

/** An XPath of a rule at an element. Throws an Error with file and `id` (what asks) when it fails. */
export function evaluateRule(
  text: string,
  rule: SchematronRule,
  element: TreeElement,
  variables: Variables,
  id: string,
): readonly Item[] {
  try {
    return compileOnce(text, rule.namespaces).evaluate(element, variables, noTables);
  } catch (error) {
    const why = reasonOf(error);
    throw new Error(`${rule.file}, ${id}: "${text}" cannot be evaluated: ${why}`, { cause: error });
  }
}

interface RuleCall {
  readonly name: string;
  readonly key?: string;
  readonly argument: string;
}

const calls = new Map<string, RuleCall | undefined>();

/** `key('line', cbc:ID)` or `scsn:is-gln(.)`, taken apart once. */
export function parseCall(value: string): RuleCall | undefined {
  if (calls.has(value)) return calls.get(value);
  const [, key, use = ''] = /^key\('([\w-]+)',\s*(.*)\)$/s.exec(value) ?? [];
  const [, name, argument = ''] = /^scsn:([\w-]+)\((.*)\)$/s.exec(value) ?? [];
  const own = name === undefined ? undefined : { name, argument };
  const call = key === undefined ? own : { name: 'key', key, argument: use };
  calls.set(value, call);
  return call;
}
