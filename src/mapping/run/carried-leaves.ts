import { type Item, isNode } from '../../tree/nodes/items.ts';
import { isLeaf } from '../../tree/nodes/leaves.ts';
import type { TreeNode } from '../../tree/nodes/tree-node.ts';
import type { Expression } from '../language/rule-types.ts';
import { carryText, ExpressionStack } from './expression-stack.ts';
import type { ResultUse, RunListener } from './scope.ts';

/**
 * Which leaves of a document a run carries over. It runs with every message: unlike an explanation it keeps nothing but a set of
 * nodes, and it looks at what is read only where a text may come of it. leaf-fates.ts says the same of an explanation.
 */
export class CarriedLeaves implements RunListener {
  readonly light = true;
  readonly carried = new Set<TreeNode>();
  readonly #expressions = new ExpressionStack<ExpressionReads>();

  onBegin(_expression: Expression, use: ResultUse): void {
    this.#expressions.begin(canCarry(use) ? { use, read: [], used: [] } : carriesNothing);
  }

  onRead(node: TreeNode): void {
    const reads = this.#expressions.innermost;
    if (reads !== carriesNothing) reads?.read.push(node);
  }

  onEnd(result: readonly Item[]): void {
    const done = this.#expressions.end();
    if (done === undefined || !canCarry(done.use)) return;
    done.isText = result.some((item) => typeof item === 'string');
    if (done.use !== 'value') return;
    carryText(done, this.carried);
    for (const item of result) if (isNode(item) && isLeaf(item)) this.carried.add(item);
  }

  onCopy(_expression: Expression, _path: string, node: TreeNode): void {
    if (isLeaf(node)) this.carried.add(node);
  }

  /** A text that only conditions look at is carried nowhere: a variable counts where a value is made of it. */
  wrapVariable(value: () => readonly Item[]): () => readonly Item[] {
    return this.#expressions.wrapVariable(value, (user, variable) => {
      if (user !== carriesNothing) user.used.push(variable);
    });
  }

  onLookup(): void {}

  onValue(): void {}
}

/** What an expression has read, itself and by variables. */
interface ExpressionReads {
  readonly use: ResultUse;
  readonly read: TreeNode[];
  readonly used: ExpressionReads[];
  /** It gave a text that nobody has carried yet. */
  isText?: boolean;
}

/** What a condition reads need not be kept. */
const carriesNothing: ExpressionReads = { use: 'test', read: [], used: [] };

/** A condition carries nothing, whatever it read. */
export const canCarry = (use: ResultUse): boolean => use === 'value' || use === 'variable';
