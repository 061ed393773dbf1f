import { computeOnce } from '../../system/compute-once.ts';
import { internalize } from '../../text/internalize.ts';
import type { Namespaces } from '../compile-xpath.ts';
import { type Item, isTrue } from '../nodes/items.ts';
import { withVariable } from '../xpath/variables.ts';
import { findChild, type SyntaxNode } from '../xpath/xpath-syntax.ts';
import { sortInDocumentOrder } from './axes.ts';
import {
  type AtomicValue,
  atomize,
  atomizeToText,
  booleanItems,
  computeBoolean,
  condition,
  type EvaluationContext,
  type ExpressionClosure,
  flatMapItems,
  Gathering,
  hasMatchingPair,
  here,
  isSameValue,
  listRange,
  NeedsFullEngine,
  noItems,
  type PartCompiler,
  parseInteger,
} from './closures.ts';
import { compileCall } from './function-calls.ts';
import { buildMembershipTest, nodesOf } from './node-sets.ts';
import { compilePath } from './path-closures.ts';

/**
 * Compiles an expression to closures: the constructs and functions that mappings use, ten times as fast as the engine
 * (bench/map-order.ts). What is not here, and whatever turns out odd while it runs, goes to the engine, which has the last
 * word on results and errors; fast-compiler.test.ts holds the two against each other. Closures are lazier: a variable that is
 * not used and an alternative that is not needed, as b in `(a, b)[1]`, are not evaluated, so they cannot fail.
 */

/** Undefined when the expression uses something that is not compiled. */
export function compileFast(syntax: SyntaxNode, namespaces: Namespaces): ExpressionClosure | undefined {
  try {
    return new FastCompiler(namespaces).compile(syntax);
  } catch (error) {
    if (error instanceof NeedsFullEngine) return undefined;
    throw error;
  }
}

class FastCompiler implements PartCompiler {
  readonly namespaces: Namespaces;

  constructor(namespaces: Namespaces) {
    this.namespaces = namespaces;
  }

  compile(syntax: SyntaxNode): ExpressionClosure {
    const make = constructs.get(syntax.name);
    if (make === undefined) throw new NeedsFullEngine(syntax.name);
    return make(this, syntax);
  }

  only(syntax: SyntaxNode | undefined): ExpressionClosure {
    const [first, second] = syntax?.children ?? [];
    if (first === undefined || second !== undefined) throw new NeedsFullEngine();
    return this.compile(first);
  }
}

type ConstructCompiler = (compiler: FastCompiler, syntax: SyntaxNode) => ExpressionClosure;

const compileWithin: ConstructCompiler = (compiler, syntax) => compiler.only(syntax);

const constructs: ReadonlyMap<string, ConstructCompiler> = new Map<string, ConstructCompiler>([
  ['module', compileWithin],
  ['mainModule', compileWithin],
  ['queryBody', compileWithin],
  ['stringConstantExpr', (_compiler, syntax) => compileConstant([findChild(syntax, 'value')?.text ?? ''])],
  ['integerConstantExpr', (_compiler, syntax) => compileConstant([parseInteger(syntax)])],
  ['contextItemExpr', () => here],
  ['varRef', compileVariable],
  ['sequenceExpr', compileSequence],
  ['pathExpr', compilePath],
  ['functionCallExpr', compileCall],
  ['ifThenElseExpr', compileChoice],
  ['andOp', (compiler, syntax) => compileLogical(compiler, syntax, false)],
  ['orOp', (compiler, syntax) => compileLogical(compiler, syntax, true)],
  ['equalOp', (compiler, syntax) => compileComparison(compiler, syntax, isSameValue)],
  ['notEqualOp', (compiler, syntax) => compileComparison(compiler, syntax, (a, b) => a !== b)],
  ['lessThanOp', (compiler, syntax) => compileOrdering(compiler, syntax, (a, b) => a < b)],
  ['lessThanOrEqualOp', (compiler, syntax) => compileOrdering(compiler, syntax, (a, b) => a <= b)],
  ['greaterThanOp', (compiler, syntax) => compileOrdering(compiler, syntax, (a, b) => a > b)],
  ['greaterThanOrEqualOp', (compiler, syntax) => compileOrdering(compiler, syntax, (a, b) => a >= b)],
  ['addOp', (compiler, syntax) => compileIntegerOperation(compiler, syntax, (a, b) => a + b)],
  ['subtractOp', (compiler, syntax) => compileIntegerOperation(compiler, syntax, (a, b) => a - b)],
  ['unaryMinusOp', compileNegation],
  ['rangeSequenceExpr', compileRange],
  ['unionOp', compileUnion],
  ['exceptOp', (compiler, syntax) => compileMembership(compiler, syntax, false)],
  ['intersectOp', (compiler, syntax) => compileMembership(compiler, syntax, true)],
  ['stringConcatenateOp', compileConcatenation],
  ['simpleMapExpr', compileSimpleMap],
  ['flworExpr', compileFlwor],
  ['quantifiedExpr', compileQuantified],
]);

/** A list of its own for who asks what it was made of. */
function compileConstant(items: readonly Item[]): ExpressionClosure {
  return ({ provenance }) => (provenance === undefined ? items : [...items]);
}

function compileVariable(_compiler: FastCompiler, syntax: SyntaxNode): ExpressionClosure {
  const name = internalize(findChild(syntax, 'name')?.text ?? '');
  return ({ variables }) => {
    const value = variables.get(name);
    if (value === undefined) throw new NeedsFullEngine();
    return value();
  };
}

function compileSequence(compiler: FastCompiler, syntax: SyntaxNode): ExpressionClosure {
  const parts = syntax.children.map((part) => compiler.compile(part));
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return (env) => flatMapItems(parts, env, (part) => part(env));
}

function compileChoice(compiler: FastCompiler, syntax: SyntaxNode): ExpressionClosure {
  const test = condition(compiler.only(findChild(syntax, 'ifClause')));
  const then = compiler.only(findChild(syntax, 'thenClause'));
  const otherwise = compiler.only(findChild(syntax, 'elseClause'));
  return (env) => (isTrue(computeBoolean(test(env))) ? then(env) : otherwise(env));
}

function compileOperands(compiler: FastCompiler, syntax: SyntaxNode): [ExpressionClosure, ExpressionClosure] {
  return [
    compiler.only(findChild(syntax, 'firstOperand')),
    compiler.only(findChild(syntax, 'secondOperand')),
  ];
}

function compileLogical(compiler: FastCompiler, syntax: SyntaxNode, decides: boolean): ExpressionClosure {
  const [left, right] = compileOperands(compiler, syntax);
  return condition((env) => {
    if (isTrue(computeBoolean(left(env))) === decides) return booleanItems(decides);
    return booleanItems(isTrue(computeBoolean(right(env))));
  });
}

function compileComparison(
  compiler: FastCompiler,
  syntax: SyntaxNode,
  holds: (a: AtomicValue, b: AtomicValue) => boolean,
): ExpressionClosure {
  const [left, right] = compileOperands(compiler, syntax);
  return condition((env) => {
    const a = atomize(left(env), env);
    return booleanItems(hasMatchingPair(a, atomize(right(env), env), holds));
  });
}

function compileOrdering(
  compiler: FastCompiler,
  syntax: SyntaxNode,
  holds: (a: AtomicValue, b: AtomicValue) => boolean,
): ExpressionClosure {
  return compileComparison(compiler, syntax, holds);
}

function compileIntegerOperation(
  compiler: FastCompiler,
  syntax: SyntaxNode,
  run: (a: number, b: number) => number,
): ExpressionClosure {
  const [left, right] = compileOperands(compiler, syntax);
  return (env) => {
    const [[a, moreA], [b, moreB]] = [left(env), right(env)];
    if (moreA !== undefined || moreB !== undefined) throw new NeedsFullEngine();
    if (a === undefined || b === undefined) return noItems;
    if (typeof a !== 'number' || typeof b !== 'number') throw new NeedsFullEngine();
    return [run(a, b)];
  };
}

function compileNegation(compiler: FastCompiler, syntax: SyntaxNode): ExpressionClosure {
  const operand = compiler.only(findChild(syntax, 'operand'));
  return (env) => {
    const [value, more] = operand(env);
    if (more !== undefined) throw new NeedsFullEngine();
    if (value === undefined) return noItems;
    if (typeof value !== 'number') throw new NeedsFullEngine();
    return [-value];
  };
}

function compileRange(compiler: FastCompiler, syntax: SyntaxNode): ExpressionClosure {
  const from = compiler.only(findChild(syntax, 'startExpr'));
  const to = compiler.only(findChild(syntax, 'endExpr'));
  return (env) => {
    const [[a, moreA], [b, moreB]] = [from(env), to(env)];
    if (moreA !== undefined || moreB !== undefined) throw new NeedsFullEngine();
    if (a === undefined || b === undefined) return noItems;
    if (typeof a !== 'number' || typeof b !== 'number') throw new NeedsFullEngine();
    return listRange(a, b);
  };
}

function compileUnion(compiler: FastCompiler, syntax: SyntaxNode): ExpressionClosure {
  const [left, right] = compileOperands(compiler, syntax);
  return (env) => sortInDocumentOrder([...nodesOf(left(env)), ...nodesOf(right(env))]);
}

/** Nodes of the left side that are among those of the right one, or are not. */
function compileMembership(compiler: FastCompiler, syntax: SyntaxNode, wanted: boolean): ExpressionClosure {
  const [left, right] = compileOperands(compiler, syntax);
  return (env) => {
    const nodes = nodesOf(left(env));
    const isMember = buildMembershipTest(right(env), nodes.length);
    return sortInDocumentOrder(nodes.filter((node) => isMember(node) === wanted));
  };
}

function compileConcatenation(compiler: FastCompiler, syntax: SyntaxNode): ExpressionClosure {
  const [left, right] = compileOperands(compiler, syntax);
  return (env) => [atomizeToText(left(env), env) + atomizeToText(right(env), env)];
}

function compileSimpleMap(compiler: FastCompiler, syntax: SyntaxNode): ExpressionClosure {
  const parts = syntax.children.map((part) => compiler.compile(part));
  return (env) =>
    parts.reduce<readonly Item[]>(
      (items, part, i) =>
        i === 0
          ? part(env)
          : flatMapItems(items, env, (node, at) =>
              part({ ...env, node, position: at + 1, size: items.length, ...ownOf(env, items, at) }),
            ),
      noItems,
    );
}

/** What the item at a place of a list was made of. */
function ownOf(
  { provenance }: EvaluationContext,
  items: readonly Item[],
  at: number,
): Pick<EvaluationContext, 'own'> {
  const [node, makings] = [items[at], provenance?.of(items)[at]];
  return node === undefined || makings === undefined ? {} : { own: { node, makings } };
}

/** Binds the clauses one inside the other and collects what the innermost gives, until it says stop. */
type Bound = (env: EvaluationContext, visit: (env: EvaluationContext) => boolean) => boolean;

function compileFlwor(compiler: FastCompiler, syntax: SyntaxNode): ExpressionClosure {
  const bound = bindAll(compiler, syntax.children.slice(0, -1));
  const result = compiler.only(syntax.children.at(-1));
  return (env) => {
    const found = new Gathering(env.provenance);
    bound(env, (inner) => {
      if (env.provenance === undefined) found.push(result(inner));
      else found.add(() => result(inner));
      return false;
    });
    return found.items();
  };
}

function compileQuantified(compiler: FastCompiler, syntax: SyntaxNode): ExpressionClosure {
  const some = findChild(syntax, 'quantifier')?.text === 'some';
  const clauses = syntax.children.filter(({ name }) => name === 'quantifiedExprInClause');
  const bound = bindAll(compiler, clauses);
  const test = compiler.only(findChild(syntax, 'predicateExpr'));
  return condition((env) =>
    booleanItems(bound(env, (inner) => isTrue(computeBoolean(test(inner))) === some) === some),
  );
}

function bindAll(compiler: FastCompiler, clauses: readonly SyntaxNode[]): Bound {
  const items = clauses.flatMap((clause) => {
    if (clause.name === 'quantifiedExprInClause') return [bind(compiler, clause, 'sourceExpr')];
    if (clause.name === 'forClause') return clause.children.map((item) => bind(compiler, item, 'forExpr'));
    if (clause.name === 'letClause') return clause.children.map((item) => bind(compiler, item, 'letExpr'));
    throw new NeedsFullEngine();
  });
  return items.reduceRight<Bound>(
    (inner, outer) => (env, visit) => outer(env, (next) => inner(next, visit)),
    (env, visit) => visit(env),
  );
}

function bind(compiler: FastCompiler, item: SyntaxNode, source: string): Bound {
  const written = findChild(item, 'typedVariableBinding', 'varName')?.text;
  const value = compiler.only(findChild(item, source));
  if (written === undefined || findChild(item, 'positionalVariableBinding') !== undefined)
    throw new NeedsFullEngine();
  const name = internalize(written);
  if (source === 'letExpr') {
    return (env, visit) => {
      const kept = computeOnce(() => captured(env, value));
      return visit(bindingOf(env, name, kept));
    };
  }
  return (env, visit) => {
    const items = captured(env, value);
    return items.some((one, at) => visit(bindingOf(env, name, () => alone(env, items, one, at))));
  };
}

/** Its texts are part of what is made where they are used, and only there. */
const captured = (env: EvaluationContext, value: ExpressionClosure): readonly Item[] =>
  env.provenance?.capture(() => value(env)) ?? value(env);

/** One item of a list, which it was made as. */
function alone(
  { provenance }: EvaluationContext,
  items: readonly Item[],
  one: Item,
  at: number,
): readonly Item[] {
  const list = [one];
  provenance?.set(list, [provenance.of(items)[at]]);
  return list;
}

function bindingOf(env: EvaluationContext, name: string, value: () => readonly Item[]): EvaluationContext {
  return { ...env, variables: withVariable(env.variables, name, value) };
}
