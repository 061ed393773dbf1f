import type { InferredDescription, SyntaxInference } from '../define-syntax.ts';
import { describeKind } from '../infer/drafted-kinds.ts';
import { type DateForms, detectDateForms, guessMarks } from '../infer/guess-type.ts';
import { applyType, inferColumnType } from '../infer/infer-columns.ts';
import type { FieldCorrections, SampleCorrections } from '../infer/sample-corrections.ts';
import { correctMarks } from '../infer/sample-marks.ts';
import { renderYaml } from '../infer/yaml-text.ts';
import type { NumberMarks } from '../text/value-type.ts';
import {
  collectNamespaces,
  type ElementUsage,
  parseRoot,
  TooManyNames,
  UsageCollector,
} from './inference/element-usage.ts';
import {
  findSampledOrder,
  isDateTime,
  listSampledValues,
  pathOfLeaf,
  proposeValues,
  type SampledLeaf,
  type SampledOrder,
} from './inference/sampled-order.ts';

/** How values are written and what names mean: types are inferred from it. */
interface SampleKnowledge {
  readonly marks: NumberMarks;
  readonly days: DateForms;
  readonly order: SampledOrder;
  /** By path, what a person says of values. */
  readonly said: FieldCorrections;
}

/** Learned from sample documents of one root element. */
export const xmlInference: SyntaxInference = {
  recognise: (head) => (/^\s*</.test(head) ? 'likely' : undefined),
  inferDescription(name, samples, _referenced, corrections) {
    try {
      return inferFromRoots(name, samples, corrections);
    } catch (error) {
      if (error instanceof TooManyNames) return { because: error.because };
      throw error;
    }
  },
};

function inferFromRoots(
  name: string,
  files: readonly Uint8Array[],
  corrections: SampleCorrections = {},
): InferredDescription {
  const read = files.map((bytes) => parseRoot(bytes));
  const because = read.find((one) => 'en' in one);
  if (because !== undefined) return { because };
  const roots = read.flatMap((one) => ('en' in one ? [] : [one]));
  const namespaces = collectNamespaces(roots);
  const learner = new UsageCollector(namespaces);
  const seen = learner.root(roots);
  const order = findSampledOrder(seen, corrections);
  const known = {
    marks: correctMarks(guessMarks(learner.values), corrections),
    days: detectDateForms(learner.values),
    order,
    said: corrections.fields ?? {},
  };
  const text = renderFormat(name, namespaces, seen, known);
  const typeOf = (leaf: SampledLeaf) =>
    known.said[pathOfLeaf(leaf)]?.type ??
    (isDateTime(leaf.seen) ? 'datetime' : guessTypeOf(leaf, known).type);
  const fields = proposeValues(order, typeOf, known.said);
  const proposal = { marks: known.marks, records: [], fields, rows: [] };
  if (order.lines === undefined) return { text, proposal };
  return { text, proposal, sampled: { values: listSampledValues(order, typeOf), lines: order.lines } };
}

function renderFormat(
  name: string,
  namespaces: ReadonlyMap<string, string>,
  seen: ElementUsage,
  known: SampleKnowledge,
): string {
  const { document, isTable } = known.order;
  const description = {
    format: name,
    syntax: 'xml',
    ...describeKind(known.order.kind),
    ...(namespaces.size === 0 ? {} : { namespaces: Object.fromEntries(namespaces) }),
    numbers: known.marks,
    documents: document === undefined ? 'file' : { element: document },
    tree: { [`${seen.name}!`]: describeElement(seen, known) },
  };
  const text = renderYaml(description, (map) => ['$type', 'element', 'decimal'].some((one) => map.has(one)));
  return isTable
    ? `# A file must hold one order: rows of several cannot be told apart in an XML.\n${text}`
    : text;
}

type ValueSample = Pick<SampledLeaf, 'seen'> & Partial<SampledLeaf>;

/** As a person says, else as its values look. */
function guessTypeOf({ seen, meaning, above, isAttribute = false }: ValueSample, known: SampleKnowledge) {
  const said = above && known.said[pathOfLeaf({ seen, above, isAttribute })];
  return applyType(said ?? {}, inferColumnType(seen.values, meaning, known));
}

function describeElement(seen: ElementUsage, known: SampleKnowledge): unknown {
  const { children, attributes } = seen;
  const own = [...attributes.values()].map(
    (one) => [renderName(one, known), attributeOf(one, known)] as const,
  );
  const $attributes = own.length === 0 ? {} : { $attributes: Object.fromEntries(own) };
  if (children.size > 0) {
    const inside = [...children.values()].map(
      (one) => [renderName(one, known), describeElement(one, known)] as const,
    );
    return { ...$attributes, ...Object.fromEntries(inside) };
  }
  const { type, empty } = guessTypeOf(leafOf(seen, known), known);
  if (own.length === 0 && empty.length === 0) return type;
  return { $type: type, ...(empty.length === 0 ? {} : { $empty: empty }), ...$attributes };
}

const leafOf = (seen: ElementUsage, { order }: SampleKnowledge): ValueSample =>
  order.leaves.find((leaf) => leaf.seen === seen) ?? { seen };

function attributeOf(seen: ElementUsage, known: SampleKnowledge): unknown {
  const { type, empty } = guessTypeOf(leafOf(seen, known), known);
  if (empty.length > 0) return { $type: type, $empty: empty };
  const isPlain = type === 'text' || (type === 'decimal' && known.marks.decimal === '.');
  return isPlain ? null : type;
}

/** Required where every parent has it, and with a value. */
function renderName(seen: ElementUsage, known: SampleKnowledge): string {
  const { name, most, inParents, parents, values, children } = seen;
  const { empty } = guessTypeOf(leafOf(seen, known), known);
  const isFilled = children.size > 0 || values.every((value) => value !== '' && !empty.includes(value));
  return `${name}${most > 1 ? '[]' : ''}${inParents === parents && isFilled ? '!' : ''}`;
}
