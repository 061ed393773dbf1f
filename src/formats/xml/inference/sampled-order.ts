import type { DraftedKind } from '../../infer/drafted-kinds.ts';
import { areZeroPadded } from '../../infer/guess-type.ts';
import {
  findKey,
  findMeaningNamed,
  findMeanings,
  type HeadingMeaning,
  isKnownHeading,
  isPlaceable,
} from '../../infer/heading-meanings.ts';
import { judgeCertainty } from '../../infer/infer-columns.ts';
import type { FieldCorrections, SampleCorrections } from '../../infer/sample-corrections.ts';
import { areGlns, type ProposedField, pickExamples } from '../../infer/sample-proposal.ts';
import type { SampledValue } from '../../infer/sampled-document.ts';
import type { ElementUsage } from './element-usage.ts';

/** A value somewhere below the root, with the elements on the way to it. */
export interface SampledLeaf {
  readonly seen: ElementUsage;
  readonly above: readonly ElementUsage[];
  readonly isAttribute: boolean;
  readonly meaning?: HeadingMeaning;
}

/** What of an XML is an order, as far as its names say. */
export interface SampledOrder {
  /** The element that is one document; none: the file is. */
  readonly document?: string;
  /** Where the lines stand, from the root on; none: nothing says that it holds orders. */
  readonly lines?: string;
  /** Rows of one order repeat its values, as in a table: in XML, orders cannot be separated then. */
  readonly isTable: boolean;
  /** What the documents are. */
  readonly kind: DraftedKind;
  readonly leaves: readonly SampledLeaf[];
}

/** `fields`: by path, what a person says that values mean. */
export function findSampledOrder(
  root: ElementUsage,
  { kind = 'order', fields }: Pick<SampleCorrections, 'kind' | 'fields'>,
): SampledOrder {
  const leaves = correctMeanings(nameLeaves(listLeaves(root), kind), fields);
  const number = leaves[findKey(leaves.map(({ meaning }) => meaning))];
  const lines = findLines(leaves);
  const way = number?.above.slice(1) ?? [];
  const isNumber = (one: ElementUsage) => findKey(findMeanings([localName(one)], kind)) !== -1;
  const holder = way.find((one) => one.most > 1 || isNumber(one));
  const values = number?.seen.values ?? [];
  const isTable = holder !== undefined && holder === lines?.at(-1) && new Set(values).size < values.length;
  const document = number === undefined ? findRepeated(root) : isTable ? undefined : holder;
  return {
    ...(document === undefined ? {} : { document: localName(document) }),
    ...(lines === undefined ? {} : { lines: pathOf(lines) }),
    isTable,
    kind,
    leaves,
  };
}

/** What a name means, alone or with its parent's (`Order/@No`). That of an element that occurs several times says nothing of its text. */
function nameLeaves(leaves: readonly SampledLeaf[], kind: DraftedKind): readonly SampledLeaf[] {
  const headings = leaves.map(({ seen, above }) => {
    const parent = above.at(-1);
    const own = localName(seen);
    if (seen.most > 1) return '';
    return parent === undefined || isKnownHeading(own) ? own : `${localName(parent)} ${own}`;
  });
  const meanings = findMeanings(headings, kind);
  return leaves.map((leaf, n) => ({ ...leaf, ...toMeaning(meanings[n]) }));
}

const toMeaning = (meaning: HeadingMeaning | undefined) => (meaning === undefined ? {} : { meaning });

/** What a person says wins, also over others that would mean the same. */
function correctMeanings(
  leaves: readonly SampledLeaf[],
  corrections: FieldCorrections = {},
): readonly SampledLeaf[] {
  const taken = new Set(Object.values(corrections).flatMap(({ meaning }) => meaning ?? []));
  return leaves.map(({ meaning: found, ...leaf }) => {
    const said = corrections[pathOfLeaf(leaf)]?.meaning;
    const free = found !== undefined && taken.has(found.name) ? undefined : found;
    const meaning = said === undefined ? free : findMeaningNamed(said);
    return { ...leaf, ...toMeaning(meaning) };
  });
}

/** From the root on, by which corrections name it. */
export const pathOfLeaf = ({ seen, above, isAttribute }: Omit<SampledLeaf, 'meaning'>): string =>
  [pathOf(above), isAttribute ? `@${seen.name}` : seen.name].filter(Boolean).join('/');

const localName = ({ name }: ElementUsage): string => name.replace(/^.*:/, '');
const pathOf = (way: readonly ElementUsage[]): string =>
  way
    .slice(1)
    .map(({ name }) => name)
    .join('/');

/** Elements of text and attributes. */
export function listLeaves(seen: ElementUsage, above: readonly ElementUsage[] = []): readonly SampledLeaf[] {
  const way = [...above, seen];
  const isText =
    above.length > 0 && seen.children.size === 0 && (seen.attributes.size === 0 || isFilled(seen));
  return [
    ...(isText ? [{ seen, above, isAttribute: false }] : []),
    ...[...seen.attributes.values()].map((one) => ({ seen: one, above: way, isAttribute: true })),
    ...[...seen.children.values()].flatMap((child) => listLeaves(child, way)),
  ];
}

const isFilled = ({ values }: Pick<ElementUsage, 'values'>): boolean => values.some((value) => value !== '');

/** The way to the element of a line: what repeats around its number, else around its quantity. */
function findLines(leaves: readonly SampledLeaf[]): readonly ElementUsage[] | undefined {
  const inside = leaves.find(({ meaning }) => meaning?.name === 'quantity' || meaning?.name === 'position');
  if (inside === undefined) return undefined;
  const last = inside.above.findLastIndex(({ most }) => most > 1);
  return inside.above.slice(0, (last === -1 ? inside.above.length - 1 : last) + 1);
}

/** Where no number of an order is known: what comes several times, and has something that does. */
const findRepeated = (root: ElementUsage): ElementUsage | undefined =>
  [...root.children.values()].find(
    ({ most, children }) => most > 1 && [...children.values()].some((child) => child.most > 1),
  );

/** The values by their paths: of the order from the root on, of a line from the line on. */
export function listSampledValues(
  { leaves, lines = '', isTable }: SampledOrder,
  typeOf: (leaf: SampledLeaf) => string,
): readonly SampledValue[] {
  return leaves.map((leaf) => {
    const { seen, meaning } = leaf;
    const path = pathOfLeaf(leaf);
    const inside =
      path === lines ? '.' : path.startsWith(`${lines}/`) ? path.slice(lines.length + 1) : undefined;
    const isRepeated = inside !== undefined && isTable && meaning?.part === 'order';
    return {
      id: path,
      path: expression(isRepeated ? `${lines}[1]/${inside}` : (inside ?? path)),
      heading: '',
      part: inside === undefined || isRepeated ? ('order' as const) : ('line' as const),
      type: typeOf(leaf),
      isBlank: seen.values.includes(''),
      isGln: areGlns(pickExamples(seen.values)),
      isPadded: areZeroPadded(seen.values),
      ...(meaning === undefined ? {} : { meaning }),
    };
  });
}

/** What a person looks at: the values of an order with what they mean. Their names and types are those of the file. */
export function proposeValues(
  order: SampledOrder,
  typeOf: (leaf: SampledLeaf) => string,
  corrections: FieldCorrections,
): readonly ProposedField[] {
  const values = listSampledValues(order, typeOf);
  const placed = values.filter((one) => isPlaceable(one, order.kind));
  return order.leaves.map((leaf, n) => {
    const { seen, meaning } = leaf;
    const value = values[n];
    // of several that mean the same the first is placed
    const isPlaced = value !== undefined && placed.find((one) => one.meaning === meaning) === value;
    const id = pathOfLeaf(leaf);
    return {
      ...{
        id,
        heading: id,
        name: seen.name,
        type: values[n]?.type ?? 'text',
        part: values[n]?.part ?? 'order',
      },
      ...(isPlaced && meaning ? { meaning: meaning.name } : {}),
      certainty: judgeCertainty(corrections[id] ?? {}, {
        meaning: isPlaced ? meaning : undefined,
        values: seen.values,
      }),
      examples: pickExamples(seen.values),
    };
  });
}

/** As XML Schema writes it, with a zone or without. */
export const isDateTime = ({ values }: ElementUsage): boolean =>
  isFilled({ values }) && values.every((value) => /^\d{4}-\d\d-\d\dT\d\d:|^$/.test(value));

/** YAML gives an `@` at the beginning a meaning of its own. */
const expression = (path: string): string => (path.startsWith('@') ? `./${path}` : path);
