import { type Item, isNode } from '../../tree/nodes/items.ts';
import { isLeaf, leafOf } from '../../tree/nodes/leaves.ts';
import type { TreeNode } from '../../tree/nodes/tree-node.ts';
import { carryText, ExpressionStack } from '../run/expression-stack.ts';
import type { ResultUse } from '../run/scope.ts';

/** What one expression has read, itself and by variables; a set is there once something is in it. */
interface ExpressionReads {
  readonly use: ResultUse;
  read?: Set<TreeNode>;
  used?: Set<ExpressionReads>;
  /** It gave a text that nobody has carried yet. */
  isText?: boolean;
}

/**
 * Which leaves of a document a run carries over, and which it looks at. A node that an expression for a value returns is carried, and so is
 * what it read when it returns a text, itself and by variables that are texts. What an expression read on its way to nodes, to a number or
 * to true or false was tested, and so was a text that no value is made of. Of expressions that have ended nothing is kept but what a
 * variable read: of a long order all of them together take more memory than all else.
 */
export class LeafReading {
  readonly carried = new Set<TreeNode>();
  readonly tested = new Set<TreeNode>();
  readonly #expressions = new ExpressionStack<ExpressionReads>();

  begin(use: ResultUse): void {
    this.#expressions.begin({ use });
  }

  read(node: TreeNode): void {
    const reads = this.#expressions.innermost;
    if (reads === undefined) return;
    reads.read ??= new Set();
    reads.read.add(node);
  }

  end(result: readonly Item[]): void {
    const reads = this.#expressions.end();
    if (reads === undefined) return;
    for (const node of reads.read ?? []) this.tested.add(leafOf(node));
    const into = reads.use === 'value' ? this.carried : this.tested;
    for (const item of result) {
      if (typeof item === 'string') reads.isText = true;
      else if (isNode(item) && isLeaf(item)) into.add(item);
    }
    if (reads.use === 'value') carryText(reads, this.carried);
  }

  copy(node: TreeNode): void {
    if (isLeaf(node)) this.carried.add(node);
  }

  wrapVariable(value: () => readonly Item[]): () => readonly Item[] {
    return this.#expressions.wrapVariable(value, (user, variable) => {
      user.used ??= new Set();
      user.used.add(variable);
    });
  }
}
