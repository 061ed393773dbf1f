import { child, type Syntax } from './syntax.ts';

/** What an expression may give as it is: texts written in it, and values of tables it looks up. */
export interface Given {
  readonly texts: readonly string[];
  readonly tables: readonly string[];
}

/** What the variables give. */
export type GivenNames = ReadonlyMap<string, { readonly given?: Given }>;

const nothing: Given = { texts: [], tables: [] };
const through = new Set(['string', 'normalize-space', 'head', 'distinct-values']);

/** Looks through choices, alternatives, variables and `(a, b)[1]`; what is put together or cut is not given as it is. */
export function givenBy(syntax: Syntax | undefined, names: GivenNames): Given {
  if (syntax === undefined) return nothing;
  const all = (parts: readonly (Syntax | undefined)[]) => joined(parts.map((part) => givenBy(part, names)));
  switch (syntax.name) {
    case 'stringConstantExpr':
      return { texts: [child(syntax, 'value')?.text ?? ''], tables: [] };
    case 'contextItemExpr':
      return names.get('.')?.given ?? nothing;
    case 'varRef':
      return names.get(child(syntax, 'name')?.text ?? '')?.given ?? nothing;
    case 'ifThenElseExpr':
      return all([child(syntax, 'thenClause'), child(syntax, 'elseClause')]);
    case 'functionCallExpr':
      return called(syntax, names);
    case 'pathExpr':
    case 'simpleMapExpr':
      return all(syntax.children.slice(-1));
    case 'flworExpr':
      return all([child(syntax, 'returnClause')]);
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

function called(syntax: Syntax, names: GivenNames): Given {
  const name = child(syntax, 'functionName')?.text ?? '';
  const args = child(syntax, 'arguments')?.children ?? [];
  if (through.has(name)) return givenBy(args[0], names);
  const table = name === 'table' && args[0] && child(args[0], 'value')?.text;
  return table ? { texts: [], tables: [table] } : nothing;
}

function joined(all: readonly Given[]): Given {
  return { texts: all.flatMap(({ texts }) => texts), tables: all.flatMap(({ tables }) => tables) };
}

/** Which texts the values of which tables are compared with, anywhere in an expression. */
export function comparedIn(syntax: Syntax, names: GivenNames): readonly [table: string, text: string][] {
  const filtered = child(syntax, 'filterExpr');
  const inside = filtered ? new Map([...names, ['.', { given: givenBy(filtered, names) }]]) : names;
  const inner = syntax.children.flatMap((part) =>
    comparedIn(part, part.name === 'predicates' ? inside : names),
  );
  if (syntax.name !== 'equalOp' && syntax.name !== 'notEqualOp') return inner;
  const [a, b] = [
    givenBy(child(syntax, 'firstOperand'), names),
    givenBy(child(syntax, 'secondOperand'), names),
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
