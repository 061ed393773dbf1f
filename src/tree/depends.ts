import { child, type Syntax } from './syntax.ts';

/** What an expression needs of its surroundings, told by its syntax. In doubt it depends. */

/** Functions that look at the context node when they have no argument. */
const ofContext = new Set(['string', 'normalize-space', 'name', 'local-name', 'string-length', 'data']);

/** Functions that look at the context whatever their arguments. */
const always = new Set(['position', 'last']);

/** May it give something else for another context item (the variables being the same)? */
export function dependsOnNode(syntax: Syntax): boolean {
  const { name, children } = syntax;
  if (name === 'contextItemExpr' || name === 'rootExpr') return true;
  if (name === 'stepExpr') return startsAtNode(syntax);
  // later steps, predicates and what stands behind `!` have a context of their own
  if (name === 'pathExpr' || name === 'simpleMapExpr') return children.slice(0, 1).some(dependsOnNode);
  if (name === 'functionCallExpr' && callsContext(syntax)) return true;
  return children.some(dependsOnNode);
}

/** `cbc:ID` does, `$x` and `(…)` may. */
function startsAtNode({ children: [head] }: Syntax): boolean {
  return head?.name !== 'filterExpr' || head.children.some(dependsOnNode);
}

function callsContext(syntax: Syntax): boolean {
  const name = child(syntax, 'functionName')?.text ?? '';
  const isBare = (child(syntax, 'arguments')?.children ?? []).length === 0;
  return always.has(name) || (isBare && ofContext.has(name));
}

/** May it give something else for the same context node: by a variable, a table, or its place in a list? */
export function dependsOnVariables(syntax: Syntax): boolean {
  const isCall = syntax.name === 'functionName' && (always.has(syntax.text) || syntax.text === 'table');
  return syntax.name === 'varRef' || isCall || syntax.children.some(dependsOnVariables);
}
