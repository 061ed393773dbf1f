import type { Placed } from './mapping.ts';
import { type Meaning, meaningOf } from './words.ts';
import type { Seen } from './xml-seen.ts';

/** A value somewhere below the root, with the elements on the way to it. */
export interface Leaf {
  readonly seen: Seen;
  readonly above: readonly Seen[];
  readonly isAttribute: boolean;
  readonly meaning?: Meaning;
}

/** What of an XML is an order, as far as its names say. */
export interface XmlOrder {
  /** The element that is one document; none: the file is. */
  readonly document?: string;
  /** Where the lines stand, from the root on; none: nothing says that it holds orders. */
  readonly lines?: string;
  /** Rows of one order that repeat its values: as a table, and as XML not to be told apart. */
  readonly isTable: boolean;
  readonly leaves: readonly Leaf[];
}

export function orderIn(root: Seen): XmlOrder {
  const leaves = leavesOf(root, []);
  const number = leaves.find(({ meaning }) => meaning?.name === 'number');
  const lines = linesAmong(leaves);
  const way = number?.above.slice(1) ?? [];
  const holder = way.find((one) => one.most > 1 || meaningOf(localName(one))?.name === 'number');
  const values = number?.seen.values ?? [];
  const isTable = holder !== undefined && holder === lines?.at(-1) && new Set(values).size < values.length;
  const document = number === undefined ? repeated(root) : isTable ? undefined : holder;
  return {
    ...(document === undefined ? {} : { document: localName(document) }),
    ...(number === undefined || lines === undefined ? {} : { lines: pathOf(lines) }),
    isTable,
    leaves,
  };
}

const localName = ({ name }: Seen): string => name.replace(/^.*:/, '');
const pathOf = (way: readonly Seen[]): string =>
  way
    .slice(1)
    .map(({ name }) => name)
    .join('/');

/** Elements of text and attributes, each with what its name means, alone or with its parent's (`Order/@No`). */
function leavesOf(seen: Seen, above: readonly Seen[]): readonly Leaf[] {
  const way = [...above, seen];
  const isText =
    above.length > 0 && seen.children.size === 0 && (seen.attributes.size === 0 || isFilled(seen));
  return [
    ...(isText ? [leafOf(seen, above, false)] : []),
    ...[...seen.attributes.values()].map((one) => leafOf(one, way, true)),
    ...[...seen.children.values()].flatMap((child) => leavesOf(child, way)),
  ];
}

const isFilled = ({ values }: Pick<Seen, 'values'>): boolean => values.some((value) => value !== '');

/** What an element that comes several times is called says nothing of its text. */
function leafOf(seen: Seen, above: readonly Seen[], isAttribute: boolean): Leaf {
  const parent = above.at(-1);
  const own = localName(seen);
  const meaning =
    seen.most > 1 ? undefined : (meaningOf(own) ?? (parent && meaningOf(`${localName(parent)} ${own}`)));
  return { seen, above, isAttribute, ...(meaning === undefined ? {} : { meaning }) };
}

/** The way to the element of a line: what repeats around its number, else around its quantity. */
function linesAmong(leaves: readonly Leaf[]): readonly Seen[] | undefined {
  const inside = leaves.find(({ meaning }) => meaning?.name === 'quantity' || meaning?.name === 'position');
  if (inside === undefined) return undefined;
  const last = inside.above.findLastIndex(({ most }) => most > 1);
  return inside.above.slice(0, (last === -1 ? inside.above.length - 1 : last) + 1);
}

/** Where no number of an order is known: what comes several times, and has something that does. */
const repeated = (root: Seen): Seen | undefined =>
  [...root.children.values()].find(
    ({ most, children }) => most > 1 && [...children.values()].some((child) => child.most > 1),
  );

/** The values by their paths: of the order from the root on, of a line from the line on. */
export function placedIn(
  { leaves, lines = '', isTable }: XmlOrder,
  typeOf: (leaf: Leaf) => string,
): readonly Placed[] {
  return leaves.map((leaf) => {
    const { seen, above, isAttribute, meaning } = leaf;
    const path = [pathOf(above), isAttribute ? `@${seen.name}` : seen.name].filter(Boolean).join('/');
    const inside =
      path === lines ? '.' : path.startsWith(`${lines}/`) ? path.slice(lines.length + 1) : undefined;
    const isRepeated = inside !== undefined && isTable && meaning?.part === 'order';
    return {
      path: expression(isRepeated ? `${lines}[1]/${inside}` : (inside ?? path)),
      heading: '',
      part: inside === undefined || isRepeated ? ('order' as const) : ('line' as const),
      type: isMoment(seen) ? 'datetime' : typeOf(leaf),
      isBlank: seen.values.includes(''),
      ...(meaning === undefined ? {} : { meaning }),
    };
  });
}

/** As XML Schema writes it, with a zone or without. */
const isMoment = ({ values }: Seen): boolean =>
  isFilled({ values }) && values.every((value) => /^\d{4}-\d\d-\d\dT\d\d:|^$/.test(value));

/** YAML gives an `@` at the beginning a meaning of its own. */
const expression = (path: string): string => (path.startsWith('@') ? `./${path}` : path);
