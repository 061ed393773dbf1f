import { itemText } from '../../tree/nodes/items.ts';
import { isLeaf, leafOf } from '../../tree/nodes/leaves.ts';
import type { TreeDocument, TreeNode } from '../../tree/nodes/tree-node.ts';
import { childrenByName, type PathStep, stepsOf } from './provenance.ts';

/** What a value was made of. */
interface ValueSources {
  readonly text: string;
  readonly nodes: readonly TreeNode[];
}

/** Values that go to one of several nodes of a name, it is not said which. */
interface UnnumberedValues {
  readonly leaves: readonly TreeNode[];
  readonly first: ValueSources;
  readonly byText: Map<string, ValueSources>;
}

/**
 * Of each leaf of a document that a mapping made, what the mapping made it of: the value of that text at that place, else the first at
 * that place. It keeps nodes alone, so that it takes little room for thousands of lines.
 */
export class MadeSources {
  readonly #made: TreeDocument;
  readonly #known = new Map<TreeNode, ValueSources>();
  readonly #unnumbered = new Map<TreeNode, Map<string, UnnumberedValues>>();

  constructor(made: TreeDocument) {
    this.#made = made;
  }

  /** A value went to a path of the result. */
  add(path: string, value: string, nodes: Iterable<TreeNode>): void {
    const steps = stepsOf(path);
    const last = steps.at(-1);
    if (last === undefined) return;
    const sources: ValueSources = { text: value.trim(), nodes: [...nodes].map(leafOf) };
    for (const parent of this.#findNodes(steps.slice(0, -1))) this.#addBelow(parent, last, sources);
  }

  /** Sources of leaves that are all among these, and of no other leaf. */
  sourcesOnlyOf(leaves: ReadonlySet<TreeNode>): ReadonlySet<TreeNode> {
    this.#settleUnnumbered();
    const [only, others] = [new Set<TreeNode>(), new Set<TreeNode>()];
    for (const [leaf, { nodes }] of this.#known)
      for (const node of nodes) (leaves.has(leaf) ? only : others).add(node);
    return new Set([...only].filter((node) => !others.has(node)));
  }

  #findNodes(steps: readonly PathStep[]): readonly TreeNode[] {
    return steps.reduce<readonly TreeNode[]>(
      (found, step) => found.flatMap((node) => findBelow(node, step)),
      [this.#made.root],
    );
  }

  #addBelow(parent: TreeNode, step: PathStep, sources: ValueSources): void {
    const leaves = findBelow(parent, step);
    const [leaf, more] = leaves;
    if (leaf === undefined) return;
    if (more === undefined) this.#note(leaf, sources);
    else this.#noteUnnumbered(parent, step.name, leaves, sources);
  }

  #note(leaf: TreeNode, sources: ValueSources): void {
    const known = this.#known.get(leaf);
    const isBetter = known !== undefined && known.text !== sources.text && textAt(leaf) === sources.text;
    if (isLeaf(leaf) && (known === undefined || isBetter)) this.#known.set(leaf, sources);
  }

  #noteUnnumbered(parent: TreeNode, name: string, leaves: readonly TreeNode[], sources: ValueSources): void {
    const below = this.#unnumbered.get(parent) ?? new Map<string, UnnumberedValues>();
    this.#unnumbered.set(parent, below);
    const values = below.get(name) ?? { leaves, first: sources, byText: new Map() };
    below.set(name, values);
    if (!values.byText.has(sources.text)) values.byText.set(sources.text, sources);
  }

  #settleUnnumbered(): void {
    for (const below of this.#unnumbered.values())
      for (const { leaves, first, byText } of below.values())
        for (const leaf of leaves) this.#note(leaf, byText.get(textAt(leaf)) ?? first);
    this.#unnumbered.clear();
  }
}

const textAt = (node: TreeNode): string => itemText(node).trim();

/** The attribute or elements that a step goes to. */
function findBelow(node: TreeNode, { name, index }: PathStep): readonly TreeNode[] {
  if (node.nodeType !== 1) return [];
  if (name.startsWith('@')) return node.attributes.filter(({ nodeName }) => `@${nodeName}` === name);
  const named = childrenByName(node, name);
  return index === undefined ? named : named.slice(index - 1, index);
}
