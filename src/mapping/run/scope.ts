import type { FindingLocation } from '../../findings/create-finding.ts';
import { extendPath } from '../../tree/nodes/extend-path.ts';
import { type Item, isOfVariable, nodePositionOf, pathOf } from '../../tree/nodes/items.ts';
import type { TreeDocument, TreeNode } from '../../tree/nodes/tree-node.ts';
import type { TargetScalar } from '../../tree/values/target-tree.ts';
import type { TextProvenance } from '../../tree/values/text-provenance.ts';
import type { Lookup } from '../../tree/xpath/own-functions.ts';
import type { Variables } from '../../tree/xpath/variables.ts';
import type { Expression, LeafRule, Program } from '../language/rule-types.ts';
import type { ItemChange, MappingContext } from '../mapping.ts';

/** What becomes of an expression's result: part of the result, a condition, a context node or a variable. */
export type ResultUse = 'value' | 'test' | 'context' | 'variable';

/** What somebody wants to hear of a run. */
export interface RunListener {
  /**
   * Runs with every message: no time limit, no work after a stop, and no reports of what conditions read. What is read of `$sent` and
   * other trees beside the document may go unreported.
   */
  readonly light?: true;
  /** Absent: nobody asks what texts are made of. */
  readonly provenance?: TextProvenance;
  /** An attribute or text was read by the expression that is being evaluated. */
  onRead(node: TreeNode): void;
  /** Around the evaluation of an expression; `result` when it is done. */
  onBegin(expression: Expression, use: ResultUse): void;
  onEnd(result: readonly Item[]): void;
  /** The value of a variable, which is evaluated at its first use; the recorder hears of every use. */
  wrapVariable(value: () => readonly Item[]): () => readonly Item[];
  onLookup(table: string, key: string, value: string): void;
  /** A value of the result, at `lines[2]/position`. */
  onValue(rule: LeafRule, path: string, item: Item, value: TargetScalar): void;
  /** A leaf of the document that `$copy` took over as it is. */
  onCopy(expression: Expression, path: string, node: TreeNode): void;
}

export interface RunInput {
  readonly program: Program;
  /** The mapping file, for findings. */
  readonly file: string;
  readonly lookup: Lookup;
  readonly source: TreeDocument;
  readonly context: MappingContext;
  /** `$channel` and the others. */
  readonly variables: Variables;
  readonly recorder?: RunListener;
  /** Milliseconds after which the run is stopped; Infinity: by nobody here. */
  readonly deadline?: number;
}

/** Where a rule runs. */
export interface Scope {
  readonly node: TreeNode;
  readonly variables: Variables;
  /** `order line 3 (position 00030)`, for findings. */
  readonly label: string;
  /** Where the value goes: `lines[2]/position`. */
  readonly path: string;
  /** Rules of a keyed item that wait for `$change`. */
  readonly deferred?: DeferredRule[];
  /** Leaves made here do not count for sameness. */
  readonly volatile: boolean;
}

export type DeferredRule = (change: ItemChange) => void;

export function enterMember(scope: Scope, name: string): Scope {
  return { ...scope, path: extendPath(scope.path, name) };
}

/** Place in the file, XPath and business key of what a rule looks at. */
export function locationOf({ node, label }: Scope): FindingLocation {
  const place = isOfVariable(node) ? {} : nodePositionOf(node);
  return { ...place, path: pathOf(node), ...(label === '' ? {} : { key: label }) };
}
