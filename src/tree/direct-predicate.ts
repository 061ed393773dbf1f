import { dependsOnNode, dependsOnVariables } from './depends.ts';
import {
  type Atom,
  anyPair,
  atoms,
  condition,
  type Direct,
  type Env,
  effective,
  inCondition,
  integer,
  isSame,
  nothing,
  type Parts,
  truth,
} from './direct-env.ts';
import { type Item, isNode, isTrue } from './items.ts';
import { child, type Syntax } from './syntax.ts';

/** Predicates as closures (direct.ts). What does not depend on the item that is looked at is evaluated once for all of them. */

export interface Predicate {
  keep(items: readonly Item[], env: Env): readonly Item[];
  /** `[1]` */
  readonly at?: number;
  readonly positional: boolean;
}

export function kept(predicates: readonly Predicate[], items: readonly Item[], env: Env): readonly Item[] {
  let left = items;
  for (const predicate of predicates) {
    const before = left;
    left = predicate.keep(before, env);
    env.provenance?.pick(left, before);
  }
  return left;
}

export const predicatesOf = (compiler: Parts, syntax: Syntax | undefined): readonly Predicate[] =>
  (syntax?.children ?? []).map((one) => predicate(compiler, one));

function predicate(compiler: Parts, syntax: Syntax): Predicate {
  if (syntax.name === 'integerConstantExpr') {
    const at = integer(syntax);
    return { at, positional: true, keep: (items) => items.slice(at - 1, at) };
  }
  if (syntax.name === 'varRef') return { positional: true, keep: chosen(compiler.compile(syntax)) };
  const keep = equality(compiler, syntax) ?? filtering(compiler.compile(syntax));
  return { keep, positional: usesPosition(syntax) };
}

/** `[$n]`: the item of that number; all of them, or none. */
function chosen(value: Direct): Predicate['keep'] {
  const asked = condition(value);
  return (items, env) => {
    if (items.length === 0) return items;
    const result = asked(env);
    const [at] = effective(result);
    if (typeof at === 'number') return items.slice(Math.max(0, at - 1), Math.max(0, at));
    return isTrue(result) ? items : [];
  };
}

function filtering(predicate: Direct): Predicate['keep'] {
  const test = condition(predicate);
  return (items, env) =>
    items.filter((node, i) => {
      const result = test({ ...env, node, position: i + 1, size: items.length });
      return typeof result[0] === 'number' ? result[0] === i + 1 : isTrue(effective(result));
    });
}

function usesPosition(syntax: Syntax): boolean {
  const named = syntax.name === 'functionName' && (syntax.text === 'position' || syntax.text === 'last');
  return named || syntax.children.some(usesPosition);
}

/** `[position = $x]`: undefined where no side is the same for all items. */
function equality(compiler: Parts, syntax: Syntax): Predicate['keep'] | undefined {
  if (syntax.name !== 'equalOp') return undefined;
  const sides = [child(syntax, 'firstOperand'), child(syntax, 'secondOperand')];
  const fixed = sides.find((side) => side !== undefined && !dependsOnNode(side));
  const own = sides.find((side) => side !== fixed);
  if (fixed === undefined || own === undefined) return undefined;
  const [value, values] = [compiler.only(fixed), compiler.only(own)];
  const index = dependsOnVariables(own) ? undefined : indexed(values);
  const wantedIn = (env: Env): readonly Atom[] =>
    env.provenance === undefined ? atoms(value(env), env) : inCondition(env, () => atoms(value(env), env));
  return (items, env) => {
    if (items.length === 0) return items;
    const wanted = wantedIn(env);
    const isWanted: Direct = (inner) => truth(anyPair(atoms(values(inner), inner), wanted, isSame));
    return index?.(items, wanted, env) ?? filtering(isWanted)(items, env);
  };
}

/** Items that are looked through one by one at the most. */
const few = 16;

type Index = ReadonlyMap<string, readonly Item[]>;

/**
 * The items of a list by what an expression gives for each, so that finding the line of a number among a thousand takes no longer
 * than among twenty. A tree does not change.
 */
function indexed(
  values: Direct,
): (items: readonly Item[], wanted: readonly Atom[], env: Env) => readonly Item[] | undefined {
  const known = new WeakMap<readonly Item[], Index | 'odd' | 'seen'>();
  return (items, [only, more], env) => {
    // who records what is read wants to be told of all that is compared
    if (items.length <= few || env.onRead !== undefined) return undefined;
    if (typeof only !== 'string' || more !== undefined) return undefined;
    // most lists are looked through once
    const before = known.get(items);
    const index = before === 'seen' ? indexOf(items, values, env) : (before ?? 'seen');
    known.set(items, index);
    return typeof index === 'string' ? undefined : (index.get(only) ?? nothing);
  };
}

function indexOf(items: readonly Item[], values: Direct, env: Env): Index | 'odd' {
  const index = new Map<string, Item[]>();
  for (const item of items) {
    if (!isNode(item)) return 'odd';
    const found = atoms(values({ ...env, node: item, position: 1, size: 1 }), env);
    for (const text of new Set(found)) {
      if (typeof text !== 'string') return 'odd';
      const same = index.get(text);
      if (same === undefined) index.set(text, [item]);
      else same.push(item);
    }
  }
  return index;
}
