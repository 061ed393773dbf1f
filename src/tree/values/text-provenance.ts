import type { Item } from '../nodes/items.ts';
import { isNode } from '../nodes/items.ts';
import type { TreeNode } from '../nodes/tree-node.ts';

/** A table gave a value for a key. */
export interface TableHit {
  readonly table: string;
  readonly key: string;
  readonly value: string;
}

/** What a text was made of, and what conditions looked at on the way to it. */
export interface Makings {
  readonly parts: ReadonlySet<TreeNode>;
  readonly hits: ReadonlySet<TableHit>;
  readonly tested: ReadonlySet<TreeNode>;
}

/** Of one kind at the most: a variable may have read every line of a large document. */
const most = 200;

function withOne<T>(one: T, among: Set<T> | undefined): Set<T> {
  const set = among ?? new Set<T>();
  if (set.size < most) set.add(one);
  return set;
}

const nothing: ReadonlySet<never> = new Set<never>();

/** What is being evaluated, one inside the other. Most read one thing or none: a set is there once something is in it. */
class Frame implements Makings {
  #parts: Set<TreeNode> | undefined;
  #hits: Set<TableHit> | undefined;
  #tested: Set<TreeNode> | undefined;
  /** Conditions that are open. */
  depth = 0;

  get parts(): ReadonlySet<TreeNode> {
    return this.#parts ?? nothing;
  }

  get hits(): ReadonlySet<TableHit> {
    return this.#hits ?? nothing;
  }

  get tested(): ReadonlySet<TreeNode> {
    return this.#tested ?? nothing;
  }

  read(node: TreeNode): void {
    if (this.depth > 0) this.#test(node);
    else this.#parts = withOne(node, this.#parts);
  }

  hit(hit: TableHit): void {
    if (this.depth === 0) this.#hits = withOne(hit, this.#hits);
  }

  /** A text becomes part of what this frame makes, or of its condition. */
  add({ parts, hits, tested }: Makings): void {
    for (const node of parts) this.read(node);
    for (const hit of hits) this.hit(hit);
    for (const node of tested) this.#test(node);
  }

  /** It came to no text: whatever was looked at decided something at the most. */
  decide({ parts, tested }: Makings): void {
    for (const node of parts) this.#test(node);
    for (const node of tested) this.#test(node);
  }

  #test(node: TreeNode): void {
    this.#tested = withOne(node, this.#tested);
  }
}

type Items = readonly Item[];

/**
 * Of which nodes and tables each text of a list was made, while expressions run (fast-xpath/). A text has no identity, so lists are
 * remembered, with what each of their items was made of. Nodes need no makings: they are what they are.
 */
export class TextProvenance {
  readonly #frames: Frame[] = [];
  readonly #lists = new WeakMap<Items, readonly (Makings | undefined)[]>();

  read(node: TreeNode): void {
    this.#frames.at(-1)?.read(node);
  }

  looked(hit: TableHit): void {
    this.#frames.at(-1)?.hit(hit);
  }

  beginCondition(): void {
    const frame = this.#frames.at(-1);
    if (frame !== undefined) frame.depth += 1;
  }

  endCondition(): void {
    const frame = this.#frames.at(-1);
    if (frame !== undefined) frame.depth -= 1;
  }

  begin(): void {
    this.#frames.push(new Frame());
  }

  /** What came of what began last. Its texts were made of all that was looked at, where the list itself does not know better. */
  end(items: Items): Makings {
    const frame = this.#frames.pop() ?? new Frame();
    if (!this.#lists.has(items) && items.some(isText))
      this.#lists.set(
        items,
        items.map((item) => (isText(item) ? frame : undefined)),
      );
    return frame;
  }

  /** `end` after the work, whatever becomes of it. */
  capture(work: () => Items): Items {
    this.begin();
    let items: Items = [];
    try {
      items = work();
      return items;
    } finally {
      this.lookAt(items, this.end(items));
    }
  }

  /** Somebody looks at a list, and has not used its texts: nodes were found, a condition is asked. */
  lookAt(items: Items, makings: Makings): void {
    const frame = this.#frames.at(-1);
    if (frame !== undefined && (frame.depth > 0 || !items.some(isText))) frame.decide(makings);
  }

  /** Texts of a list become part of what is being evaluated. */
  use(items: Items): void {
    for (const made of this.#lists.get(items) ?? []) if (made !== undefined) this.#frames.at(-1)?.add(made);
  }

  of(items: Items): readonly (Makings | undefined)[] {
    return this.#lists.get(items) ?? [];
  }

  set(items: Items, makings: readonly (Makings | undefined)[]): void {
    if (makings.some((made) => made !== undefined)) this.#lists.set(items, makings);
  }

  /** A list that was picked from another, in its order. */
  pick(items: Items, from: Items): Items {
    const makings = this.#lists.get(from);
    if (makings === undefined || items === from) return items;
    let at = -1;
    const picked = items.map((item) => {
      at = from.indexOf(item, at + 1);
      return makings[at];
    });
    this.set(items, picked);
    return items;
  }

  /** Texts that stand for all equal ones of another list, whose nodes have these texts. */
  unite(texts: readonly string[], from: Items, fromTexts: readonly unknown[]): void {
    const makings = this.of(from);
    const united = texts.map((text) => {
      const frame = new Frame();
      for (const [n, item] of from.entries()) {
        if (fromTexts[n] !== text) continue;
        const made = makings[n];
        if (isNode(item)) frame.read(item);
        else if (made !== undefined) frame.add(made);
      }
      return frame;
    });
    this.#lists.set(texts, united);
  }
}

/** Texts and numbers are made; nodes are found, and true or false is decided. */
const isText = (item: Item): boolean => typeof item === 'string' || typeof item === 'number';
