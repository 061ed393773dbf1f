import { findChild, type SyntaxNode } from '../xpath/xpath-syntax.ts';
import type { StaticKind } from './allowed-functions.ts';
import type { Checker, Local, StaticType } from './infer-type.ts';

/**
 * What each construct of XPath gives, and how its parts are checked; what is not here is refused
 * (infer-type.ts).
 */

export const unknownType: StaticType = { kind: 'any', many: false };
export const singleOf = (kind: StaticKind): StaticType => ({ kind, many: false });

export type Handler = (checker: Checker, syntax: SyntaxNode, local: Local) => StaticType;

const all: Handler = (checker, syntax, local) => checker.unifyTypes(checker.checkParts(syntax, local));
const kind =
  (result: StaticKind): Handler =>
  (checker, syntax, local) => {
    checker.checkParts(syntax, local);
    return singleOf(result);
  };
const constant =
  (result: StaticKind): Handler =>
  () =>
    singleOf(result);

export const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['module', all],
  ['mainModule', all],
  ['queryBody', all],
  ['firstOperand', all],
  ['secondOperand', all],
  ['operand', all],
  ['thenClause', all],
  ['elseClause', all],
  ['returnClause', all],
  ['forExpr', all],
  ['letExpr', all],
  ['sourceExpr', all],
  ['startExpr', all],
  ['endExpr', all],
  ['pathExpr', (checker, syntax, local) => checker.checkPath(syntax, local)],
  ['functionCallExpr', (checker, syntax, local) => checker.checkCall(syntax, local)],
  ['contextItemExpr', (_checker, _syntax, local) => local.context],
  ['stringConstantExpr', constant('string')],
  ['integerConstantExpr', constant('integer')],
  ['varRef', variableReference],
  ['sequenceExpr', sequence],
  ['unionOp', (checker, syntax, local) => ({ ...all(checker, syntax, local), many: true })],
  ['exceptOp', (checker, syntax, local) => checker.unifyTypes(checker.checkParts(syntax, local).slice(0, 1))],
  [
    'intersectOp',
    (checker, syntax, local) => checker.unifyTypes(checker.checkParts(syntax, local).slice(0, 1)),
  ],
  ['stringConcatenateOp', kind('string')],
  [
    'rangeSequenceExpr',
    (checker, syntax, local) => ({ ...kind('integer')(checker, syntax, local), many: true }),
  ],
  ['isOp', kind('boolean')],
  ['nodeBeforeOp', kind('boolean')],
  ['nodeAfterOp', kind('boolean')],
  ['unaryMinusOp', negative],
  ['andOp', logical],
  ['orOp', logical],
  ['ifThenElseExpr', choice],
  ['simpleMapExpr', mapped],
  ['flworExpr', flwor],
  ['quantifiedExpr', flwor],
]);

function variableReference(checker: Checker, syntax: SyntaxNode, local: Local): StaticType {
  const name = findChild(syntax, 'name')?.text ?? '';
  const found = local.variables.get(name);
  if (found !== undefined && !findChild(syntax, 'name')?.attributes.has('URI')) return found;
  const names = [...local.variables.keys()].map((known) => `$${known}`).join(', ');
  checker.report(syntax, 'mapping-xpath/variable', { name, names });
  return unknownType;
}

function sequence(checker: Checker, syntax: SyntaxNode, local: Local): StaticType {
  const result = all(checker, syntax, local);
  return { ...result, many: result.many || syntax.children.length > 1 };
}

function negative(checker: Checker, syntax: SyntaxNode, local: Local): StaticType {
  if (all(checker, syntax, local).kind !== 'integer')
    checker.report(syntax, 'mapping-xpath/floats', { sign: '-', instead: "dec:sub('0', a)" });
  return singleOf('integer');
}

function logical(checker: Checker, syntax: SyntaxNode, local: Local): StaticType {
  for (const operand of syntax.children)
    for (const part of operand.children) checker.checkCondition(part, local);
  return singleOf('boolean');
}

function choice(checker: Checker, syntax: SyntaxNode, local: Local): StaticType {
  for (const part of findChild(syntax, 'ifClause')?.children ?? []) checker.checkCondition(part, local);
  const branches = syntax.children.filter(({ name }) => name !== 'ifClause');
  const given = branches.filter(
    (branch) => branch.children[0]?.name !== 'sequenceExpr' || branch.children[0].children.length > 0,
  );
  return checker.unifyTypes(given.map((branch) => checker.infer(branch, local)));
}

function mapped(checker: Checker, syntax: SyntaxNode, local: Local): StaticType {
  let [context, many] = [local.context, false];
  for (const part of syntax.children) {
    const result = checker.infer(part, { ...local, context });
    many ||= result.many;
    context = { ...result, many: false };
  }
  return { ...context, many };
}

/** `for`, `let`, `some` and `every`: each clause binds a name for what follows. */
function flwor(checker: Checker, syntax: SyntaxNode, local: Local): StaticType {
  const variables = new Map(local.variables);
  let result = unknownType;
  let several = false;
  for (const clause of syntax.children) {
    const inner = { ...local, variables };
    if (clause.name === 'returnClause') result = checker.infer(clause, inner);
    else if (clause.name === 'predicateExpr')
      for (const part of clause.children) checker.checkCondition(part, inner);
    else if (bindings.has(clause.name)) several = bind(checker, clause, inner, variables) || several;
    else if (clause.name !== 'quantifier') checker.refuse(clause);
  }
  return syntax.name === 'quantifiedExpr' ? singleOf('boolean') : { ...result, many: result.many || several };
}

const bindings = new Set(['forClause', 'letClause', 'quantifiedExprInClause']);

function bind(
  checker: Checker,
  clause: SyntaxNode,
  local: Local,
  variables: Map<string, StaticType>,
): boolean {
  const items = clause.name === 'quantifiedExprInClause' ? [clause] : clause.children;
  let several = false;
  for (const item of items) {
    const name = findChild(item, 'typedVariableBinding', 'varName')?.text ?? '';
    const source = item.children.find((part) => /Expr$/.test(part.name));
    const value = source === undefined ? unknownType : checker.infer(source, local);
    const position = findChild(item, 'positionalVariableBinding')?.text;
    if (position !== undefined) variables.set(position, singleOf('integer'));
    variables.set(name, clause.name === 'letClause' ? value : { ...value, many: false });
    several ||= clause.name === 'forClause' && value.many;
  }
  return several;
}
