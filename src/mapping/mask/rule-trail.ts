import { type Item, isNode, isTrue, pathOf } from '../../tree/nodes/items.ts';
import { isElement } from '../../tree/nodes/tree-builder.ts';
import type { TreeElement } from '../../tree/nodes/tree-node.ts';
import { type Evaluation, recordEvaluations, type ValueProvenance } from '../explain/explain-run.ts';
import type { FileMapping } from '../file-mapping.ts';
import { buildOutput, type MappingInput } from '../mapping-output.ts';

/** Which rules ran on which nodes, what conditions gave and where the run stopped. Values are left out. */
export interface RuleTrail {
  readonly steps: readonly string[];
  readonly origins: readonly ValueProvenance[];
  /** Of items of lists that have one. */
  readonly keys: readonly string[];
}

/** `known`: names of the source's description; others are masked, so they do not count. */
export function recordRuleTrail(
  mapping: FileMapping,
  input: MappingInput,
  known: ReadonlySet<string>,
): RuleTrail {
  const explanation = recordEvaluations(mapping, input.tree, input.context);
  const { result, document: whole } = buildOutput(input, explanation.result);
  const items = [...(whole?.items ?? [])];
  const steps = [
    `document ${shapeOf(input.tree.root, known)}`,
    ...explanation.evaluations.map(evaluationStep),
    ...explanation.origins.map(originStep),
    `stop ${result.stop?.as} ${result.stop?.finding.code}`,
    ...result.findings.map(({ code, path, file }) => `finding ${code} ${path} ${file}`),
    `items held ${items.map(([key, print]) => input.holds(key, print)).join()}`,
  ];
  return { steps, origins: explanation.origins, keys: items.map(([key]) => key) };
}

/** `other`: what is expected to stand for a value. */
export function isSameTrail(one: RuleTrail, two: RuleTrail, other: (value: string) => string): boolean {
  if (one.steps.length !== two.steps.length || one.steps.some((step, n) => step !== two.steps[n]))
    return false;
  return one.origins.every((origin, n) => isSameOrigin(origin, two.origins[n], other));
}

function isSameOrigin(
  { value, sources, tables }: ValueProvenance,
  now: ValueProvenance | undefined,
  other: (value: string) => string,
): boolean {
  // what is cut out of a value has no words of its own
  const isPart = sources.some(({ text }) => text.trim() !== value && text.includes(value));
  return (
    (isPart || isLike(value, now?.value ?? '', other)) &&
    tables.every(({ key, value: found }, n) => {
      const made = now?.tables[n]?.value;
      return made === found || (made === other(found) && key.includes(found));
    })
  );
}

/** Word by word the same, or what is expected for it; numbers are computed of others. */
function isLike(text: string, made: string, other: (value: string) => string): boolean {
  const [words, now] = [text.split(boundary), made.split(boundary)];
  const isNumber = (word: string): boolean => /^\d+$/.test(word);
  return (
    words.length === now.length &&
    words.every((word, n) => {
      const is = now[n] ?? '';
      return is === word || is === other(word) || (isNumber(word) && isNumber(is));
    })
  );
}

const boundary = /([^\p{L}\p{M}\p{N}]+)/u;

const evaluationStep = ({ expression: { file, line, column, text }, use, result }: Evaluation): string =>
  use === 'test'
    ? `${file}:${line}:${column} ${text}: ${isTrue(result)}`
    : `${file}:${line}:${column} ${use}: ${result.map(itemStep).join(' ')}`;

/** A node by its place; a text without what it says. */
const itemStep = (item: Item): string => {
  if (isNode(item)) return item.nodeType === 9 ? '/' : pathOf(item);
  return typeof item === 'string' ? `text${item === '' ? ' (empty)' : ''}` : String(item);
};

const originStep = ({ target, rule, sources, tables }: ValueProvenance): string =>
  [
    `${target} by ${rule.file}:${rule.line}:${rule.column}`,
    ...sources.map(({ path }) => path),
    ...tables.map(({ table }) => table),
  ].join(' ');

const shapeOf = (element: TreeElement, known: ReadonlySet<string>): string =>
  `${known.has(element.localName) ? element.localName : '?'}${element.jsonType ?? ''}(${element.childNodes
    .map((child) => (isElement(child) ? shapeOf(child, known) : child.data.trim() === '' ? '' : '-'))
    .join('')})`;
