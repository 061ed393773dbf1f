import { type Item, isNode, itemText } from '../../tree/nodes/items.ts';
import type { TreeNode } from '../../tree/nodes/tree-node.ts';
import { type Makings, TextProvenance } from '../../tree/values/text-provenance.ts';
import type { Expression, LeafRule } from '../language/rule-types.ts';
import type { ResultUse } from '../run/scope.ts';

/** Follows a run, and knows of the value that was made last what it was made of. Of those before it keeps nothing. */
export class MakingsListener {
  readonly provenance = new TextProvenance();
  /** Of each expression, what it gave last: a value is made right after its expression was evaluated. */
  readonly #last = new Map<Expression, readonly Item[]>();
  readonly #open: Expression[] = [];
  #ended: Makings | undefined;

  onRead(node: TreeNode): void {
    this.provenance.read(node);
  }

  onBegin(expression: Expression, _use: ResultUse): void {
    this.#open.push(expression);
    this.provenance.begin();
  }

  onEnd(result: readonly Item[]): void {
    const expression = this.#open.pop();
    if (expression === undefined) return;
    this.#ended = this.provenance.end(result);
    this.#last.set(expression, result);
  }

  wrapVariable(value: () => readonly Item[]): () => readonly Item[] {
    let first: Makings | undefined;
    return () => {
      const items = value();
      first ??= this.#ended;
      if (first) this.provenance.lookAt(items, first);
      return items;
    };
  }

  onLookup(table: string, key: string, value: string): void {
    this.provenance.looked({ table, key, value });
  }

  /** What an item of a rule was made of; a node is what it is. */
  protected makingsOf({ from }: LeafRule, item: Item): readonly Makings[] {
    const result = ('constant' in from ? undefined : this.#last.get(from)) ?? [];
    return this.provenance.of(result).flatMap((made, n) => (made && result[n] === item ? [made] : []));
  }
}

/** Tells of each value at which path it goes, and of which nodes it was made. */
export class SourceListener extends MakingsListener {
  readonly light = true;
  readonly #tell: (path: string, text: string, sources: Iterable<TreeNode>) => void;

  constructor(tell: (path: string, text: string, sources: Iterable<TreeNode>) => void) {
    super();
    this.#tell = tell;
  }

  onValue(rule: LeafRule, path: string, item: Item, { text }: { readonly text: string }): void {
    if (isNode(item)) this.#tell(path, text, [item]);
    else this.#tell(path, text, new Set(this.makingsOf(rule, item).flatMap(({ parts }) => [...parts])));
  }

  onCopy(_expression: Expression, path: string, node: TreeNode): void {
    this.#tell(path, itemText(node), [node]);
  }
}
