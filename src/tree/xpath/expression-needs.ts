import { findChild, type SyntaxNode } from './xpath-syntax.ts';

/** What an expression needs of its context, judged by its syntax. In doubt it needs it. */

/** Functions that look at the context node when they have no argument. */
const ofContext = new Set(['string', 'normalize-space', 'name', 'local-name', 'string-length', 'data']);

/** Functions that look at the context whatever their arguments. */
const always = new Set(['position', 'last']);

/** May it give something else for another context item (the variables being the same)? */
export function needsContextNode(syntax: SyntaxNode): boolean {
  const { name, children } = syntax;
  if (name === 'contextItemExpr' || name === 'rootExpr') return true;
  if (name === 'stepExpr') return isStartingAtNode(syntax);
  // later steps, predicates and what stands behind `!` have a context of their own
  if (name === 'pathExpr' || name === 'simpleMapExpr') return children.slice(0, 1).some(needsContextNode);
  if (name === 'functionCallExpr' && isCallingContext(syntax)) return true;
  return children.some(needsContextNode);
}

/** `cbc:ID` does, `$x` and `(…)` may. */
function isStartingAtNode({ children: [head] }: SyntaxNode): boolean {
  return head?.name !== 'filterExpr' || head.children.some(needsContextNode);
}

function isCallingContext(syntax: SyntaxNode): boolean {
  const name = findChild(syntax, 'functionName')?.text ?? '';
  const isBare = (findChild(syntax, 'arguments')?.children ?? []).length === 0;
  return always.has(name) || (isBare && ofContext.has(name));
}

/** May it give something else for the same context node: by a variable, a table, or its place in a list? */
export function needsVariables(syntax: SyntaxNode): boolean {
  const isCall = syntax.name === 'functionName' && (always.has(syntax.text) || syntax.text === 'table');
  return syntax.name === 'varRef' || isCall || syntax.children.some(needsVariables);
}
