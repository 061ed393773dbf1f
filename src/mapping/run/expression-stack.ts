import type { Item } from '../../tree/nodes/items.ts';
import { leafOf } from '../../tree/nodes/leaves.ts';
import type { TreeNode } from '../../tree/nodes/tree-node.ts';

/** What an expression has read, itself and by variables. */
interface ExpressionReads<R> {
  readonly read?: Iterable<TreeNode>;
  readonly used?: Iterable<R>;
  /** It gave a text that nobody has carried yet. */
  isText?: boolean;
}

/** The expressions that are being evaluated, one inside the other, each with what it has read. */
export class ExpressionStack<R extends ExpressionReads<R>> {
  readonly #open: R[] = [];
  /** What was evaluated last. */
  #ended: R | undefined;

  get innermost(): R | undefined {
    return this.#open.at(-1);
  }

  begin(reads: R): void {
    this.#open.push(reads);
  }

  /** The innermost one has ended. */
  end(): R | undefined {
    this.#ended = this.#open.pop();
    return this.#ended;
  }

  /** The value of a variable, which is evaluated at its first use. `use`: called at each use, with who uses it and what it has read. */
  wrapVariable(value: () => readonly Item[], use: (user: R, variable: R) => void): () => readonly Item[] {
    let reads: R | undefined;
    return () => {
      const items = value();
      reads ??= this.#ended;
      const user = this.innermost;
      if (reads !== undefined && user !== undefined) use(user, reads);
      return items;
    };
  }
}

/** Adds what a text was made of: by its expression, and by the variables with texts that it used; each is gone through once. */
export function carryText<R extends ExpressionReads<R>>(reads: R, carried: Set<TreeNode>): void {
  if (reads.isText !== true) return;
  reads.isText = false;
  for (const node of reads.read ?? []) carried.add(leafOf(node));
  for (const variable of reads.used ?? []) carryText(variable, carried);
}
