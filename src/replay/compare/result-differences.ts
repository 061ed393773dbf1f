import type { Formats } from '../../formats/document-format.ts';
import { requireFormat } from '../../formats/find-format.ts';
import { isFormatDocument } from '../../mapping/models/document-models.ts';
import { parseJsonTree } from '../../tree/json/parse-json.ts';
import { extendPath } from '../../tree/nodes/extend-path.ts';
import { isElement, textOf } from '../../tree/nodes/tree-builder.ts';
import type { TreeElement } from '../../tree/nodes/tree-node.ts';

/** One kind of difference between two results: the same pair of values at one path. */
export interface ResultDifference {
  /** The same for all lines of all messages: `lines/unit`. */
  readonly path: string;
  /** The first place of it in this result: `lines[10]/unit`. */
  readonly place: string;
  /** Absent: there is none. */
  readonly from?: string;
  readonly to?: string;
  /** Places in this result. */
  readonly count: number;
}

/** What differs between two results. */
export interface ResultDifferences {
  readonly kinds: readonly ResultDifference[];
  /** Places by path, those of kinds that are left out too. */
  readonly paths: readonly { readonly path: string; readonly count: number }[];
  /** More kinds than are kept of one message. */
  readonly leftOut: number;
}

export const noDifferences: ResultDifferences = { kinds: [], paths: [], leftOut: 0 };

/** Kinds of one message that are kept: whoever has changed so much sees it in the first of them. */
const mostKinds = 500;

/** Values that differ between two results of a mapping that makes `to`, in the order of their places. */
export function compareResults(
  formats: Formats,
  to: string,
  from: Uint8Array,
  now: Uint8Array,
): ResultDifferences {
  const [before, after] = [from, now].map((bytes) => readRoot(formats, to, bytes));
  if (before === undefined || after === undefined) return noDifferences;
  const found = new DifferenceCounts();
  compareElements(before, after, '', '', found);
  return found.report();
}

function readRoot(formats: Formats, to: string, bytes: Uint8Array): TreeElement | undefined {
  const { tree } = isFormatDocument(to)
    ? requireFormat(formats, to).read({ bytes }, { known: true })
    : parseJsonTree(Buffer.from(bytes).toString('utf8'));
  return tree?.root;
}

type ValuePair = Pick<ResultDifference, 'from' | 'to'>;

class DifferenceCounts {
  readonly #kinds = new Map<string, ResultDifference>();
  readonly #paths = new Map<string, number>();

  add(path: string, place: string, { from, to }: ValuePair): void {
    this.#paths.set(path, (this.#paths.get(path) ?? 0) + 1);
    const key = JSON.stringify([path, from ?? null, to ?? null]);
    const values = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    const known = this.#kinds.get(key) ?? { path, place, ...values, count: 0 };
    this.#kinds.set(key, { ...known, count: known.count + 1 });
  }

  report(): ResultDifferences {
    const kinds = [...this.#kinds.values()];
    return {
      kinds: kinds.slice(0, mostKinds),
      paths: [...this.#paths].map(([path, count]) => ({ path, count })),
      leftOut: Math.max(0, kinds.length - mostKinds),
    };
  }
}

type MaybeElement = TreeElement | undefined;

/** One of them may be missing: then all that the other has differs. */
function compareElements(
  before: MaybeElement,
  after: MaybeElement,
  path: string,
  place: string,
  found: DifferenceCounts,
): void {
  const note = (at: string, from: string | undefined, to: string | undefined): void => {
    if (from !== to)
      found.add(`${path}${at}`, `${place}${at}`, {
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
      });
  };
  const [attributes, others] = [attributesOf(before), attributesOf(after)];
  for (const name of new Set([...attributes.keys(), ...others.keys()]))
    note(`/@${name}`, attributes.get(name), others.get(name));
  note('', textOfLeaf(before), textOfLeaf(after));
  const [some, now] = [childrenOf(before), childrenOf(after)];
  for (const name of new Set([...some.keys(), ...now.keys()])) {
    const pairs = pairElements(some.get(name) ?? [], now.get(name) ?? []);
    for (const { key, one, other } of pairs) {
      const step = pairs.length === 1 ? name : `${name}[${key}]`;
      compareElements(one, other, extendPath(path, name), extendPath(place, step), found);
    }
  }
}

function attributesOf(element: MaybeElement): ReadonlyMap<string, string> {
  const own = (element?.attributes ?? []).filter(
    ({ namespaceURI }) => namespaceURI !== 'http://www.w3.org/2000/xmlns/',
  );
  return new Map(own.map(({ localName, value }) => [localName, value]));
}

const elementsIn = (element: MaybeElement): readonly TreeElement[] =>
  element?.childNodes.filter(isElement) ?? [];

const textOfLeaf = (element: MaybeElement): string | undefined =>
  element === undefined || elementsIn(element).length > 0 ? undefined : textOf(element).trim();

const childrenOf = (element: MaybeElement): ReadonlyMap<string, readonly TreeElement[]> =>
  Map.groupBy(elementsIn(element), ({ localName }) => localName);

interface ElementPair {
  /** As people find it: its number, or which one it is. */
  readonly key: string;
  readonly one: MaybeElement;
  readonly other: MaybeElement;
}

/**
 * By which lines are known, so that one that is left out does not make all after it differ. Where both have as many that the other
 * does not know, each is held against the next: their keys are what changed.
 */
function pairElements(before: readonly TreeElement[], after: readonly TreeElement[]): readonly ElementPair[] {
  const [some, now] = [indexByKey(before), indexByKey(after)];
  const [gone, fresh] = [listUnknownKeys(some, now), listUnknownKeys(now, some)];
  const renamed = new Map(gone.length === fresh.length ? gone.map((key, n) => [key, fresh[n] ?? '']) : []);
  const pairs = [...some].map(([key, one]) => ({ key, one, other: now.get(renamed.get(key) ?? key) }));
  const taken = new Set(renamed.values());
  const added = fresh.filter((key) => !taken.has(key));
  return [...pairs, ...added.map((key) => ({ key, one: undefined, other: now.get(key) }))];
}

type ElementsByKey = ReadonlyMap<string, TreeElement>;

const listUnknownKeys = (some: ElementsByKey, others: ElementsByKey): readonly string[] =>
  [...some.keys()].filter((key) => !others.has(key));

/** Two of one key are two places: `10`, `10, no. 2`. */
function indexByKey(elements: readonly TreeElement[]): ElementsByKey {
  const found = new Map<string, TreeElement>();
  const met = new Map<string, number>();
  for (const [n, element] of elements.entries()) {
    const key = keyOf(element) ?? `${n + 1}`;
    const count = (met.get(key) ?? 0) + 1;
    met.set(key, count);
    found.set(count === 1 ? key : `${key}, no. ${count}`, element);
  }
  return found;
}

const keys = ['position', 'ID', 'id', 'number'];

function keyOf(element: TreeElement): string | undefined {
  const children = elementsIn(element);
  const inner = children.find(({ localName }) => localName === 'LineItem');
  const holders = inner ? [...children, ...elementsIn(inner)] : children;
  for (const key of keys) {
    const found = holders.find(({ localName }) => localName === key);
    if (found) return textOf(found).trim();
  }
  return undefined;
}
