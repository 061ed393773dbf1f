import type { Formats } from '../../formats/document-format.ts';
import { type Namespaces, XPathError } from '../../tree/compile-xpath.ts';
import type { Item } from '../../tree/nodes/items.ts';
import type { TreeNode } from '../../tree/nodes/tree-node.ts';
import { ValueError } from '../../tree/xpath/own-functions.ts';
import type { Finding, Language } from '../../types.ts';
import { renderProblem } from '../files/mapping-problem.ts';
import { buildStartScope } from '../language/compile-program.ts';
import { ExpressionCompiler } from '../language/expression-compiler.ts';
import { resolveNamespaces } from '../models/document-models.ts';
import { buildLookup } from '../tables/lookup-table.ts';
import { runWithTimeLimit, TimeLimitExceeded } from './time-limit.ts';

/** Milliseconds. */
const patience = 10_000;

/**
 * One expression at the start of a document, checked as in a mapping first; the document's own prefixes are known. Items
 * absent: it is wrong, or it failed.
 */
export function evaluateExpression(
  text: string,
  type: string,
  node: TreeNode,
  formats: Formats,
  language?: Language,
): { readonly items?: readonly Item[]; readonly findings: readonly Finding[] } {
  const known = new Map([...prefixesIn(node), ...resolveNamespaces(type, type, formats)]);
  const expressions = new ExpressionCompiler(known);
  const scope = { ...buildStartScope(type, formats, new Set()), variables: new Map() };
  const yaml = { kind: 'text', style: 'plain', text, line: 1, column: 1 } as const;
  const checked = expressions.compileValue(yaml, scope);
  const findings = expressions.problems.map((problem) => renderProblem(problem, language));
  if (checked === undefined || findings.some(({ severity }) => severity === 'error')) return { findings };
  try {
    const variables = new Map<string, () => readonly Item[]>();
    const items = runWithTimeLimit(patience, () =>
      checked.xpath.evaluate(node, variables, { lookup: buildLookup(new Map()) }),
    );
    return { items, findings };
  } catch (error) {
    if (!(error instanceof XPathError || error instanceof ValueError || error instanceof TimeLimitExceeded))
      throw error;
    return { findings: [...findings, renderFailure(error, language)] };
  }
}

/** Those with which the elements and attributes below are written; the first meaning of each counts. */
function prefixesIn(node: TreeNode): Namespaces {
  const found = new Map<string, string>();
  const look = (one: TreeNode): void => {
    if (one.nodeType === 3) return;
    const named = one.nodeType === 9 ? undefined : one;
    if (named?.namespaceURI && named.prefix !== '' && !found.has(named.prefix))
      found.set(named.prefix, named.namespaceURI);
    for (const child of one.nodeType === 2 ? [] : one.childNodes) look(child);
    if (one.nodeType === 1) for (const attribute of one.attributes) look(attribute);
  };
  look(node);
  return found;
}

const renderFailure = ({ message }: Error, language: Language | undefined): Finding =>
  renderProblem({ sentence: 'mapping-xpath/failed', values: { problem: message } }, language);
