import { findChild, type SyntaxNode } from '../xpath/xpath-syntax.ts';

/** What an expression may give as it is: texts written in it, and values of tables it looks up. */
export interface ConstantResults {
  readonly texts: readonly string[];
  readonly tables: readonly string[];
}

/** What the variables give. */
export type VariableResults = ReadonlyMap<string, { readonly constants?: ConstantResults }>;

const nothing: ConstantResults = { texts: [], tables: [] };
const passThroughFunctions = new Set(['string', 'normalize-space', 'head', 'distinct-values']);

/** Looks through choices, alternatives, variables and `(a, b)[1]`; what is put together or cut is not given as it is. */
export function findConstantResults(syntax: SyntaxNode | undefined, names: VariableResults): ConstantResults {
  if (syntax === undefined) return nothing;
  const all = (parts: readonly (SyntaxNode | undefined)[]) =>
    mergeResults(parts.map((part) => findConstantResults(part, names)));
  switch (syntax.name) {
    case 'stringConstantExpr':
      return { texts: [findChild(syntax, 'value')?.text ?? ''], tables: [] };
    case 'contextItemExpr':
      return names.get('.')?.constants ?? nothing;
    case 'varRef':
      return names.get(findChild(syntax, 'name')?.text ?? '')?.constants ?? nothing;
    case 'ifThenElseExpr':
      return all([findChild(syntax, 'thenClause'), findChild(syntax, 'elseClause')]);
    case 'functionCallExpr':
      return resultsOfCall(syntax, names);
    case 'pathExpr':
    case 'simpleMapExpr':
      return all(syntax.children.slice(-1));
    case 'flworExpr':
      return all([findChild(syntax, 'returnClause')]);
    case 'stepExpr':
      return all(syntax.children.filter(({ name }) => name === 'filterExpr'));
    default:
      return wrappers.has(syntax.name) ? all(syntax.children) : nothing;
  }
}

const wrappers = new Set([
  ...['module', 'mainModule', 'queryBody', 'sequenceExpr', 'filterExpr', 'thenClause', 'elseClause'],
  ...['returnClause', 'firstOperand', 'secondOperand'],
]);

function resultsOfCall(syntax: SyntaxNode, names: VariableResults): ConstantResults {
  const name = findChild(syntax, 'functionName')?.text ?? '';
  const args = findChild(syntax, 'arguments')?.children ?? [];
  if (passThroughFunctions.has(name)) return findConstantResults(args[0], names);
  const table = name === 'table' && args[0] && findChild(args[0], 'value')?.text;
  return table ? { texts: [], tables: [table] } : nothing;
}

function mergeResults(all: readonly ConstantResults[]): ConstantResults {
  return { texts: all.flatMap(({ texts }) => texts), tables: all.flatMap(({ tables }) => tables) };
}

/** Which texts the values of which tables are compared with, anywhere in an expression. */
export function findComparedTexts(
  syntax: SyntaxNode,
  names: VariableResults,
): readonly [table: string, text: string][] {
  const filtered = findChild(syntax, 'filterExpr');
  const inside = filtered
    ? new Map([...names, ['.', { constants: findConstantResults(filtered, names) }]])
    : names;
  const inner = syntax.children.flatMap((part) =>
    findComparedTexts(part, part.name === 'predicates' ? inside : names),
  );
  if (syntax.name !== 'equalOp' && syntax.name !== 'notEqualOp') return inner;
  const [a, b] = [
    findConstantResults(findChild(syntax, 'firstOperand'), names),
    findConstantResults(findChild(syntax, 'secondOperand'), names),
  ];
  const pairs = [
    [a, b],
    [b, a],
  ].flatMap(([one, other]) =>
    (one?.tables ?? []).flatMap((table) =>
      (other?.texts ?? []).map((text): [string, string] => [table, text]),
    ),
  );
  return [...inner, ...pairs];
}
