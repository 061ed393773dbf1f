import { type Item, isNode } from '../../tree/nodes/items.ts';
import { isLeaf, leafOf } from '../../tree/nodes/leaves.ts';
import type { TreeNode } from '../../tree/nodes/tree-node.ts';
import type { Expression } from '../language/rule-types.ts';
import type { ResultUse, RunListener } from './scope.ts';

/**
 * Which leaves of a document a run carries over. It runs with every message: unlike an explanation it keeps nothing but a set of
 * nodes, and it looks at what is read only where a text may come of it. loss.ts says the same of an explanation.
 */
export class CarriedLeaves implements RunListener {
  readonly light = true;
  readonly carried = new Set<TreeNode>();
  /** What is being evaluated, one inside the other. */
  readonly #open: ExpressionReads[] = [];
  /** What was evaluated last. */
  #ended: ExpressionReads | undefined;

  onBegin(_expression: Expression, use: ResultUse): void {
    this.#open.push(canCarry(use) ? { use, read: [], used: [] } : carriesNothing);
  }

  onRead(node: TreeNode): void {
    const reads = this.#open.at(-1);
    if (reads !== carriesNothing) reads?.read.push(node);
  }

  onEnd(result: readonly Item[]): void {
    const done = this.#open.pop();
    this.#ended = done;
    if (done === undefined || !canCarry(done.use)) return;
    done.text = result.some((item) => typeof item === 'string');
    if (done.use !== 'value') return;
    this.#carry(done);
    for (const item of result) if (isNode(item) && isLeaf(item)) this.carried.add(item);
  }

  /** What a text was made of, with the texts of the variables that it was made of; each variable is gone through once. */
  #carry(reads: ExpressionReads): void {
    if (reads.text !== true) return;
    reads.text = false;
    for (const node of reads.read) this.carried.add(leafOf(node));
    for (const one of reads.used) this.#carry(one);
  }

  onCopy(_expression: Expression, _path: string, node: TreeNode): void {
    if (isLeaf(node)) this.carried.add(node);
  }

  /** A text that only conditions look at is carried nowhere: a variable counts where a value is made of it. */
  wrapVariable(value: () => readonly Item[]): () => readonly Item[] {
    let reads: ExpressionReads | undefined;
    return () => {
      const items = value();
      reads ??= this.#ended;
      const user = this.#open.at(-1);
      if (reads !== undefined && user !== carriesNothing) user?.used.push(reads);
      return items;
    };
  }

  onLookup(): void {}

  onValue(): void {}
}

/** What an expression has read, itself and by variables. */
interface ExpressionReads {
  readonly use: ResultUse;
  readonly read: TreeNode[];
  readonly used: ExpressionReads[];
  /** It gave a text, and nobody has carried it yet. */
  text?: boolean;
}

/** What a condition reads need not be kept. */
const carriesNothing: ExpressionReads = { use: 'test', read: [], used: [] };

/** A condition carries nothing, whatever it read. */
export const canCarry = (use: ResultUse): boolean => use === 'value' || use === 'variable';
