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
  /** What the texts that are being made have read so far, one list inside the other. */
  readonly #open: { readonly use: Use; readonly read: TreeNode[] }[] = [];

  begin(_expression: Expression, use: Use): void {
    this.#open.push({ use, read: [] });
  }

  onRead(node: TreeNode): void {
    this.#open.at(-1)?.read.push(node);
  }

  end(result: readonly Item[]): void {
    const done = this.#open.pop();
    if (done === undefined || !mayCarry(done.use)) return;
    if (result.some((item) => typeof item === 'string'))
      for (const node of done.read) this.carried.add(leafOf(node));
    if (done.use === 'value')
      for (const item of result) if (isNode(item) && isLeaf(item)) this.carried.add(item);
  }

  copied(_expression: Expression, _path: string, node: TreeNode): void {
    if (isLeaf(node)) this.carried.add(node);
  }

  variable(value: () => readonly Item[]): () => readonly Item[] {
    return value;
  }

  looked(): void {}

  made(): void {}
}

/** A condition carries nothing, whatever it read. */
export const mayCarry = (use: Use): boolean => use === 'value' || use === 'variable';
