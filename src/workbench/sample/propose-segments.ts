import type { Formats } from '../../formats/document-format.ts';
import type { DraftedKind } from '../../formats/infer/drafted-kinds.ts';
import type { SampleCorrections } from '../../formats/infer/sample-corrections.ts';
import type { LeafWithFate } from '../../mapping/explain/leaf-fates.ts';
import type { FileMapping } from '../../mapping/file-mapping.ts';
import { nodePositionOf } from '../../tree/nodes/items.ts';
import { leafOf } from '../../tree/nodes/leaves.ts';
import type { TreeDocument, TreeNode } from '../../tree/nodes/tree-node.ts';
import { explainChain } from '../preview/explain-chain.ts';
import { buildDraftContext, type DraftTools } from '../preview/preview-draft.ts';
import { DeliveredSlots } from './delivered-slots.ts';
import { addRules } from './extend-delivered.ts';
import type { SamplePlace, SegmentGroup } from './list-places.ts';
import type { SampleDocument } from './try-sample.ts';

/** What the segments of a sample hold, and where it goes. Plain data. */
export interface ProposedSegments {
  readonly groups: readonly ProposedGroup[];
  /** What a value may be said to be. */
  readonly meanings: readonly string[];
}

/** Segments of one name and code. */
export interface ProposedGroup extends Pick<SegmentGroup, 'id' | 'label' | 'count' | 'line'> {
  /** What they may be said to be. */
  readonly roles: readonly string[];
  /** As a person says. */
  readonly role?: string;
  readonly places: readonly ProposedPlace[];
}

/** Where values go. */
export interface ValueUse {
  /** Members of the order that they go to, without numbers. */
  readonly targets: readonly string[];
  /** carried: also into a text of several. used: it says what others are, or a rule looks at it. */
  readonly fate: 'carried' | 'used' | 'leftOut' | 'lost';
}

export interface ProposedPlace extends ValueUse, Pick<SamplePlace, 'id' | 'label' | 'examples'> {
  /** Of the first value. */
  readonly line: number;
  /** As a person says. */
  readonly meaning?: string;
  readonly leaveOut?: string;
}

/** A mapping that extends a delivered one, with what a person says of the places of a sample. */
export interface ExtendedMapping {
  readonly text: string;
  readonly places: readonly SamplePlace[];
  readonly slots: DeliveredSlots;
}

interface ExtendingMapping {
  readonly text: string;
  /** What it makes. */
  readonly kind: DraftedKind;
  readonly places: readonly SamplePlace[];
}

/** What is said of places that the sample does not have says nothing. */
export function correctMapping(
  { text, kind, places }: ExtendingMapping,
  { fields = {}, groups = {} }: SampleCorrections,
  tools: Pick<DraftTools, 'folders' | 'files'>,
): ExtendedMapping | undefined {
  const slots = DeliveredSlots.open(text, kind, tools);
  if (slots === undefined) return undefined;
  const roles = listGroups(places).flatMap((group) => slots.rulesOfGroup(group, groups[group.id] ?? ''));
  const meant = places.flatMap((place) => {
    const meaning = fields[place.id]?.meaning ?? '';
    return meaning === '' ? [] : [[place, meaning] as const];
  });
  const left = places.flatMap(({ id }) => {
    const reason = fields[id]?.leaveOut;
    return reason === undefined ? [] : [[id, reason] as const];
  });
  const rules = [...roles, ...slots.rulesOfValues(meant)];
  return { text: addRules(text, rules, left), places, slots };
}

const listGroups = (places: readonly SamplePlace[]): readonly SegmentGroup[] => [
  ...new Set(places.map(({ group }) => group)),
];

interface SampleRun {
  /** Undefined: it cannot be used as it is corrected. */
  readonly mapping: FileMapping | undefined;
  readonly documents: readonly SampleDocument[];
  readonly formats: Formats;
}

/** Documents that are run to see where values go: those that have a place which none before them has. */
const mostRuns = 8;

/** What became of the places, in the first documents that have them. */
export function proposeSegments(
  { places, slots }: ExtendedMapping,
  { fields = {}, groups = {} }: SampleCorrections,
  run: SampleRun,
): ProposedSegments {
  const uses = listUses(places, run);
  const proposed = Map.groupBy(places, ({ group }) => group);
  return {
    meanings: slots.meanings,
    groups: [...proposed].map(([{ id, label, count, line, coded }, own]) => ({
      ...{ id, label, count, line, roles: slots.rolesOf(coded === undefined ? {} : { coded }) },
      ...(groups[id] === undefined || groups[id] === '' ? {} : { role: groups[id] }),
      places: own.map((place) => ({ ...describePlace(place, uses), ...saidOf(fields[place.id]) })),
    })),
  };
}

const saidOf = (
  said: { readonly meaning?: string | undefined; readonly leaveOut?: string | undefined } = {},
) => ({
  ...(said.meaning === undefined || said.meaning === '' ? {} : { meaning: said.meaning }),
  ...(said.leaveOut === undefined ? {} : { leaveOut: said.leaveOut }),
});

/** Values of a sample by an id of theirs. */
type IdentifiedLeaves = Pick<SamplePlace, 'id' | 'leaves'>;

/** By their ids what became of values; those of which the sample has none are not in it. */
export function describeUses(
  places: readonly IdentifiedLeaves[],
  run: SampleRun,
): ReadonlyMap<string, ValueUse> {
  const uses = listUses(places, run);
  return new Map(
    places.flatMap(({ id, leaves }) =>
      leaves.length === 0 ? [] : [[id, describeUse(leaves, uses)] as const],
    ),
  );
}

interface LeafUses {
  readonly targets: ReadonlyMap<TreeNode, ReadonlySet<string>>;
  readonly fates: ReadonlyMap<TreeNode, LeafWithFate['fate']>;
}

function listUses(places: readonly IdentifiedLeaves[], { mapping, documents, formats }: SampleRun): LeafUses {
  const targets = new Map<TreeNode, Set<string>>();
  const fates = new Map<TreeNode, LeafWithFate['fate']>();
  if (mapping === undefined) return { targets, fates };
  const context = buildDraftContext(mapping, {}, formats);
  for (const tree of chooseDocuments(places, documents)) {
    const [run] = explainChain([mapping], tree, context, formats);
    for (const { node, fate } of run?.fates ?? []) fates.set(node, fate);
    for (const { target, sources } of run?.explanation.origins ?? [])
      for (const { node } of sources) {
        const leaf = leafOf(node);
        const known = targets.get(leaf) ?? new Set();
        targets.set(leaf, known.add(target.replace(/\[\d+\]/g, '')));
      }
  }
  return { targets, fates };
}

function chooseDocuments(
  places: readonly IdentifiedLeaves[],
  documents: readonly SampleDocument[],
): readonly TreeDocument[] {
  const trees = documents.flatMap(({ checked }) => checked?.tree ?? []);
  const byRoot = new Map<TreeNode, TreeDocument>(trees.map((tree) => [tree, tree]));
  const first = places.flatMap(({ leaves: [leaf] }) => (leaf && byRoot.get(documentOf(leaf))) ?? []);
  return [...new Set(first)].slice(0, mostRuns);
}

const documentOf = (node: TreeNode): TreeNode => (node.nodeType === 9 ? node : documentOf(node.parentNode));

function describePlace({ id, label, examples, leaves }: SamplePlace, uses: LeafUses): ProposedPlace {
  const [first] = leaves;
  const line = first ? nodePositionOf(first).line : 0;
  return { id, label, examples, line, ...describeUse(leaves, uses) };
}

function describeUse(leaves: readonly TreeNode[], { targets, fates }: LeafUses): ValueUse {
  const found = [...new Set(leaves.flatMap((leaf) => [...(targets.get(leaf) ?? [])]))];
  const all = new Set(leaves.flatMap((leaf) => fates.get(leaf) ?? []));
  const fate = all.has('unread')
    ? 'lost'
    : found.length > 0 || all.has('carried')
      ? 'carried'
      : all.has('ignored')
        ? 'leftOut'
        : all.has('tested')
          ? 'used'
          : 'lost';
  return { targets: found.slice(0, 4), fate };
}
