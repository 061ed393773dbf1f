import { textOf } from './build.ts';
import type { Lookup } from './functions.ts';
import { type Item, isNode, tellRead } from './items.ts';
import type { TreeNode } from './node.ts';
import { child, type Syntax } from './syntax.ts';
import type { Makings, TextProvenance } from './text-provenance.ts';
import type { Variables } from './variables.ts';
import type { Namespaces } from './xpath.ts';

/** What the closures of direct.ts share. */

/** What a closure sees. */
export interface Env {
  readonly node: Item;
  readonly position: number;
  readonly size: number;
  readonly variables: Variables;
  readonly lookup: Lookup;
  readonly onRead: ((node: TreeNode) => void) | undefined;
  readonly provenance: TextProvenance | undefined;
  /** What a text was made of that is `node`. */
  readonly own?: { readonly node: Item; readonly makings: Makings };
}

/** Compiles the parts of an expression. */
export interface Parts {
  readonly namespaces: Namespaces;
  compile(syntax: Syntax): Direct;
  /** The one expression inside a wrapper such as `firstOperand`. */
  only(syntax: Syntax | undefined): Direct;
}

export type Direct = (env: Env) => readonly Item[];

/** Something that only the engine can decide: a type error, a comparison of a text with a number. */
export class Odd extends Error {}

export const nothing: readonly Item[] = [];
export const yes: readonly Item[] = [true];
export const no: readonly Item[] = [false];
export const truth = (value: boolean) => (value ? yes : no);

export type Atom = string | number | boolean;

export function integer(syntax: Syntax): number {
  const value = Number(child(syntax, 'value')?.text);
  if (!Number.isSafeInteger(value)) throw new Odd();
  return value;
}

/** Items that one expression may give. */
const mostItems = 1_000_000;

/** All that is given for each item; a RangeError before the memory is full. */
export function gathered<T>(
  items: readonly T[],
  { provenance }: Env,
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
export function range(from: number, to: number): readonly Item[] {
  if (to - from >= mostItems) throw new RangeError(`more than ${mostItems} items`);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}

/** XPath's effective boolean value is an error for several texts or numbers. */
export function effective(items: readonly Item[]): readonly Item[] {
  const [first, second] = items;
  if (second !== undefined && first !== undefined && !isNode(first)) throw new Odd();
  return items;
}

/** Whatever this reads, and whichever texts and tables it uses: no part of it becomes the result. */
export function inCondition<T>({ provenance }: Env, work: () => T): T {
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
  (direct: Direct): Direct =>
  (env) =>
    env.provenance === undefined ? direct(env) : inCondition(env, () => direct(env));

/** The item that is looked at. */
export const here: Direct = ({ node, own, provenance }) => {
  const items = [node];
  if (own !== undefined && own.node === node) provenance?.set(items, [own.makings]);
  return items;
};

function readText(node: TreeNode, env: Env): string {
  if (env.onRead !== undefined) tellRead(node, env.onRead);
  return textOf(node);
}

export function atoms(items: readonly Item[], env: Env): Atom[] {
  env.provenance?.use(items);
  return items.map((item) => (isNode(item) ? readText(item, env) : item));
}

/** Does it hold of any pair? Texts and leaves compare as texts, whole numbers with whole numbers; the rest is odd. */
export function anyPair(
  left: readonly Atom[],
  right: readonly Atom[],
  holds: (a: Atom, b: Atom) => boolean,
): boolean {
  return left.some((a) => right.some((b) => comparable(a, b) && holds(a, b)));
}

function comparable(a: Atom, b: Atom): true {
  if (typeof a !== typeof b || typeof a === 'boolean') throw new Odd();
  return true;
}

export const isSame = (a: Atom, b: Atom): boolean => a === b;

/** At most one, as text; none is the empty text. */
export function single(items: readonly Item[], env: Env): string {
  const [first, second] = items;
  if (second !== undefined) throw new Odd();
  if (first === undefined) return '';
  env.provenance?.use(items);
  return isNode(first) ? readText(first, env) : String(first);
}

/** As `single`, where the engine takes texts and leaves only. */
export function text(items: readonly Item[], env: Env): string {
  if (typeof items[0] === 'number' || typeof items[0] === 'boolean') throw new Odd();
  return single(items, env);
}
