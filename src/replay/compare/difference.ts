import { formatOf } from '../../formats/find.ts';
import type { Formats } from '../../formats/interface.ts';
import { isDocument } from '../../mapping/models/documents.ts';
import { isElement, textOf } from '../../tree/build.ts';
import { readJson } from '../../tree/json.ts';
import type { TreeElement } from '../../tree/node.ts';

/** One value that two results have otherwise. */
export interface Difference {
  /** The same for all lines of all messages: `lines/unit`. */
  readonly path: string;
  /** In this result: `lines[10]/unit`. */
  readonly place: string;
  /** Absent: there is none. */
  readonly from?: string;
  readonly to?: string;
}

/** Of one message: whoever has changed so much sees it in the first of them. */
const most = 500;

/** Values that differ between two results of a mapping that makes `to`, in the order of their places. */
export function differencesOf(
  formats: Formats,
  to: string,
  from: Uint8Array,
  now: Uint8Array,
): readonly Difference[] {
  const [before, after] = [from, now].map((bytes) => leavesOf(formats, to, bytes));
  if (before === undefined || after === undefined) return [];
  const found: Difference[] = [];
  for (const place of new Set([...before.keys(), ...after.keys()])) {
    const [old, own] = [before.get(place), after.get(place)];
    if (old?.text === own?.text) continue;
    found.push({
      ...{ path: (old ?? own)?.path ?? '', place },
      ...(old === undefined ? {} : { from: old.text }),
      ...(own === undefined ? {} : { to: own.text }),
    });
    if (found.length === most) break;
  }
  return found;
}

type Leaves = Map<string, { readonly path: string; readonly text: string }>;

function leavesOf(formats: Formats, to: string, bytes: Uint8Array): Leaves {
  const { tree } = isDocument(to)
    ? formatOf(formats, to).read({ bytes }, { known: true })
    : readJson(Buffer.from(bytes).toString('utf8'));
  const leaves: Leaves = new Map();
  if (tree !== undefined) addLeaves(tree.root, '', '', leaves);
  return leaves;
}

function addLeaves(element: TreeElement, path: string, place: string, leaves: Leaves): void {
  for (const { localName, namespaceURI, value } of element.attributes)
    if (namespaceURI !== 'http://www.w3.org/2000/xmlns/')
      leaves.set(`${place}/@${localName}`, { path: `${path}/@${localName}`, text: value });
  const children = element.childNodes.filter(isElement);
  if (children.length === 0) {
    leaves.set(place, { path, text: textOf(element).trim() });
    return;
  }
  for (const [name, some] of Map.groupBy(children, ({ localName }) => localName))
    for (const [n, child] of some.entries()) {
      const key = some.length === 1 ? '' : `[${keyOf(child) ?? n + 1}]`;
      addLeaves(child, below(path, name), below(place, `${name}${key}`), leaves);
    }
}

const below = (path: string, name: string): string => (path === '' ? name : `${path}/${name}`);

/** By which lines are known, so that one that is left out does not make all after it differ. */
const keys = ['position', 'ID', 'id', 'number'];

function keyOf(element: TreeElement): string | undefined {
  const children = element.childNodes.filter(isElement);
  const inner = children.find(({ localName }) => localName === 'LineItem');
  const holders = inner ? [...children, ...inner.childNodes.filter(isElement)] : children;
  for (const key of keys) {
    const found = holders.find(({ localName }) => localName === key);
    if (found) return textOf(found).trim();
  }
  return undefined;
}
