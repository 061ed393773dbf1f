import type { Namespaces } from '../compile-xpath.ts';
import { type Item, isNode, reportReads } from '../nodes/items.ts';
import { textOf } from '../nodes/tree-builder.ts';
import type { TreeNode } from '../nodes/tree-node.ts';
import type { Makings, TextProvenance } from '../values/text-provenance.ts';
import type { Lookup } from '../xpath/own-functions.ts';
import type { Variables } from '../xpath/variables.ts';
import { findChild, type SyntaxNode } from '../xpath/xpath-syntax.ts';

/** What the closures of fast-compiler.ts share. */

/** What a closure sees. */
export interface EvaluationContext {
  readonly node: Item;
  readonly position: number;
  readonly size: number;
  readonly variables: Variables;
  readonly lookup: Lookup;
  readonly onRead: ((node: TreeNode) => void) | undefined;
  readonly ignoresContextReads: boolean | undefined;
  readonly provenance: TextProvenance | undefined;
  /** What a text was made of that is `node`. */
  readonly own?: { readonly node: Item; readonly makings: Makings };
}

/** Compiles the parts of an expression. */
export interface PartCompiler {
  readonly namespaces: Namespaces;
  compile(syntax: SyntaxNode): ExpressionClosure;
  /** The one expression inside a wrapper such as `firstOperand`. */
  only(syntax: SyntaxNode | undefined): ExpressionClosure;
}

export type ExpressionClosure = (env: EvaluationContext) => readonly Item[];

/** Something that only the engine can decide: a type error, a comparison of a text with a number. */
export class NeedsFullEngine extends Error {}

export const noItems: readonly Item[] = [];
export const trueItems: readonly Item[] = [true];
export const falseItems: readonly Item[] = [false];
export const booleanItems = (value: boolean) => (value ? trueItems : falseItems);

export type AtomicValue = string | number | boolean;

export function parseInteger(syntax: SyntaxNode): number {
  const value = Number(findChild(syntax, 'value')?.text);
  if (!Number.isSafeInteger(value)) throw new NeedsFullEngine();
  return value;
}

/** Items that one expression may give. */
const mostItems = 1_000_000;

/** All that is given for each item; a RangeError before the memory is full. */
export function flatMapItems<T>(
  items: readonly T[],
  { provenance }: EvaluationContext,
  give: (item: T, i: number) => readonly Item[],
): readonly Item[] {
  const found = new Gathering(provenance);
  // production has no function to spare
  for (const [i, item] of items.entries())
    if (provenance === undefined) found.push(give(item, i));
    else found.add(() => give(item, i));
  return found.items();
}

/** One list of several, each of whose texts knows what it was made of. */
export class Gathering {
  readonly #items: Item[] = [];
  readonly #makings: (Makings | undefined)[] = [];
  readonly #provenance: TextProvenance | undefined;

  constructor(provenance: TextProvenance | undefined) {
    this.#provenance = provenance;
  }

  add(give: () => readonly Item[]): void {
    this.push(this.#provenance?.capture(give) ?? give());
  }

  push(more: readonly Item[]): void {
    if (this.#items.length + more.length > mostItems) throw new RangeError(`more than ${mostItems} items`);
    for (const item of more) this.#items.push(item);
    if (this.#provenance === undefined) return;
    const makings = this.#provenance.of(more);
    for (const i of more.keys()) this.#makings.push(makings[i]);
  }

  items(): readonly Item[] {
    this.#provenance?.set(this.#items, this.#makings);
    return this.#items;
  }
}

/** Whole numbers from one to the other. */
export function listRange(from: number, to: number): readonly Item[] {
  if (to - from >= mostItems) throw new RangeError(`more than ${mostItems} items`);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}

/** XPath's effective boolean value is an error for several texts or numbers. */
export function computeBoolean(items: readonly Item[]): readonly Item[] {
  const [first, second] = items;
  if (second !== undefined && first !== undefined && !isNode(first)) throw new NeedsFullEngine();
  return items;
}

/** Whatever this reads, and whichever texts and tables it uses: no part of it becomes the result. */
export function inCondition<T>({ provenance }: EvaluationContext, work: () => T): T {
  if (provenance === undefined) return work();
  provenance.beginCondition();
  try {
    return work();
  } finally {
    provenance.endCondition();
  }
}

/** The same for an expression that is a condition wherever it stands. */
export const condition =
  (direct: ExpressionClosure): ExpressionClosure =>
  (env) =>
    env.provenance === undefined ? direct(env) : inCondition(env, () => direct(env));

/** The item that is looked at. */
export const here: ExpressionClosure = ({ node, own, provenance }) => {
  const items = [node];
  if (own !== undefined && own.node === node) provenance?.set(items, [own.makings]);
  return items;
};

function readText(node: TreeNode, env: EvaluationContext): string {
  if (env.onRead !== undefined) reportReads(node, env.onRead);
  return textOf(node);
}

export function atomize(items: readonly Item[], env: EvaluationContext): AtomicValue[] {
  env.provenance?.use(items);
  return items.map((item) => (isNode(item) ? readText(item, env) : item));
}

/** Does it hold of any pair? Texts and leaves compare as texts, whole numbers with whole numbers; the rest is odd. */
export function hasMatchingPair(
  left: readonly AtomicValue[],
  right: readonly AtomicValue[],
  holds: (a: AtomicValue, b: AtomicValue) => boolean,
): boolean {
  return left.some((a) => right.some((b) => comparable(a, b) && holds(a, b)));
}

function comparable(a: AtomicValue, b: AtomicValue): true {
  if (typeof a !== typeof b || typeof a === 'boolean') throw new NeedsFullEngine();
  return true;
}

export const isSameValue = (a: AtomicValue, b: AtomicValue): boolean => a === b;

/** At most one, as text; none is the empty text. */
export function atomizeToText(items: readonly Item[], env: EvaluationContext): string {
  const [first, second] = items;
  if (second !== undefined) throw new NeedsFullEngine();
  if (first === undefined) return '';
  env.provenance?.use(items);
  return isNode(first) ? readText(first, env) : String(first);
}

/** As `atomizeToText`, where the engine takes texts and leaves only. */
export function atomizeLeafToText(items: readonly Item[], env: EvaluationContext): string {
  if (typeof items[0] === 'number' || typeof items[0] === 'boolean') throw new NeedsFullEngine();
  return atomizeToText(items, env);
}
