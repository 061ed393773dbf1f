import type { Item } from '../../tree/nodes/items.ts';
import type { TreeNode } from '../../tree/nodes/tree-node.ts';
import type { TargetScalar } from '../../tree/values/target-tree.ts';
import type { TextProvenance } from '../../tree/values/text-provenance.ts';
import type { Expression, LeafRule } from '../language/rule-types.ts';
import type { ResultUse, RunListener } from './scope.ts';

/** Two listeners hear of one run. The first may ask what texts are made of. */
export class ListenerPair implements RunListener {
  readonly provenance: TextProvenance;
  readonly #first: RunListener;
  readonly #second: RunListener;

  constructor(first: RunListener & { readonly provenance: TextProvenance }, second: RunListener) {
    [this.#first, this.#second] = [first, second];
    this.provenance = first.provenance;
  }

  onRead(node: TreeNode): void {
    this.#first.onRead(node);
    this.#second.onRead(node);
  }

  onBegin(expression: Expression, use: ResultUse): void {
    this.#first.onBegin(expression, use);
    this.#second.onBegin(expression, use);
  }

  onEnd(result: readonly Item[]): void {
    this.#first.onEnd(result);
    this.#second.onEnd(result);
  }

  wrapVariable(value: () => readonly Item[]): () => readonly Item[] {
    return this.#second.wrapVariable(this.#first.wrapVariable(value));
  }

  onLookup(table: string, key: string, value: string): void {
    this.#first.onLookup(table, key, value);
    this.#second.onLookup(table, key, value);
  }

  onValue(rule: LeafRule, path: string, item: Item, value: TargetScalar): void {
    this.#first.onValue(rule, path, item, value);
    this.#second.onValue(rule, path, item, value);
  }

  onCopy(expression: Expression, path: string, node: TreeNode): void {
    this.#first.onCopy(expression, path, node);
    this.#second.onCopy(expression, path, node);
  }
}
