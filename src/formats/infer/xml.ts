import type { NumberMarks } from '../text/types.ts';
import { typeOf } from './columns.ts';
import { orderMapping } from './mapping.ts';
import { type DayForms, dayForms, guessMarks } from './values.ts';
import { type Leaf, orderIn, placedIn, type XmlOrder } from './xml-order.ts';
import { Learner, namespacesOf, rootOf, type Seen, TooManyNames } from './xml-seen.ts';
import { yamlText } from './yaml-text.ts';

/** How values are written, and what names mean: what types are told from. */
interface Known {
  readonly marks: NumberMarks;
  readonly days: DayForms;
  readonly order: XmlOrder;
}

/** The text of a format file, learned from sample documents of one root element, and a mapping's beginning; or why there is none. */
export function inferXml(name: string, files: readonly Uint8Array[]) {
  try {
    return learned(name, files);
  } catch (error) {
    if (error instanceof TooManyNames) return { because: error.message };
    throw error;
  }
}

function learned(name: string, files: readonly Uint8Array[]) {
  const read = files.map(rootOf);
  const because = read.find((one) => typeof one === 'string');
  if (because !== undefined) return { because };
  const roots = read.filter((one) => typeof one !== 'string');
  const namespaces = namespacesOf(roots);
  const learner = new Learner(namespaces);
  const seen = learner.root(roots);
  const order = orderIn(seen);
  const known = { marks: guessMarks(learner.values), days: dayForms(learner.values), order };
  return {
    format: formatText(name, namespaces, seen, known),
    ...(order.lines === undefined
      ? {}
      : {
          mapping: orderMapping(
            name,
            placedIn(order, (leaf) => guessOf(leaf, known).type),
            order.lines,
          ),
        }),
  };
}

function formatText(name: string, namespaces: ReadonlyMap<string, string>, seen: Seen, known: Known): string {
  const { document, isTable } = known.order;
  const description = {
    format: name,
    syntax: 'xml',
    ...(namespaces.size === 0 ? {} : { namespaces: Object.fromEntries(namespaces) }),
    numbers: known.marks,
    documents: document === undefined ? 'file' : { element: document },
    tree: { [`${seen.name}!`]: described(seen, known) },
  };
  const text = yamlText(description, (map) => ['$type', 'element', 'decimal'].some((one) => map.has(one)));
  return isTable
    ? `# A file must hold one order: rows of several cannot be told apart in an XML.\n${text}`
    : text;
}

function guessOf({ seen, meaning }: Pick<Leaf, 'seen' | 'meaning'>, { marks, days }: Known) {
  return typeOf(seen.values, meaning, { marks, days });
}

function described(seen: Seen, known: Known): unknown {
  const { children, attributes } = seen;
  const own = [...attributes.values()].map((one) => [suffixed(one, known), attributeOf(one, known)] as const);
  const $attributes = own.length === 0 ? {} : { $attributes: Object.fromEntries(own) };
  if (children.size > 0) {
    const inside = [...children.values()].map(
      (one) => [suffixed(one, known), described(one, known)] as const,
    );
    return { ...$attributes, ...Object.fromEntries(inside) };
  }
  const { type, empty } = guessOf(leafOf(seen, known), known);
  if (own.length === 0 && empty.length === 0) return type;
  return { $type: type, ...(empty.length === 0 ? {} : { $empty: empty }), ...$attributes };
}

const leafOf = (seen: Seen, { order }: Known): Pick<Leaf, 'seen' | 'meaning'> =>
  order.leaves.find((leaf) => leaf.seen === seen) ?? { seen };

function attributeOf(seen: Seen, known: Known): unknown {
  const { type, empty } = guessOf(leafOf(seen, known), known);
  if (empty.length > 0) return { $type: type, $empty: empty };
  const isPlain = type === 'text' || (type === 'decimal' && known.marks.decimal === '.');
  return isPlain ? null : type;
}

/** Required where every parent has it, and with a value. */
function suffixed(seen: Seen, known: Known): string {
  const { name, most, inParents, parents, values, children } = seen;
  const { empty } = guessOf(leafOf(seen, known), known);
  const isFilled = children.size > 0 || values.every((value) => value !== '' && !empty.includes(value));
  return `${name}${most > 1 ? '[]' : ''}${inParents === parents && isFilled ? '!' : ''}`;
}
