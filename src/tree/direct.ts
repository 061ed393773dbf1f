import { textOf } from './build.ts';
import { callOwn, type Lookup, ownFunctions } from './functions.ts';
import { type Item, isNode, isTrue, tellRead } from './items.ts';
import type { TreeNode } from './node.ts';
import { inOrder, testOf, walk } from './steps-direct.ts';
import { child, type Syntax, written, writtenName } from './syntax.ts';
import type { Namespaces } from './xpath.ts';

/**
 * Compiles an expression to closures: the constructs and functions that mappings use, ten times as fast as the engine
 * (bench/mapping). What is not here, and whatever turns out odd while it runs, goes to the engine, which has the last
 * word on results and errors; direct.test.ts holds the two against each other. Closures are lazier: a variable that is
 * not used and an alternative that is not needed, as b in `(a, b)[1]`, are not evaluated, so they cannot fail.
 */

/** What a closure sees. */
export interface Env {
  readonly node: Item;
  readonly position: number;
  readonly size: number;
  readonly variables: ReadonlyMap<string, () => readonly Item[]>;
  readonly lookup: Lookup;
  readonly onRead: ((node: TreeNode) => void) | undefined;
}

export type Direct = (env: Env) => readonly Item[];

/** Something that only the engine can decide: a type error, a comparison of a text with a number. */
export class Odd extends Error {}

/** Undefined when the expression uses something that is not compiled. */
export function compileDirect(syntax: Syntax, namespaces: Namespaces): Direct | undefined {
  try {
    return new DirectCompiler(namespaces).compile(syntax);
  } catch (error) {
    if (error instanceof Odd) return undefined;
    throw error;
  }
}

const nothing: readonly Item[] = [];
const yes: readonly Item[] = [true];
const no: readonly Item[] = [false];
const truth = (value: boolean) => (value ? yes : no);

class DirectCompiler {
  readonly namespaces: Namespaces;

  constructor(namespaces: Namespaces) {
    this.namespaces = namespaces;
  }

  compile(syntax: Syntax): Direct {
    const make = constructs.get(syntax.name);
    if (make === undefined) throw new Odd(syntax.name);
    return make(this, syntax);
  }

  /** The one expression inside a wrapper such as `firstOperand`. */
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
  [
    'contextItemExpr',
    () =>
      ({ node }) => [node],
  ],
  ['varRef', variable],
  ['sequenceExpr', sequence],
  ['pathExpr', path],
  ['functionCallExpr', call],
  ['ifThenElseExpr', choice],
  ['andOp', (compiler, syntax) => logical(compiler, syntax, false)],
  ['orOp', (compiler, syntax) => logical(compiler, syntax, true)],
  ['equalOp', (compiler, syntax) => general(compiler, syntax, (a, b) => a === b)],
  ['notEqualOp', (compiler, syntax) => general(compiler, syntax, (a, b) => a !== b)],
  ['lessThanOp', (compiler, syntax) => ordering(compiler, syntax, (a, b) => a < b)],
  ['lessThanOrEqualOp', (compiler, syntax) => ordering(compiler, syntax, (a, b) => a <= b)],
  ['greaterThanOp', (compiler, syntax) => ordering(compiler, syntax, (a, b) => a > b)],
  ['greaterThanOrEqualOp', (compiler, syntax) => ordering(compiler, syntax, (a, b) => a >= b)],
  ['addOp', (compiler, syntax) => whole(compiler, syntax, (a, b) => a + b)],
  ['subtractOp', (compiler, syntax) => whole(compiler, syntax, (a, b) => a - b)],
  ['unionOp', (compiler, syntax) => nodeSets(compiler, syntax, (a, b) => [...a, ...b])],
  ['exceptOp', (compiler, syntax) => nodeSets(compiler, syntax, (a, b) => without(a, b, false))],
  ['intersectOp', (compiler, syntax) => nodeSets(compiler, syntax, (a, b) => without(a, b, true))],
  ['stringConcatenateOp', concatenation],
  ['simpleMapExpr', mapped],
  ['flworExpr', flwor],
  ['quantifiedExpr', quantified],
]);

function constant(items: readonly Item[]): Direct {
  return () => items;
}

function integer(syntax: Syntax): number {
  const value = Number(child(syntax, 'value')?.text);
  if (!Number.isSafeInteger(value)) throw new Odd();
  return value;
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
  return (env) => parts.flatMap((part) => part(env));
}

function path(compiler: DirectCompiler, syntax: Syntax): Direct {
  const rooted = syntax.children[0]?.name === 'rootExpr';
  const steps = syntax.children
    .slice(rooted ? 1 : 0)
    .map((part, i) => step(compiler, part, i === 0 && !rooted));
  const start: Direct = rooted ? ({ node }) => [top(node)] : ({ node }) => [node];
  return (env) => steps.reduce((context, next) => next(context, env), start(env));
}

type Step = (context: readonly Item[], env: Env) => readonly Item[];

function step(compiler: DirectCompiler, syntax: Syntax, first: boolean): Step {
  const [head, ...rest] = syntax.children;
  if (syntax.name !== 'stepExpr' || head === undefined) throw new Odd();
  if (head.name === 'filterExpr') return filterStep(compiler, head, rest, first);
  const test = testOf(syntax, compiler.namespaces);
  const axis = child(syntax, 'xpathAxis')?.text ?? '';
  const walkAxis = walk(axis, test);
  if (test === undefined || walkAxis === undefined) throw new Odd();
  const predicates = predicatesOf(compiler, child(syntax, 'predicates'));
  const backward = axis === 'parent' || axis === 'ancestor' || axis === 'preceding-sibling';
  if (backward && predicates.some(({ at }) => at !== undefined)) throw new Odd();
  return (context, env) => {
    const found: TreeNode[] = [];
    for (const item of context) {
      if (!isNode(item)) throw new Odd();
      const nodes: readonly Item[] = predicates.reduce<readonly Item[]>(
        (left, next) => next.keep(left, env),
        walkAxis(item),
      );
      for (const node of nodes) if (isNode(node)) found.push(node);
    }
    return inOrder(found);
  };
}

/** A step that is an expression: `(a, b)`, `$x`, `string(.)`; once for each item before it. */
function filterStep(compiler: DirectCompiler, head: Syntax, rest: readonly Syntax[], first: boolean): Step {
  if (rest.some(({ name }) => name !== 'predicates')) throw new Odd();
  const filter = filtered(compiler, head, rest[0]);
  if (first) return (_context, env) => filter(env);
  return (context, env) => {
    const found = context.flatMap((node, i) =>
      filter({ ...env, node, position: i + 1, size: context.length }),
    );
    const nodes = found.filter(isNode);
    if (nodes.length > 0 && nodes.length < found.length) throw new Odd();
    return nodes.length === 0 ? found : inOrder(nodes);
  };
}

function filtered(compiler: DirectCompiler, head: Syntax, syntax: Syntax | undefined): Direct {
  const predicates = predicatesOf(compiler, syntax);
  const last = predicates.at(-1);
  const parts = alternatives(head);
  const keep = (items: readonly Item[], env: Env, all = predicates) =>
    all.reduce<readonly Item[]>((left, predicate) => predicate.keep(left, env), items);
  const lazy =
    last?.at === 1 && predicates.every(({ at }, i) => (i < predicates.length - 1 ? at === undefined : true));
  if (lazy && predicates.slice(0, -1).every(({ positional }) => !positional)) {
    const compiled = parts.map((part) => compiler.compile(part));
    const conditions = predicates.slice(0, -1);
    return (env) => {
      for (const part of compiled) {
        const [found] = keep(part(env), env, conditions);
        if (found !== undefined) return [found];
      }
      return nothing;
    };
  }
  const inner = compiler.only(head);
  return (env) => keep(inner(env), env);
}

/** The parts of `((a, b))`, so that `(a, b)[1]` looks at b only where a gives nothing. */
function alternatives(syntax: Syntax): readonly Syntax[] {
  const [only, second] = syntax.children;
  if (only !== undefined && second === undefined && only.name === 'sequenceExpr' && only.children.length > 0)
    return alternatives(only);
  return syntax.children;
}

interface Predicate {
  keep(items: readonly Item[], env: Env): readonly Item[];
  /** `[1]` */
  readonly at?: number;
  readonly positional: boolean;
}

function predicatesOf(compiler: DirectCompiler, syntax: Syntax | undefined): Predicate[] {
  return (syntax?.children ?? []).map((one) => predicate(compiler, one));
}

function predicate(compiler: DirectCompiler, syntax: Syntax): Predicate {
  if (syntax.name === 'integerConstantExpr') {
    const at = integer(syntax);
    return { at, positional: true, keep: (items) => items.slice(at - 1, at) };
  }
  const test = compiler.compile(syntax);
  const keep = (items: readonly Item[], env: Env) =>
    items.filter((node, i) => {
      const result = test({ ...env, node, position: i + 1, size: items.length });
      return typeof result[0] === 'number' ? result[0] === i + 1 : isTrue(effective(result));
    });
  return { keep, positional: usesPosition(syntax) };
}

function usesPosition(syntax: Syntax): boolean {
  const named = syntax.name === 'functionName' && (syntax.text === 'position' || syntax.text === 'last');
  return named || syntax.children.some(usesPosition);
}

function choice(compiler: DirectCompiler, syntax: Syntax): Direct {
  const test = compiler.only(child(syntax, 'ifClause'));
  const then = compiler.only(child(syntax, 'thenClause'));
  const otherwise = compiler.only(child(syntax, 'elseClause'));
  return (env) => (isTrue(effective(test(env))) ? then(env) : otherwise(env));
}

function operands(compiler: DirectCompiler, syntax: Syntax): [Direct, Direct] {
  return [compiler.only(child(syntax, 'firstOperand')), compiler.only(child(syntax, 'secondOperand'))];
}

function logical(compiler: DirectCompiler, syntax: Syntax, decides: boolean): Direct {
  const [left, right] = operands(compiler, syntax);
  return (env) => {
    if (isTrue(effective(left(env))) === decides) return truth(decides);
    return truth(isTrue(effective(right(env))));
  };
}

/** Any pair that holds. Texts and leaves compare as texts, whole numbers with whole numbers; the rest is odd. */
function general(compiler: DirectCompiler, syntax: Syntax, holds: (a: Atom, b: Atom) => boolean): Direct {
  const [left, right] = operands(compiler, syntax);
  return (env) => {
    const [a, b] = [atoms(left(env), env), atoms(right(env), env)];
    return truth(a.some((x) => b.some((y) => holds(...comparable(x, y)))));
  };
}

function ordering(compiler: DirectCompiler, syntax: Syntax, holds: (a: Atom, b: Atom) => boolean): Direct {
  return general(compiler, syntax, holds);
}

type Atom = string | number | boolean;

function comparable(a: Atom, b: Atom): [Atom, Atom] {
  if (typeof a !== typeof b || typeof a === 'boolean') throw new Odd();
  return [a, b];
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
  const others = new Set(b);
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
          : items.flatMap((node, at) => part({ ...env, node, position: at + 1, size: items.length })),
      nothing,
    );
}

/** Binds the clauses one inside the other and collects what the innermost gives, until it says stop. */
type Bound = (env: Env, visit: (env: Env) => boolean) => boolean;

function flwor(compiler: DirectCompiler, syntax: Syntax): Direct {
  const bound = bindAll(compiler, syntax.children.slice(0, -1));
  const result = compiler.only(syntax.children.at(-1));
  return (env) => {
    const found: Item[] = [];
    bound(env, (inner) => {
      found.push(...result(inner));
      return false;
    });
    return found;
  };
}

function quantified(compiler: DirectCompiler, syntax: Syntax): Direct {
  const some = child(syntax, 'quantifier')?.text === 'some';
  const clauses = syntax.children.filter(({ name }) => name === 'quantifiedExprInClause');
  const bound = bindAll(compiler, clauses);
  const test = compiler.only(child(syntax, 'predicateExpr'));
  return (env) => truth(bound(env, (inner) => isTrue(effective(test(inner))) === some) === some);
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
  if (source === 'letExpr')
    return (env, visit) =>
      visit(
        withVariable(
          env,
          name,
          once(() => value(env)),
        ),
      );
  return (env, visit) => value(env).some((one) => visit(withVariable(env, name, () => [one])));
}

function withVariable(env: Env, name: string, value: () => readonly Item[]): Env {
  return { ...env, variables: new Map(env.variables).set(name, value) };
}

/** Evaluated when it is needed, and then kept. */
export function once(value: () => readonly Item[]): () => readonly Item[] {
  let known: readonly Item[] | undefined;
  return () => {
    known ??= value();
    return known;
  };
}

/** XPath's effective boolean value is an error for several texts or numbers. */
function effective(items: readonly Item[]): readonly Item[] {
  const [first, second] = items;
  if (second !== undefined && first !== undefined && !isNode(first)) throw new Odd();
  return items;
}

function top(item: Item): TreeNode {
  if (!isNode(item)) throw new Odd();
  let node: TreeNode = item;
  while (node.parentNode !== null) node = node.parentNode;
  return node;
}

function readText(node: TreeNode, env: Env): string {
  if (env.onRead !== undefined) tellRead(node, env.onRead);
  return textOf(node);
}

function atoms(items: readonly Item[], env: Env): Atom[] {
  return items.map((item) => (isNode(item) ? readText(item, env) : item));
}

/** At most one, as text; none is the empty text. */
function single(items: readonly Item[], env: Env): string {
  const [first, second] = items;
  if (second !== undefined) throw new Odd();
  if (first === undefined) return '';
  return isNode(first) ? readText(first, env) : String(first);
}

/** As `single`, where the engine takes texts and leaves only. */
function text(items: readonly Item[], env: Env): string {
  if (typeof items[0] === 'number' || typeof items[0] === 'boolean') throw new Odd();
  return single(items, env);
}

function call(compiler: DirectCompiler, syntax: Syntax): Direct {
  const name = functionName(syntax);
  const args = (child(syntax, 'arguments')?.children ?? []).map((arg) => compiler.compile(arg));
  const own = ownFunctions.find(
    (one) => (one.prefix === '' ? one.name : `${one.prefix}:${one.name}`) === name,
  );
  if (own !== undefined)
    return (env) => {
      const values = args.map((arg) => arg(env));
      if (!own.sequence && values.some(({ length }) => length > 1)) throw new Odd();
      const read = values.map((items) => atoms(items, env));
      const result = callOwn(own, read, env.lookup);
      return result === undefined ? nothing : [result];
    };
  const run =
    functions.get(`${name}#${args.length}`) ?? (name === 'concat' ? functions.get('concat') : undefined);
  if (run === undefined) throw new Odd();
  return (env) => run(args, env);
}

function functionName(syntax: Syntax): string {
  const called = child(syntax, 'functionName');
  const prefix = called?.attributes.get('prefix');
  if (called === undefined || prefix === undefined) throw new Odd();
  return written({ ...writtenName(called), prefix: prefix === 'fn' ? '' : prefix });
}

type Run = (args: readonly Direct[], env: Env) => readonly Item[];

const here: Direct = ({ node }) => [node];
const arg = (args: readonly Direct[], i: number): Direct => args[i] ?? here;
const one =
  (run: (value: string) => string): Run =>
  (args, env) => [run(text(arg(args, 0)(env), env))];
const two =
  (run: (a: string, b: string) => Item): Run =>
  (args, env) => [run(text(arg(args, 0)(env), env), text(arg(args, 1)(env), env))];

const functions: ReadonlyMap<string, Run> = new Map<string, Run>([
  ['string#0', (_args, env) => [single([env.node], env)]],
  ['string#1', (args, env) => [single(arg(args, 0)(env), env)]],
  ['concat', (args, env) => [args.map((part) => single(part(env), env)).join('')]],
  ['string-join#1', (args, env) => [atoms(arg(args, 0)(env), env).map(String).join('')]],
  [
    'string-join#2',
    (args, env) => [
      atoms(arg(args, 0)(env), env)
        .map(String)
        .join(text(arg(args, 1)(env), env)),
    ],
  ],
  ['normalize-space#0', (_args, env) => [squeezed(text([env.node], env))]],
  ['normalize-space#1', one(squeezed)],
  ['lower-case#1', one((value) => value.toLowerCase())],
  ['upper-case#1', one((value) => value.toUpperCase())],
  ['translate#3', (args, env) => [translated(args.map((part) => text(part(env), env)))]],
  ['string-length#1', (args, env) => [[...text(arg(args, 0)(env), env)].length]],
  ['contains#2', two((a, b) => a.includes(b))],
  ['starts-with#2', two((a, b) => a.startsWith(b))],
  ['ends-with#2', two((a, b) => a.endsWith(b))],
  ['substring-before#2', two((a, b) => a.slice(0, Math.max(0, a.indexOf(b))))],
  ['substring-after#2', two((a, b) => (a.includes(b) ? a.slice(a.indexOf(b) + b.length) : ''))],
  ['not#1', (args, env) => truth(!isTrue(effective(arg(args, 0)(env))))],
  ['boolean#1', (args, env) => truth(isTrue(effective(arg(args, 0)(env))))],
  ['true#0', () => yes],
  ['false#0', () => no],
  ['exists#1', (args, env) => truth(arg(args, 0)(env).length > 0)],
  ['empty#1', (args, env) => truth(arg(args, 0)(env).length === 0)],
  ['count#1', (args, env) => [arg(args, 0)(env).length]],
  ['distinct-values#1', distinct],
  ['head#1', (args, env) => arg(args, 0)(env).slice(0, 1)],
  ['tail#1', (args, env) => arg(args, 0)(env).slice(1)],
  ['reverse#1', (args, env) => [...arg(args, 0)(env)].reverse()],
  ['position#0', (_args, env) => [env.position]],
  ['last#0', (_args, env) => [env.size]],
]);

function distinct(args: readonly Direct[], env: Env): readonly Item[] {
  const values = atoms(arg(args, 0)(env), env);
  if (values.some((value) => typeof value !== 'string')) throw new Odd();
  return [...new Set(values)];
}

function translated([value = '', from = '', to = '']: readonly string[]): string {
  const [search, replace] = [[...from], [...to]];
  return [...value]
    .map((c) => {
      const at = search.indexOf(c);
      return at === -1 ? c : (replace[at] ?? '');
    })
    .join('');
}

function squeezed(value: string): string {
  return value.replace(/[\t\n\r ]+/g, ' ').replace(/^ | $/g, '');
}
