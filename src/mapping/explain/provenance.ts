import { basename } from 'node:path';
import { buildPhrase, type Phrase, renderPhrase } from '../../findings/create-finding.ts';
import { isOfVariable, itemText, nodePositionOf, pathOf } from '../../tree/nodes/items.ts';
import { isElement } from '../../tree/nodes/tree-builder.ts';
import type { TreeDocument, TreeElement, TreeNode } from '../../tree/nodes/tree-node.ts';
import type { Finding, Language } from '../../types.ts';
import type { Mapping, MappingContext, RunValues } from '../mapping.ts';
import type { ValueProvenance } from './explain-run.ts';

/** A mapping that ran on a document, and made another one of it. */
export interface ChainStep {
  readonly mapping: Mapping;
  /** What it read; called only when a finding needs a location. */
  tree(): TreeDocument;
  readonly context: MappingContext;
  /** What it made, as it was read back; absent where it cannot be read. */
  readonly output?: TreeDocument | undefined;
  /** What became of the values of what it read, where somebody heard that. */
  readonly values?: RunValues | undefined;
  /** Where the values of what it made come from, where its run was watched: else it runs once more as soon as a finding needs that. */
  readonly origins?: readonly ValueProvenance[] | undefined;
}

/**
 * What is said of the document that the last step made, with the places of the document that the first one read: line, column,
 * record and field of the file. Mappings that nobody watched run once more for that, and only where there is something to say.
 */
export function locateInSource(
  findings: readonly Finding[],
  steps: readonly ChainStep[],
  language?: Language,
): readonly Finding[] {
  if (findings.length === 0) return findings;
  return steps.toReversed().reduce((found, step) => locateThroughStep(found, step, language), findings);
}

/** The mapping of a step runs again only once, for any number of findings. */
const originsByStep = new WeakMap<ChainStep, readonly ValueProvenance[]>();

function originsOf(step: ChainStep, source: TreeDocument): OriginIndex {
  const origins = step.origins ?? originsByStep.get(step) ?? step.mapping.origins(source, step.context);
  originsByStep.set(step, origins);
  return indexOrigins(origins);
}

function locateThroughStep(
  findings: readonly Finding[],
  step: ChainStep,
  language: Language = 'en',
): readonly Finding[] {
  const source = step.tree();
  return findings.map((found) => {
    const { line: _, column: __, record: ___, field: ____, path, ...rest } = found;
    if (path === undefined) return rest;
    const steps = stepsIn(path);
    // of the document as a whole nothing need be traced
    const { node, origin }: ProvenanceMatch =
      steps.length === 0 ? { node: undefined } : sourceOf(steps, step.output, originsOf(step, source));
    const at = node === undefined || isOfVariable(node) ? source.root : node;
    const advice = origin === undefined ? [] : [renderPhrase(renderMadeFrom(origin, node), language)];
    return {
      ...rest,
      ...nodePositionOf(at),
      path: pathOf(at),
      advice: [found.advice, ...advice].filter(Boolean).join(' '),
    };
  });
}

/** `Leverdatum` for a record's field; else the path of the element. */
function renderMadeFrom({ rule, sources, chosenBy }: ValueProvenance, node: TreeNode | undefined): Phrase {
  const place = { line: rule.line, file: basename(rule.file) };
  if (node === undefined || sources.length + chosenBy.length === 0) return buildPhrase('made-by-rule', place);
  return buildPhrase('made-from', { ...place, source: nodePositionOf(node).field ?? pathOf(node) });
}

/** Origins below one step of the targets' paths. */
interface Branch {
  /** In their order. */
  readonly here: ValueProvenance[];
  /** By `name[index]`, or `name` alone: any of it. */
  readonly below: Map<string, Branch>;
}

const branch = (): Branch => ({ here: [], below: new Map() });

/** Origins by their targets: what stands at a place, or around it, is found without a look at all others. */
class OriginIndex {
  readonly #root = branch();

  constructor(origins: readonly ValueProvenance[]) {
    for (const origin of origins) this.#add(origin);
  }

  #add(origin: ValueProvenance): void {
    let at = this.#root;
    for (const { name, index } of stepsOf(origin.target)) {
      const step = index === undefined ? name : `${name}[${index}]`;
      const next = at.below.get(step) ?? branch();
      at.below.set(step, next);
      at = next;
    }
    at.here.push(origin);
  }

  /** Those of just this place. */
  at(steps: readonly PathStep[]): readonly ValueProvenance[] {
    return this.#branches(steps).flatMap(({ here }) => here);
  }

  /** Those of this place and all below. */
  around(steps: readonly PathStep[]): readonly ValueProvenance[] {
    return this.#branches(steps).flatMap(originsIn);
  }

  #branches(steps: readonly PathStep[]): readonly Branch[] {
    return steps.reduce<readonly Branch[]>(stepBelow, [this.#root]);
  }
}

function stepBelow(open: readonly Branch[], { name, index }: PathStep): readonly Branch[] {
  const numbered = `${name}[${index}]`;
  const found: Branch[] = [];
  for (const { below } of open)
    for (const step of [name, numbered]) {
      const one = below.get(step);
      if (one !== undefined) found.push(one);
    }
  return found;
}

function originsIn({ here, below }: Branch): readonly ValueProvenance[] {
  return [...here, ...[...below.values()].flatMap(originsIn)];
}

const indexes = new WeakMap<readonly ValueProvenance[], OriginIndex>();

/** Built once, for findings and for what became of each value. */
export function indexOrigins(origins: readonly ValueProvenance[]): OriginIndex {
  const index = indexes.get(origins) ?? new OriginIndex(origins);
  indexes.set(origins, index);
  return index;
}

/** What the value at a path of the document that was made comes from; undefined of what is no value. */
export const findProvenanceAt = (
  path: string,
  made: TreeDocument,
  origins: OriginIndex,
): ValueProvenance | undefined => findOrigin(stepsIn(path), made, origins);

interface ProvenanceMatch {
  readonly node: TreeNode | undefined;
  /** Of the value itself. */
  readonly origin?: ValueProvenance;
}

/** What the value at a place was made of; of a group, or of what is not there, the part of the source its neighbours come from. */
function sourceOf(
  steps: readonly PathStep[],
  made: TreeDocument | undefined,
  origins: OriginIndex,
): ProvenanceMatch {
  const origin = findOrigin(steps, made, origins);
  const [source] = origin === undefined ? [] : [...origin.sources, ...origin.chosenBy];
  const node = source?.node ?? findNearestSource(steps, origins);
  return { node, ...(origin === undefined ? {} : { origin }) };
}

/** Of several values that went to a place, the one that stands there. */
function findOrigin(
  steps: readonly PathStep[],
  made: TreeDocument | undefined,
  origins: OriginIndex,
): ValueProvenance | undefined {
  const own = origins.at(steps);
  if (own.length < 2) return own[0];
  const text = findTextAt(made?.root, steps);
  return own.find(({ value }) => value.trim() === text) ?? own[0];
}

/** Of the smallest part around a place that anything was made of. */
function findNearestSource(steps: readonly PathStep[], origins: OriginIndex): TreeNode | undefined {
  for (let length = steps.length; length > 0; length -= 1) {
    const node = findCommonParent(origins.around(steps.slice(0, length)));
    if (node !== undefined) return node;
  }
  return undefined;
}

/** The element that most of the values come from; of two the first. */
function findCommonParent(origins: readonly ValueProvenance[]): TreeNode | undefined {
  const nodes = origins.flatMap(({ sources, chosenBy }) => [...sources, ...chosenBy][0]?.node ?? []);
  const parents = nodes.flatMap((node) => (isOfVariable(node) ? [] : (node.parentNode ?? [])));
  const [most] = [...Map.groupBy(parents, (node) => node)].sort(([, a], [, b]) => b.length - a.length);
  return most?.[0];
}

export interface PathStep {
  readonly name: string;
  /** Absent: of a target, any of its name. */
  readonly index?: number;
}

/** Without the root element, which a target has not; a document's first of a name has no number. */
function stepsIn(path: string): readonly PathStep[] {
  const [, , ...steps] = path.split('/');
  return steps.map((step) => {
    const { name, index = 1 } = stepOf(step);
    return { name, index };
  });
}

export const stepsOf = (target: string): readonly PathStep[] =>
  target
    .split('/')
    .filter((step) => step !== '')
    .map(stepOf);

function stepOf(step: string): PathStep {
  const open = step.endsWith(']') ? step.lastIndexOf('[') : -1;
  const number = open === -1 ? '' : step.slice(open + 1, -1);
  return /^\d+$/.test(number) ? { name: step.slice(0, open), index: Number(number) } : { name: step };
}

function findTextAt(root: TreeElement | undefined, steps: readonly PathStep[]): string | undefined {
  let at = root;
  for (const { name, index = 1 } of steps) {
    const attribute = at?.attributes.find(({ nodeName }) => `@${nodeName}` === name);
    if (attribute !== undefined) return attribute.value.trim();
    at = at && childrenByName(at, name)[index - 1];
  }
  return at && itemText(at).trim();
}

/** Children that are looked through each time. */
const few = 16;

const knownChildren = new WeakMap<TreeElement, ReadonlyMap<string, readonly TreeElement[]>>();

/** Elements of a name; thousands of lines are looked through once. */
export function childrenByName(element: TreeElement, name: string): readonly TreeElement[] {
  const { childNodes } = element;
  if (childNodes.length <= few)
    return childNodes.filter((child): child is TreeElement => isElement(child) && child.nodeName === name);
  const found =
    knownChildren.get(element) ?? Map.groupBy(childNodes.filter(isElement), ({ nodeName }) => nodeName);
  knownChildren.set(element, found);
  return found.get(name) ?? [];
}
