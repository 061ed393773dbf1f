import type { Formats } from '../../formats/document-format.ts';
import { listTargetMembers } from '../../mapping/docs/list-members.ts';
import type { Evaluation } from '../../mapping/explain/explain-run.ts';
import type { FileMapping } from '../../mapping/file-mapping.ts';
import type { Expression, Rule } from '../../mapping/language/rule-types.ts';
import { resolveStartNode } from '../../mapping/run/context-trees.ts';
import type { Namespaces } from '../../tree/compile-xpath.ts';
import { isNode } from '../../tree/nodes/items.ts';
import type { TreeDocument, TreeElement, TreeNode } from '../../tree/nodes/tree-node.ts';
import type { NewRule } from '../drafts/insert-rule.ts';
import {
  buildAbsolutePath,
  buildRelativePath,
  countShared,
  forAllTwins,
  lineageOf,
  listTwins,
  type SourceNode,
} from './relative-path.ts';

/** A rule that carries a value of the document to a member of the target. Plain data. */
export interface PlannedRule extends NewRule {
  /** Of the value itself. */
  readonly expression: string;
}

/** Why there is no rule for it: the target has no such member, or what stands above it is a list of rules. */
export type NoPlan = 'no-member' | 'list-of-rules';

export interface RulePlanRequest {
  readonly mapping: FileMapping;
  readonly document: TreeDocument;
  /** What the expressions of the mapping gave in this document. */
  readonly evaluations: readonly Evaluation[];
  readonly node: SourceNode;
  /** `lines/item/number` */
  readonly target: string;
}

/**
 * The rule in the form that its place asks for: its expression begins at the context node of what stands above it; lists of the target that no
 * rule fills yet get an item for each of what repeats in the document.
 */
export function planRule(wish: RulePlanRequest, formats: Formats): PlannedRule | NoPlan {
  const { mapping, target } = wish;
  const many = findLists(mapping, target, formats);
  if (many === undefined) return 'no-member';
  const found = enterRules(wish, target.split('/'));
  return found === undefined ? 'list-of-rules' : writeRule(wish, found, many);
}

/** Steps below the document among which a member is looked for that no rule fills. */
const searchDepth = 5;

/** Of each name of the path, whether it is a list. Undefined: there is no such member, or it holds others. */
function findLists(mapping: FileMapping, target: string, formats: Formats): readonly boolean[] | undefined {
  const member = listTargetMembers(mapping, formats, searchDepth).find(
    ({ path, type }) => type !== '' && path.replaceAll('[]', '') === target,
  );
  return member?.path.split('/').map((name) => name.endsWith('[]'));
}

interface EnteredRules {
  /** Names of the path that rules stand for, the last of all not counted. */
  readonly depth: number;
  /** The nodes at which the innermost of them begins; empty: none in this document. */
  readonly contexts: readonly TreeNode[];
}

/** Undefined: on the way stands a list of rules. */
function enterRules(
  { mapping, document, evaluations }: RulePlanRequest,
  names: readonly string[],
): EnteredRules | undefined {
  const resultsOf = (expression: Expression): readonly TreeNode[] =>
    evaluations
      .filter((one) => one.expression === expression && one.use === 'context')
      .flatMap(({ result }) => result.filter(isNode));
  let contexts: readonly TreeNode[] = [resolveStartNode(document, mapping.from)];
  let rule: Rule | undefined = mapping.program.target;
  for (let depth = 0; ; depth += 1) {
    if (rule.kind === 'list') return undefined;
    if (rule.kind === 'each') {
      contexts = resultsOf(rule.each);
      rule = rule.item;
    }
    if (rule.kind !== 'object') return { depth: Math.max(0, depth - 1), contexts };
    if (rule.within) contexts = resultsOf(rule.within);
    const member: Rule | undefined = rule.members.find(([name]) => name === names[depth])?.[1];
    if (member === undefined || depth === names.length - 1) return { depth, contexts };
    rule = member;
  }
}

function writeRule(
  { mapping, node, target }: RulePlanRequest,
  { depth, contexts }: EnteredRules,
  many: readonly boolean[],
): PlannedRule {
  const names = target.split('/');
  const prefixes = mapping.program.namespaces;
  const nearest = contexts.toSorted((a, b) => countShared(b, node) - countShared(a, node))[0];
  const missing = names.slice(depth);
  const { loops, from } = findLoops(missing, many.slice(depth), nearest, node, prefixes);
  const path = from ? buildRelativePath(from, node, prefixes) : buildAbsolutePath(node, prefixes);
  const isList = many.at(-1) === true;
  const expression = isList ? forAllTwins(path) : path;
  const value = isList ? `[ ${JSON.stringify(expression)} ]` : JSON.stringify(expression);
  const lines = missing.flatMap((name, n) => {
    const indent = '  '.repeat(n);
    if (n === missing.length - 1) return [`${indent}${name}: ${value}`];
    const each = loops.get(n);
    return [
      `${indent}${name}:`,
      ...(each === undefined ? [] : [`${indent}  $each: ${JSON.stringify(each)}`]),
    ];
  });
  return { path: ['target', ...names.slice(0, depth + 1)], lines, expression };
}

/** For lists that no rule fills yet: what of the document each has an item for, and where the rule inside them begins. */
function findLoops(
  names: readonly string[],
  many: readonly boolean[],
  context: TreeNode | undefined,
  node: SourceNode,
  prefixes: Namespaces,
): { readonly loops: ReadonlyMap<number, string>; readonly from: TreeNode | undefined } {
  const loops = new Map<number, string>();
  let from = context;
  for (const n of names.keys()) {
    if (n === names.length - 1 || !many[n] || from === undefined) continue;
    const item = findRepeated(from, node);
    loops.set(n, item ? forAllTwins(buildRelativePath(from, item, prefixes)) : '.');
    from = item ?? from;
  }
  return { loops, from };
}

/** The outermost element on the way that stands there several times, else the one that holds the value. */
function findRepeated(from: TreeNode, node: SourceNode): TreeElement | undefined {
  const between = lineageOf(node)
    .slice(countShared(from, node), -1)
    .filter((one) => one.nodeType === 1);
  return between.find((one) => listTwins(one).length > 1) ?? between.at(-1);
}
