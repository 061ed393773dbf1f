import { type Item, isNode } from '../tree/items.ts';
import type { TreeNode } from '../tree/node.ts';
import { isLeaf, leafOf } from './leaves.ts';
import type { Expression } from './rules.ts';
import type { Recorder, Use } from './scope.ts';

/**
 * Which leaves of a document a run carries over. It runs with every message: unlike an explanation it keeps nothing but a set of
 * nodes, and it looks at what is read only where a text may come of it. loss.ts says the same of an explanation.
 */
export class CarriedLeaves implements Recorder {
  readonly light = true;
  readonly carried = new Set<TreeNode>();
  /** What is being evaluated, one inside the other. */
  readonly #open: Reads[] = [];
  /** What was evaluated last. */
  #ended: Reads | undefined;

  begin(_expression: Expression, use: Use): void {
    this.#open.push(mayCarry(use) ? { use, read: [], used: [] } : carriesNothing);
  }

  onRead(node: TreeNode): void {
    const reads = this.#open.at(-1);
    if (reads !== carriesNothing) reads?.read.push(node);
  }

  end(result: readonly Item[]): void {
    const done = this.#open.pop();
    this.#ended = done;
    if (done === undefined || !mayCarry(done.use)) return;
    done.text = result.some((item) => typeof item === 'string');
    if (done.use !== 'value') return;
    this.#carry(done);
    for (const item of result) if (isNode(item) && isLeaf(item)) this.carried.add(item);
  }

  /** What a text was made of, with the texts of the variables that it was made of; each variable is gone through once. */
  #carry(reads: Reads): void {
    if (reads.text !== true) return;
    reads.text = false;
    for (const node of reads.read) this.carried.add(leafOf(node));
    for (const one of reads.used) this.#carry(one);
  }

  copied(_expression: Expression, _path: string, node: TreeNode): void {
    if (isLeaf(node)) this.carried.add(node);
  }

  /** A text that only conditions look at is carried nowhere: a variable counts where a value is made of it. */
  variable(value: () => readonly Item[]): () => readonly Item[] {
    let reads: Reads | undefined;
    return () => {
      const items = value();
      reads ??= this.#ended;
      const user = this.#open.at(-1);
      if (reads !== undefined && user !== carriesNothing) user?.used.push(reads);
      return items;
    };
  }

  looked(): void {}

  made(): void {}
}

/** What an expression has read, itself and by variables. */
interface Reads {
  readonly use: Use;
  readonly read: TreeNode[];
  readonly used: Reads[];
  /** It gave a text, and nobody has carried it yet. */
  text?: boolean;
}

/** What a condition reads need not be kept. */
const carriesNothing: Reads = { use: 'test', read: [], used: [] };

/** A condition carries nothing, whatever it read. */
export const mayCarry = (use: Use): boolean => use === 'value' || use === 'variable';
