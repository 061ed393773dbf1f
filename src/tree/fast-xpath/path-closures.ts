import { type Item, isNode } from '../nodes/items.ts';
import type { TreeNode } from '../nodes/tree-node.ts';
import { findChild, type SyntaxNode } from '../xpath/xpath-syntax.ts';
import {
  compileAxis,
  compileNodeTest,
  compileSiblingCount,
  isReverseAxis,
  sortInDocumentOrder,
} from './axes.ts';
import {
  type EvaluationContext,
  type ExpressionClosure,
  flatMapItems,
  NeedsFullEngine,
  noItems,
  type PartCompiler,
} from './closures.ts';
import { applyPredicates, compilePredicates } from './predicates.ts';

/** Paths as closures: steps, predicates, and expressions that stand as steps (fast-compiler.ts). */

export function compilePath(compiler: PartCompiler, syntax: SyntaxNode): ExpressionClosure {
  const rooted = syntax.children[0]?.name === 'rootExpr';
  const steps = syntax.children
    .slice(rooted ? 1 : 0)
    .map((part, i) => compileStep(compiler, part, i === 0 && !rooted));
  const start: ExpressionClosure = rooted ? ({ node }) => [rootOf(node)] : ({ node }) => [node];
  return (env) => {
    let context = start(env);
    for (const next of steps) context = next(context, env);
    return context;
  };
}

/**
 * `count($line/preceding-sibling::x)`: of one node, what an index says. A list of all lines before each line would grow with the square
 * of the lines. Undefined where the path does not end so.
 */
export function compileCountOfSiblings(
  compiler: PartCompiler,
  syntax: SyntaxNode,
): ExpressionClosure | undefined {
  const last = syntax.name === 'pathExpr' ? syntax.children.at(-1) : undefined;
  if (last === undefined || findChild(last, 'predicates') !== undefined) return undefined;
  const test = compileNodeTest(last, compiler.namespaces);
  const count = test && compileSiblingCount(findChild(last, 'xpathAxis')?.text ?? '', test);
  if (count === undefined) return undefined;
  const before = compilePath(compiler, { ...syntax, children: syntax.children.slice(0, -1) });
  const whole = compilePath(compiler, syntax);
  return (env) => {
    const [node, more] = before(env);
    const single = node !== undefined && more === undefined && isNode(node);
    return [single ? count(node) : whole(env).length];
  };
}

type StepClosure = (context: readonly Item[], env: EvaluationContext) => readonly Item[];

function compileStep(compiler: PartCompiler, syntax: SyntaxNode, first: boolean): StepClosure {
  const [head, ...rest] = syntax.children;
  if (syntax.name !== 'stepExpr' || head === undefined) throw new NeedsFullEngine();
  if (head.name === 'filterExpr') return compileFilterStep(compiler, head, rest, first);
  const test = compileNodeTest(syntax, compiler.namespaces);
  const axis = findChild(syntax, 'xpathAxis')?.text ?? '';
  const walkAxis = compileAxis(axis, test);
  if (test === undefined || walkAxis === undefined) throw new NeedsFullEngine();
  const predicates = compilePredicates(compiler, findChild(syntax, 'predicates'));
  const from = (item: Item, env: EvaluationContext) =>
    applyPredicates(predicates, walkAxis(nodeOf(item)), env);
  const backward = isReverseAxis(axis);
  return (context, env) => {
    const first = context[0];
    if (first === undefined) return noItems;
    if (context.length === 1 && !backward) return from(first, env);
    const found: TreeNode[] = [];
    for (const item of context) for (const node of from(item, env)) found.push(nodeOf(node));
    return sortInDocumentOrder(backward ? found.reverse() : found);
  };
}

/** A step that is an expression: `(a, b)`, `$x`, `string(.)`; once for each item before it. */
function compileFilterStep(
  compiler: PartCompiler,
  head: SyntaxNode,
  rest: readonly SyntaxNode[],
  first: boolean,
): StepClosure {
  if (rest.some(({ name }) => name !== 'predicates')) throw new NeedsFullEngine();
  const filter = compileFilter(compiler, head, rest[0]);
  if (first) return (_context, env) => filter(env);
  return (context, env) => {
    // a step goes from nodes alone: what the engine says of it
    if (!context.every(isNode)) throw new NeedsFullEngine();
    const found = flatMapItems(context, env, (node, i) =>
      filter({ ...env, node, position: i + 1, size: context.length }),
    );
    const nodes = found.filter(isNode);
    if (nodes.length > 0 && nodes.length < found.length) throw new NeedsFullEngine();
    return nodes.length === 0 ? found : sortInDocumentOrder(nodes);
  };
}

function compileFilter(
  compiler: PartCompiler,
  head: SyntaxNode,
  syntax: SyntaxNode | undefined,
): ExpressionClosure {
  const predicates = compilePredicates(compiler, syntax);
  const last = predicates.at(-1);
  const parts = alternatives(head);
  const lazy =
    last?.at === 1 && predicates.every(({ at }, i) => (i < predicates.length - 1 ? at === undefined : true));
  if (lazy && predicates.slice(0, -1).every(({ positional }) => !positional)) {
    const compiled = parts.map((part) => compiler.compile(part));
    const conditions = predicates.slice(0, -1);
    return (env) => {
      for (const part of compiled) {
        const items = applyPredicates(conditions, env.provenance?.capture(() => part(env)) ?? part(env), env);
        const [found] = items;
        if (found !== undefined) return env.provenance?.pick([found], items) ?? [found];
      }
      return noItems;
    };
  }
  const inner = compiler.only(head);
  return (env) => applyPredicates(predicates, inner(env), env);
}

/** The parts of `((a, b))`, so that `(a, b)[1]` looks at b only where a gives nothing. */
function alternatives(syntax: SyntaxNode): readonly SyntaxNode[] {
  const [only, second] = syntax.children;
  if (only !== undefined && second === undefined && only.name === 'sequenceExpr' && only.children.length > 0)
    return alternatives(only);
  return syntax.children;
}

function nodeOf(item: Item): TreeNode {
  if (!isNode(item)) throw new NeedsFullEngine();
  return item;
}

function rootOf(item: Item): TreeNode {
  let node = nodeOf(item);
  while (node.parentNode !== null) node = node.parentNode;
  return node;
}
