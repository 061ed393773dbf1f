import {
  type Direct,
  type Env,
  effective,
  gathered,
  integer,
  nothing,
  Odd,
  type Parts,
} from './direct-env.ts';
import { type Item, isNode, isTrue } from './items.ts';
import type { TreeNode } from './node.ts';
import { inOrder, testOf, walk } from './steps-direct.ts';
import { child, type Syntax } from './syntax.ts';

/** Paths as closures: steps, predicates, and expressions that stand as steps (direct.ts). */

export function path(compiler: Parts, syntax: Syntax): Direct {
  const rooted = syntax.children[0]?.name === 'rootExpr';
  const steps = syntax.children
    .slice(rooted ? 1 : 0)
    .map((part, i) => step(compiler, part, i === 0 && !rooted));
  const start: Direct = rooted ? ({ node }) => [top(node)] : ({ node }) => [node];
  return (env) => {
    let context = start(env);
    for (const next of steps) context = next(context, env);
    return context;
  };
}

type Step = (context: readonly Item[], env: Env) => readonly Item[];

function step(compiler: Parts, syntax: Syntax, first: boolean): Step {
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
  const from = (item: Item, env: Env) => kept(predicates, walkAxis(nodeOf(item)), env);
  return (context, env) => {
    const first = context[0];
    if (first === undefined) return nothing;
    if (context.length === 1) return from(first, env);
    const found: TreeNode[] = [];
    for (const item of context) for (const node of from(item, env)) found.push(nodeOf(node));
    return inOrder(found);
  };
}

/** A step that is an expression: `(a, b)`, `$x`, `string(.)`; once for each item before it. */
function filterStep(compiler: Parts, head: Syntax, rest: readonly Syntax[], first: boolean): Step {
  if (rest.some(({ name }) => name !== 'predicates')) throw new Odd();
  const filter = filtered(compiler, head, rest[0]);
  if (first) return (_context, env) => filter(env);
  return (context, env) => {
    // a step goes from nodes alone: what the engine says of it
    if (!context.every(isNode)) throw new Odd();
    const found = gathered(context, (node, i) =>
      filter({ ...env, node, position: i + 1, size: context.length }),
    );
    const nodes = found.filter(isNode);
    if (nodes.length > 0 && nodes.length < found.length) throw new Odd();
    return nodes.length === 0 ? found : inOrder(nodes);
  };
}

function filtered(compiler: Parts, head: Syntax, syntax: Syntax | undefined): Direct {
  const predicates = predicatesOf(compiler, syntax);
  const last = predicates.at(-1);
  const parts = alternatives(head);
  const lazy =
    last?.at === 1 && predicates.every(({ at }, i) => (i < predicates.length - 1 ? at === undefined : true));
  if (lazy && predicates.slice(0, -1).every(({ positional }) => !positional)) {
    const compiled = parts.map((part) => compiler.compile(part));
    const conditions = predicates.slice(0, -1);
    return (env) => {
      for (const part of compiled) {
        const [found] = kept(conditions, part(env), env);
        if (found !== undefined) return [found];
      }
      return nothing;
    };
  }
  const inner = compiler.only(head);
  return (env) => kept(predicates, inner(env), env);
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

function kept(predicates: readonly Predicate[], items: readonly Item[], env: Env): readonly Item[] {
  let left = items;
  for (const predicate of predicates) left = predicate.keep(left, env);
  return left;
}

function nodeOf(item: Item): TreeNode {
  if (!isNode(item)) throw new Odd();
  return item;
}

function predicatesOf(compiler: Parts, syntax: Syntax | undefined): Predicate[] {
  return (syntax?.children ?? []).map((one) => predicate(compiler, one));
}

function predicate(compiler: Parts, syntax: Syntax): Predicate {
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

function top(item: Item): TreeNode {
  let node = nodeOf(item);
  while (node.parentNode !== null) node = node.parentNode;
  return node;
}
