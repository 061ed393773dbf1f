import type { CodedPlaces } from '../../formats/define-syntax.ts';
import { pickExamples } from '../../formats/infer/sample-proposal.ts';
import { itemText, nodePositionOf } from '../../tree/nodes/items.ts';
import { isLeaf, listFilledLeaves } from '../../tree/nodes/leaves.ts';
import type { TreeDocument, TreeElement, TreeNode } from '../../tree/nodes/tree-node.ts';
import { lineageOf, listElements } from '../trial/relative-path.ts';

/** Values of a sample that stand at one place: of one element in segments of one code. */
export interface SamplePlace {
  /** Its path from the root on, with the codes on the way, by which corrections name it: `gNAD[NAD/e3035 = 'SU']/NAD/C082/e3039`. */
  readonly id: string;
  readonly group: SegmentGroup;
  /** What people call the element; its name where they call it nothing. */
  readonly label: string;
  readonly leaves: readonly TreeNode[];
  readonly examples: readonly string[];
}

/** Segments of one name and code. */
export interface SegmentGroup {
  readonly id: string;
  /** `NAD SU (supplier)` */
  readonly label: string;
  /** The last of its elements that a code tells apart: `gNAD`, `NAD/e3035`, `SU`. */
  readonly coded?: CodedStep;
  /** How many of them there are. */
  readonly count: number;
  /** Of the first. */
  readonly line: number;
}

export interface CodedStep {
  /** From the root on, with its own code. */
  readonly path: string;
  readonly name: string;
  /** Of the code, from the element on. */
  readonly at: string;
  readonly code: string;
}

/** Places that are told apart: a table of more helps nobody. */
const mostPlaces = 300;

/** What documents hold, place by place in the order in which they come. Codes and the envelope are none. */
export function listPlaces(documents: readonly TreeDocument[], coded: CodedPlaces): readonly SamplePlace[] {
  const places = new PlaceList(coded);
  for (const { root } of documents)
    for (const leaf of listFilledLeaves(root)) if (leaf.nodeType === 1) places.add(leaf);
  return places.build();
}

interface Step {
  readonly text: string;
  readonly coded?: Omit<CodedStep, 'path'>;
}

interface GroupSoFar extends Omit<SegmentGroup, 'count'> {
  readonly segments: Set<TreeNode>;
}

interface PlaceSoFar {
  readonly label: string;
  readonly group: string;
  readonly leaves: TreeNode[];
}

class PlaceList {
  readonly #coded: CodedPlaces;
  readonly #steps = new Map<TreeElement, Step>();
  readonly #groups = new Map<string, GroupSoFar>();
  readonly #places = new Map<string, PlaceSoFar>();

  constructor(coded: CodedPlaces) {
    this.#coded = coded;
  }

  add(leaf: TreeElement): void {
    const [, ...way] = lineageOf(leaf).filter((one) => one.nodeType === 1);
    if (this.#coded.isQualifier(leaf.localName)) return;
    if (way.some(({ localName }) => this.#coded.isEnvelope(localName))) return;
    const steps = way.map((one) => this.#stepOf(one));
    const id = joinSteps(steps);
    const known = this.#places.get(id);
    if (known === undefined && this.#places.size >= mostPlaces) return;
    const end = way.findLastIndex((one) => one !== leaf && !this.#coded.isComposite(one.localName)) + 1;
    const group = this.#groupOf(way.slice(0, end), steps.slice(0, end), leaf);
    const code = steps.slice(end).find(({ coded }) => coded !== undefined)?.coded?.code;
    const label = code === undefined ? elementLabelOf(leaf) : `${elementLabelOf(leaf)} ${code}`;
    if (known === undefined) this.#places.set(id, { label, group, leaves: [leaf] });
    else known.leaves.push(leaf);
  }

  build(): readonly SamplePlace[] {
    const groups = new Map(
      [...this.#groups].map(([id, { segments, ...group }]) => [id, { ...group, count: segments.size }]),
    );
    return [...this.#places].flatMap(([id, { label, group: of, leaves }]) => {
      const group = groups.get(of);
      return group === undefined
        ? []
        : [{ id, label, group, leaves, examples: pickExamples(leaves.map(itemText)) }];
    });
  }

  #groupOf(way: readonly TreeElement[], steps: readonly Step[], leaf: TreeElement): string {
    const id = joinSteps(steps);
    const segment = way.at(-1) ?? leaf;
    const known = this.#groups.get(id);
    if (known !== undefined) {
      known.segments.add(segment);
      return id;
    }
    const at = steps.findLastIndex(({ coded }) => coded !== undefined);
    const found = steps[at]?.coded;
    const coded = found && { ...found, path: joinSteps(steps.slice(0, at + 1)) };
    const { line } = nodePositionOf(segment);
    const own = steps.at(-1)?.coded?.code;
    const named = segmentLabelOf(leaf) ?? segment.nodeName;
    const label = named === segment.nodeName && own !== undefined ? `${named} ${own}` : named;
    const group = { id, label, line, segments: new Set([segment]) };
    this.#groups.set(id, coded === undefined ? group : { ...group, coded });
    return id;
  }

  #stepOf(element: TreeElement): Step {
    const known = this.#steps.get(element);
    if (known !== undefined) return known;
    const step = this.#buildStep(element);
    this.#steps.set(element, step);
    return step;
  }

  /** A group has the code of its first segment, which says no more than the group does. */
  #buildStep(element: TreeElement): Step {
    const { nodeName: name } = element;
    const found = isLeaf(element) ? undefined : this.#findCode(element, '');
    if (found === undefined) return { text: name };
    const { parentNode: above } = element;
    const isSaid = above.nodeType === 1 && this.#findCode(above, '')?.node === found.node;
    if (isSaid) return { text: name };
    const { at, code } = found;
    return { text: `${name}[${at} = '${code}']`, coded: { name, at, code } };
  }

  /** Among its own values, else in what stands first in it. */
  #findCode(element: TreeElement, above: string): { at: string; code: string; node: TreeNode } | undefined {
    const below = listElements(element);
    const node = below.find((one) => isLeaf(one) && this.#coded.isQualifier(one.localName));
    const code = node === undefined ? '' : itemText(node).trim();
    if (node !== undefined && /^\w{1,6}$/.test(code)) return { at: `${above}${node.nodeName}`, code, node };
    const [first] = below;
    return first === undefined || isLeaf(first)
      ? undefined
      : this.#findCode(first, `${above}${first.nodeName}/`);
  }
}

const joinSteps = (steps: readonly Step[]): string => steps.map(({ text }) => text).join('/');

/** `NAD SU (supplier), 2.1 party` is what its format calls a value. */
const fieldOf = (leaf: TreeElement): string => nodePositionOf(leaf).field ?? '';

const elementLabelOf = (leaf: TreeElement): string => {
  const field = fieldOf(leaf);
  const at = field.lastIndexOf(', ');
  return at === -1 ? leaf.nodeName : field.slice(at + 2);
};

const segmentLabelOf = (leaf: TreeElement): string | undefined => {
  const field = fieldOf(leaf);
  const at = field.lastIndexOf(', ');
  return at === -1 ? undefined : field.slice(0, at);
};
