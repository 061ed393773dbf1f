import type { Place } from '../findings/messages.ts';
import type { Lookup } from '../tree/functions.ts';
import { filePlaceOf, type Item, isOfVariable, pathOf } from '../tree/items.ts';
import type { TreeDocument, TreeNode } from '../tree/node.ts';
import type { OutScalar } from '../tree/out.ts';
import type { TextProvenance } from '../tree/text-provenance.ts';
import type { Variables } from '../tree/variables.ts';
import type { Change, MappingContext } from './interface.ts';
import type { Expression, LeafRule, Program } from './rules.ts';

/** What becomes of an expression's result: part of the result, a condition, a context node or a variable. */
export type Use = 'value' | 'test' | 'context' | 'variable';

/** What somebody wants to hear of a run. */
export interface Recorder {
  /** It runs with every message: the run is not bounded, does not go on behind a stop, and reads of conditions are not told. */
  readonly light?: true;
  /** Absent: nobody asks what texts are made of. */
  readonly provenance?: TextProvenance;
  /** An attribute or text was read by the expression that is being evaluated. */
  onRead(node: TreeNode): void;
  /** Around the evaluation of an expression; `result` when it is done. */
  begin(expression: Expression, use: Use): void;
  end(result: readonly Item[]): void;
  /** The value of a variable, which is evaluated at its first use; the recorder hears of every use. */
  variable(value: () => readonly Item[]): () => readonly Item[];
  looked(table: string, key: string, value: string): void;
  /** A value of the result, at `lines[2]/position`. */
  made(rule: LeafRule, path: string, item: Item, value: OutScalar): void;
  /** A leaf of the document that `$copy` took over as it is. */
  copied(expression: Expression, path: string, node: TreeNode): void;
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
  readonly recorder?: Recorder;
  /** Milliseconds after which the run is stopped. */
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
  readonly later?: Later[];
  /** Leaves made here do not count for sameness. */
  readonly volatile: boolean;
}

export type Later = (change: Change) => void;

export function within(scope: Scope, name: string): Scope {
  return { ...scope, path: scope.path === '' ? name : `${scope.path}/${name}` };
}

/** Place in the file, XPath and business key of what a rule looks at. */
export function whereIs({ node, label }: Scope): Place {
  const place = isOfVariable(node) ? {} : filePlaceOf(node);
  return { ...place, path: pathOf(node), ...(label === '' ? {} : { key: label }) };
}
