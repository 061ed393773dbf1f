import {
  type Atom,
  anyPair,
  atoms,
  condition,
  type Direct,
  type Env,
  effective,
  Gathering,
  gathered,
  here,
  integer,
  isSame,
  nothing,
  Odd,
  type Parts,
  range,
  single,
  truth,
} from './direct-env.ts';
import { call } from './direct-functions.ts';
import { path } from './direct-path.ts';
import { type Item, isNode, isTrue } from './items.ts';
import type { TreeNode } from './node.ts';
import { inOrder } from './steps-direct.ts';
import { child, type Syntax } from './syntax.ts';
import { once, withVariable } from './variables.ts';
import type { Namespaces } from './xpath.ts';

/**
 * Compiles an expression to closures: the constructs and functions that mappings use, ten times as fast as the engine
 * (bench/map-order.ts). What is not here, and whatever turns out odd while it runs, goes to the engine, which has the last
 * word on results and errors; direct.test.ts holds the two against each other. Closures are lazier: a variable that is
 * not used and an alternative that is not needed, as b in `(a, b)[1]`, are not evaluated, so they cannot fail.
 */

/** Undefined when the expression uses something that is not compiled. */
export function compileDirect(syntax: Syntax, namespaces: Namespaces): Direct | undefined {
  try {
    return new DirectCompiler(namespaces).compile(syntax);
  } catch (error) {
    if (error instanceof Odd) return undefined;
    throw error;
  }
}

class DirectCompiler implements Parts {
  readonly namespaces: Namespaces;

  constructor(namespaces: Namespaces) {
    this.namespaces = namespaces;
  }

  compile(syntax: Syntax): Direct {
    const make = constructs.get(syntax.name);
    if (make === undefined) throw new Odd(syntax.name);
    return make(this, syntax);
  }

  only(syntax: Syntax | undefined): Direct {
    const [first, second] = syntax?.children ?? [];
    if (first === undefined || second !== undefined) throw new Odd();
    return this.compile(first);
  }
}

type Construct = (compiler: DirectCompiler, syntax: Syntax) => Direct;

const within: Construct = (compiler, syntax) => compiler.only(syntax);

const constructs: ReadonlyMap<string, Construct> = new Map<string, Construct>([
  ['module', within],
  ['mainModule', within],
  ['queryBody', within],
  ['stringConstantExpr', (_compiler, syntax) => constant([child(syntax, 'value')?.text ?? ''])],
  ['integerConstantExpr', (_compiler, syntax) => constant([integer(syntax)])],
  ['contextItemExpr', () => here],
  ['varRef', variable],
  ['sequenceExpr', sequence],
  ['pathExpr', path],
  ['functionCallExpr', call],
  ['ifThenElseExpr', choice],
  ['andOp', (compiler, syntax) => logical(compiler, syntax, false)],
  ['orOp', (compiler, syntax) => logical(compiler, syntax, true)],
  ['equalOp', (compiler, syntax) => general(compiler, syntax, isSame)],
  ['notEqualOp', (compiler, syntax) => general(compiler, syntax, (a, b) => a !== b)],
  ['lessThanOp', (compiler, syntax) => ordering(compiler, syntax, (a, b) => a < b)],
  ['lessThanOrEqualOp', (compiler, syntax) => ordering(compiler, syntax, (a, b) => a <= b)],
  ['greaterThanOp', (compiler, syntax) => ordering(compiler, syntax, (a, b) => a > b)],
  ['greaterThanOrEqualOp', (compiler, syntax) => ordering(compiler, syntax, (a, b) => a >= b)],
  ['addOp', (compiler, syntax) => whole(compiler, syntax, (a, b) => a + b)],
  ['subtractOp', (compiler, syntax) => whole(compiler, syntax, (a, b) => a - b)],
  ['rangeSequenceExpr', ranging],
  ['unionOp', (compiler, syntax) => nodeSets(compiler, syntax, (a, b) => [...a, ...b])],
  ['exceptOp', (compiler, syntax) => nodeSets(compiler, syntax, (a, b) => without(a, b, false))],
  ['intersectOp', (compiler, syntax) => nodeSets(compiler, syntax, (a, b) => without(a, b, true))],
  ['stringConcatenateOp', concatenation],
  ['simpleMapExpr', mapped],
  ['flworExpr', flwor],
  ['quantifiedExpr', quantified],
]);

/** A list of its own for who asks what it was made of. */
function constant(items: readonly Item[]): Direct {
  return ({ provenance }) => (provenance === undefined ? items : [...items]);
}

function variable(_compiler: DirectCompiler, syntax: Syntax): Direct {
  const name = child(syntax, 'name')?.text ?? '';
  return ({ variables }) => {
    const value = variables.get(name);
    if (value === undefined) throw new Odd();
    return value();
  };
}

function sequence(compiler: DirectCompiler, syntax: Syntax): Direct {
  const parts = syntax.children.map((part) => compiler.compile(part));
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return (env) => gathered(parts, env, (part) => part(env));
}

function choice(compiler: DirectCompiler, syntax: Syntax): Direct {
  const test = condition(compiler.only(child(syntax, 'ifClause')));
  const then = compiler.only(child(syntax, 'thenClause'));
  const otherwise = compiler.only(child(syntax, 'elseClause'));
  return (env) => (isTrue(effective(test(env))) ? then(env) : otherwise(env));
}

function operands(compiler: DirectCompiler, syntax: Syntax): [Direct, Direct] {
  return [compiler.only(child(syntax, 'firstOperand')), compiler.only(child(syntax, 'secondOperand'))];
}

function logical(compiler: DirectCompiler, syntax: Syntax, decides: boolean): Direct {
  const [left, right] = operands(compiler, syntax);
  return condition((env) => {
    if (isTrue(effective(left(env))) === decides) return truth(decides);
    return truth(isTrue(effective(right(env))));
  });
}

function general(compiler: DirectCompiler, syntax: Syntax, holds: (a: Atom, b: Atom) => boolean): Direct {
  const [left, right] = operands(compiler, syntax);
  return condition((env) => {
    const a = atoms(left(env), env);
    return truth(anyPair(a, atoms(right(env), env), holds));
  });
}

function ordering(compiler: DirectCompiler, syntax: Syntax, holds: (a: Atom, b: Atom) => boolean): Direct {
  return general(compiler, syntax, holds);
}

function whole(compiler: DirectCompiler, syntax: Syntax, run: (a: number, b: number) => number): Direct {
  const [left, right] = operands(compiler, syntax);
  return (env) => {
    const [[a, moreA], [b, moreB]] = [left(env), right(env)];
    if (moreA !== undefined || moreB !== undefined) throw new Odd();
    if (a === undefined || b === undefined) return nothing;
    if (typeof a !== 'number' || typeof b !== 'number') throw new Odd();
    return [run(a, b)];
  };
}

function ranging(compiler: DirectCompiler, syntax: Syntax): Direct {
  const from = compiler.only(child(syntax, 'startExpr'));
  const to = compiler.only(child(syntax, 'endExpr'));
  return (env) => {
    const [[a, moreA], [b, moreB]] = [from(env), to(env)];
    if (moreA !== undefined || moreB !== undefined) throw new Odd();
    if (a === undefined || b === undefined) return nothing;
    if (typeof a !== 'number' || typeof b !== 'number') throw new Odd();
    return range(a, b);
  };
}

function nodeSets(
  compiler: DirectCompiler,
  syntax: Syntax,
  combine: (a: readonly TreeNode[], b: readonly TreeNode[]) => readonly TreeNode[],
): Direct {
  const [left, right] = operands(compiler, syntax);
  return (env) => inOrder([...combine(nodesOf(left(env)), nodesOf(right(env)))]);
}

function nodesOf(items: readonly Item[]): readonly TreeNode[] {
  return items.map((item) => {
    if (!isNode(item)) throw new Odd();
    return item;
  });
}

function without(a: readonly TreeNode[], b: readonly TreeNode[], both: boolean): TreeNode[] {
  const others = a.length > 1 ? new Set(b) : { has: (node: TreeNode) => b.includes(node) };
  return a.filter((node) => others.has(node) === both);
}

function concatenation(compiler: DirectCompiler, syntax: Syntax): Direct {
  const [left, right] = operands(compiler, syntax);
  return (env) => [single(left(env), env) + single(right(env), env)];
}

function mapped(compiler: DirectCompiler, syntax: Syntax): Direct {
  const parts = syntax.children.map((part) => compiler.compile(part));
  return (env) =>
    parts.reduce<readonly Item[]>(
      (items, part, i) =>
        i === 0
          ? part(env)
          : gathered(items, env, (node, at) =>
              part({ ...env, node, position: at + 1, size: items.length, ...ownOf(env, items, at) }),
            ),
      nothing,
    );
}

/** What the item at a place of a list was made of. */
function ownOf({ provenance }: Env, items: readonly Item[], at: number): Pick<Env, 'own'> {
  const [node, makings] = [items[at], provenance?.of(items)[at]];
  return node === undefined || makings === undefined ? {} : { own: { node, makings } };
}

/** Binds the clauses one inside the other and collects what the innermost gives, until it says stop. */
type Bound = (env: Env, visit: (env: Env) => boolean) => boolean;

function flwor(compiler: DirectCompiler, syntax: Syntax): Direct {
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

function quantified(compiler: DirectCompiler, syntax: Syntax): Direct {
  const some = child(syntax, 'quantifier')?.text === 'some';
  const clauses = syntax.children.filter(({ name }) => name === 'quantifiedExprInClause');
  const bound = bindAll(compiler, clauses);
  const test = compiler.only(child(syntax, 'predicateExpr'));
  return condition((env) => truth(bound(env, (inner) => isTrue(effective(test(inner))) === some) === some));
}

function bindAll(compiler: DirectCompiler, clauses: readonly Syntax[]): Bound {
  const items = clauses.flatMap((clause) => {
    if (clause.name === 'quantifiedExprInClause') return [bind(compiler, clause, 'sourceExpr')];
    if (clause.name === 'forClause') return clause.children.map((item) => bind(compiler, item, 'forExpr'));
    if (clause.name === 'letClause') return clause.children.map((item) => bind(compiler, item, 'letExpr'));
    throw new Odd();
  });
  return items.reduceRight<Bound>(
    (inner, outer) => (env, visit) => outer(env, (next) => inner(next, visit)),
    (env, visit) => visit(env),
  );
}

function bind(compiler: DirectCompiler, item: Syntax, source: string): Bound {
  const name = child(item, 'typedVariableBinding', 'varName')?.text;
  const value = compiler.only(child(item, source));
  if (name === undefined || child(item, 'positionalVariableBinding') !== undefined) throw new Odd();
  if (source === 'letExpr') {
    return (env, visit) => {
      const kept = once(() => captured(env, value));
      return visit(bindingOf(env, name, kept));
    };
  }
  return (env, visit) => {
    const items = captured(env, value);
    return items.some((one, at) => visit(bindingOf(env, name, () => alone(env, items, one, at))));
  };
}

/** Its texts are part of what is made where they are used, and only there. */
const captured = (env: Env, value: Direct): readonly Item[] =>
  env.provenance?.capture(() => value(env)) ?? value(env);

/** One item of a list, which it was made as. */
function alone({ provenance }: Env, items: readonly Item[], one: Item, at: number): readonly Item[] {
  const list = [one];
  provenance?.set(list, [provenance.of(items)[at]]);
  return list;
}

function bindingOf(env: Env, name: string, value: () => readonly Item[]): Env {
  return { ...env, variables: withVariable(env.variables, name, value) };
}
