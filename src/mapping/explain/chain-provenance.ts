import { leafOf } from '../../tree/nodes/leaves.ts';
import type { TreeDocument, TreeNode } from '../../tree/nodes/tree-node.ts';
import type { Explanation, SourceLocation, ValueProvenance } from './explain-run.ts';
import type { LeafWithFate } from './leaf-fates.ts';
import { findProvenanceAt, indexOrigins } from './provenance.ts';

/** A mapping of a chain that was explained, with the document that it made, as the next one read it. */
export interface ExplainedStep {
  readonly explanation: Pick<Explanation, 'result' | 'origins'>;
  readonly made?: TreeDocument;
  /** What became of each leaf that it read. */
  readonly fates: readonly LeafWithFate[];
}

/** What one mapping of a chain made each value from, with its document as the next one read it. */
export interface ChainProvenance {
  readonly origins: readonly ValueProvenance[];
  readonly made?: TreeDocument | undefined;
}

/** Where the values of the last result come from in the first document, and by which rules on the way. */
export function resolveChainProvenance(stretches: readonly ChainProvenance[]): readonly ValueProvenance[] {
  const [last, ...before] = stretches.toReversed();
  return before.reduce<readonly ValueProvenance[]>(resolveThroughStep, last?.origins ?? []);
}

function resolveThroughStep(
  origins: readonly ValueProvenance[],
  { origins: all, made }: ChainProvenance,
): readonly ValueProvenance[] {
  const known = indexOrigins(all);
  const originsOf = (places: readonly SourceLocation[]): readonly ValueProvenance[] =>
    places.flatMap(({ path }) => (made && findProvenanceAt(path, made, known)) ?? []);
  return origins.map((origin) => {
    // what a variable gave did not come through the mapping before
    const own = origin.sources.filter(({ ofVariable }) => ofVariable);
    const before = originsOf(origin.sources);
    const isMade = own.length + before.length > 0;
    const choice = isMade ? before.map(({ chosenBy }) => chosenBy) : originsOf(origin.chosenBy).map(placesOf);
    return {
      ...origin,
      sources: onceEach([...own, ...before.flatMap(({ sources }) => sources)]),
      chosenBy: onceEach(choice.flat()),
      tables: [...origin.tables, ...before.flatMap(({ tables }) => tables)],
      via: [...new Set([...before, ...(origin.via ?? [])])],
    };
  });
}

/** What a value is of: its sources, else what chose it. */
const placesOf = ({ sources, chosenBy }: ValueProvenance): readonly SourceLocation[] =>
  sources.length > 0 ? sources : chosenBy;

/** Each place once, however many values were made of it. */
const onceEach = (places: readonly SourceLocation[]): readonly SourceLocation[] => [
  ...new Map(places.map((place) => [place.node, place])).values(),
];

/** From worst to best. Where a value takes several ways, its best fate counts. */
const fateRanking: readonly LeafWithFate['fate'][] = ['unread', 'tested', 'ignored', 'carried'];

/** What became of each leaf of the first document at the end of all mappings: what one carries the next one may lose. */
export function resolveChainFates(stretches: readonly ExplainedStep[]): readonly LeafWithFate[] {
  const [last, ...before] = stretches.toReversed();
  return before.reduce<readonly LeafWithFate[]>(resolveFatesBefore, last?.fates ?? []);
}

/** The same of one mapping more, which stands before those whose fates are known. */
function resolveFatesBefore(
  after: readonly LeafWithFate[],
  { explanation, made, fates }: ExplainedStep,
): readonly LeafWithFate[] {
  const known = indexOrigins(explanation.origins);
  /** The best of them, by its rank. */
  const ends = new Map<TreeNode, number>();
  for (const { path, fate } of after) {
    const rank = fateRanking.indexOf(fate);
    for (const { node } of (made && findProvenanceAt(path, made, known)?.sources) ?? [])
      ends.set(leafOf(node), Math.max(rank, ends.get(leafOf(node)) ?? 0));
  }
  return fates.map((leaf) => {
    const best = leaf.fate === 'carried' ? fateRanking[ends.get(leaf.node) ?? -1] : undefined;
    return best === undefined || best === leaf.fate ? leaf : { ...leaf, fate: best };
  });
}
