import { type Direct, type Env, gathered, nothing, Odd, type Parts } from './direct-env.ts';
import { kept, predicatesOf } from './direct-predicate.ts';
import { type Item, isNode } from './items.ts';
import type { TreeNode } from './node.ts';
import { inOrder, isBackward, testOf, walk } from './steps-direct.ts';
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
  const from = (item: Item, env: Env) => kept(predicates, walkAxis(nodeOf(item)), env);
  const backward = isBackward(axis);
  return (context, env) => {
    const first = context[0];
    if (first === undefined) return nothing;
    if (context.length === 1 && !backward) return from(first, env);
    const found: TreeNode[] = [];
    for (const item of context) for (const node of from(item, env)) found.push(nodeOf(node));
    return inOrder(backward ? found.reverse() : found);
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
    const found = gathered(context, env, (node, i) =>
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
        const items = kept(conditions, env.provenance?.capture(() => part(env)) ?? part(env), env);
        const [found] = items;
        if (found !== undefined) return env.provenance?.pick([found], items) ?? [found];
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

function nodeOf(item: Item): TreeNode {
  if (!isNode(item)) throw new Odd();
  return item;
}

function top(item: Item): TreeNode {
  let node = nodeOf(item);
  while (node.parentNode !== null) node = node.parentNode;
  return node;
}
