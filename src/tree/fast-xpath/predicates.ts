import { type Item, isNode, isOfVariable, isTrue } from '../nodes/items.ts';
import { needsContextNode, needsVariables } from '../xpath/expression-needs.ts';
import { findChild, type SyntaxNode } from '../xpath/xpath-syntax.ts';
import {
  type AtomicValue,
  atomize,
  booleanItems,
  computeBoolean,
  condition,
  type EvaluationContext,
  type ExpressionClosure,
  hasMatchingPair,
  inCondition,
  isSameValue,
  noItems,
  type PartCompiler,
  parseInteger,
} from './closures.ts';

/**
 * Predicates as closures (fast-compiler.ts). What does not depend on the item that is looked at is
 * evaluated once for all of them.
 */

export interface Predicate {
  filter(items: readonly Item[], env: EvaluationContext): readonly Item[];
  /** `[1]` */
  readonly at?: number;
  readonly positional: boolean;
}

export function applyPredicates(
  predicates: readonly Predicate[],
  items: readonly Item[],
  env: EvaluationContext,
): readonly Item[] {
  let left = items;
  for (const predicate of predicates) {
    const before = left;
    left = predicate.filter(before, env);
    env.provenance?.pick(left, before);
  }
  return left;
}

export const compilePredicates = (
  compiler: PartCompiler,
  syntax: SyntaxNode | undefined,
): readonly Predicate[] => (syntax?.children ?? []).map((one) => compilePredicate(compiler, one));

function compilePredicate(compiler: PartCompiler, syntax: SyntaxNode): Predicate {
  if (syntax.name === 'integerConstantExpr') {
    const at = parseInteger(syntax);
    return { at, positional: true, filter: (items) => items.slice(at - 1, at) };
  }
  if (syntax.name === 'varRef')
    return { positional: true, filter: compilePosition(compiler.compile(syntax)) };
  const keep = compileEquality(compiler, syntax) ?? compileTest(compiler.compile(syntax));
  return { filter: keep, positional: usesPosition(syntax) };
}

/** `[$n]`: the item of that number; all of them, or none. */
function compilePosition(value: ExpressionClosure): Predicate['filter'] {
  const asked = condition(value);
  return (items, env) => {
    if (items.length === 0) return items;
    const result = asked(env);
    const [at] = computeBoolean(result);
    if (typeof at === 'number') return items.slice(Math.max(0, at - 1), Math.max(0, at));
    return isTrue(result) ? items : [];
  };
}

function compileTest(predicate: ExpressionClosure): Predicate['filter'] {
  const test = condition(predicate);
  return (items, env) =>
    items.filter((node, i) => {
      const result = test({ ...env, node, position: i + 1, size: items.length });
      return typeof result[0] === 'number' ? result[0] === i + 1 : isTrue(computeBoolean(result));
    });
}

function usesPosition(syntax: SyntaxNode): boolean {
  const named = syntax.name === 'functionName' && (syntax.text === 'position' || syntax.text === 'last');
  return named || syntax.children.some(usesPosition);
}

/** `[position = $x]`: undefined where no side is the same for all items. */
function compileEquality(compiler: PartCompiler, syntax: SyntaxNode): Predicate['filter'] | undefined {
  if (syntax.name !== 'equalOp') return undefined;
  const sides = [findChild(syntax, 'firstOperand'), findChild(syntax, 'secondOperand')];
  const fixed = sides.find((side) => side !== undefined && !needsContextNode(side));
  const own = sides.find((side) => side !== fixed);
  if (fixed === undefined || own === undefined) return undefined;
  const [value, values] = [compiler.only(fixed), compiler.only(own)];
  const index = needsVariables(own) ? undefined : buildIndexedFilter(values);
  const wantedIn = (env: EvaluationContext): readonly AtomicValue[] =>
    env.provenance === undefined
      ? atomize(value(env), env)
      : inCondition(env, () => atomize(value(env), env));
  return (items, env) => {
    if (items.length === 0) return items;
    const wanted = wantedIn(env);
    const isWanted: ExpressionClosure = (inner) =>
      booleanItems(hasMatchingPair(atomize(values(inner), inner), wanted, isSameValue));
    return index?.(items, wanted, env) ?? compileTest(isWanted)(items, env);
  };
}

/** Items that are looked through one by one at the most. */
const few = 16;

interface ItemIndex {
  readonly byText: ReadonlyMap<string, readonly Item[]>;
  /** All of them stand in a tree beside the document, such as `$sent`. */
  readonly isContext: boolean;
}

/**
 * The items of a list by what an expression gives for each, so that finding the line of a number among a thousand takes no longer
 * than among twenty. A tree does not change. Whoever records what is read wants to be told of all that is compared, in the trees
 * that matter to them.
 */
function buildIndexedFilter(
  values: ExpressionClosure,
): (
  items: readonly Item[],
  wanted: readonly AtomicValue[],
  env: EvaluationContext,
) => readonly Item[] | undefined {
  const known = new WeakMap<readonly Item[], ItemIndex | 'odd' | 'seen'>();
  return (items, [only, more], env) => {
    const isRecorded = env.onRead !== undefined;
    if (items.length <= few || (isRecorded && !env.ignoresContextReads)) return undefined;
    if (typeof only !== 'string' || more !== undefined) return undefined;
    // most lists are looked through once
    const before = known.get(items);
    const index = before === 'seen' ? indexOf(items, values, env) : (before ?? 'seen');
    known.set(items, index);
    if (typeof index === 'string' || (isRecorded && !index.isContext)) return undefined;
    return index.byText.get(only) ?? noItems;
  };
}

function indexOf(
  items: readonly Item[],
  values: ExpressionClosure,
  env: EvaluationContext,
): ItemIndex | 'odd' {
  const byText = new Map<string, Item[]>();
  let isContext = true;
  for (const item of items) {
    if (!isNode(item)) return 'odd';
    isContext &&= isOfVariable(item);
    const found = atomize(values({ ...env, node: item, position: 1, size: 1 }), env);
    for (const text of new Set(found)) {
      if (typeof text !== 'string') return 'odd';
      const same = byText.get(text);
      if (same === undefined) byText.set(text, [item]);
      else same.push(item);
    }
  }
  return { byText, isContext };
}
