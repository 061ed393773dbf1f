import { listDutchWords } from '../../mapping/docs/member-words.ts';
import { locateLeaf } from '../../mapping/explain/leaf-fates.ts';
import type { FileMapping } from '../../mapping/file-mapping.ts';
import type { Rule } from '../../mapping/language/rule-types.ts';
import { loadMapping } from '../../mapping/load-mapping.ts';
import { listFilledLeaves } from '../../tree/nodes/leaves.ts';
import { findMembers } from '../overlay/find-members.ts';
import type { DraftTools } from '../preview/preview-draft.ts';
import { parseSources } from '../preview/read-source.ts';
import type { TrialSource } from './try-draft.ts';

/** What can be written next, ranked by what really comes. Plain data. */
export interface Suggestions {
  readonly targets: readonly SuggestedMember[];
  readonly sources: readonly SuggestedPath[];
  /** Documents that were counted. */
  readonly documents: number;
}

/** A member of the target. */
export interface SuggestedMember {
  /** `lines/item/number` */
  readonly path: string;
  readonly type: string;
  readonly meaning: string;
  /** Its names in Dutch: it is searched for by either. */
  readonly dutch: string;
  /** A rule fills it already. */
  readonly isFilled: boolean;
  /** It holds several values: one more goes behind them. */
  readonly isList: boolean;
  /** Expressions of the lists and objects above it, the outermost first: where its rule begins. */
  readonly context: readonly string[];
}

/** A path of the source, without positions, with a value that stood there. */
export interface SuggestedPath {
  readonly path: string;
  readonly example: string;
  /** Documents that fill it. */
  readonly count: number;
}

interface Asked {
  readonly mapping: string;
  readonly sources: readonly TrialSource[];
}

/** Characters of an example. */
const longestExample = 60;

/** An edit changes neither what comes nor what the target can hold. */
export function listSuggestions({ mapping: name, sources }: Asked, tools: DraftTools): Suggestions {
  const { mapping } = loadMapping(name, tools.folders, tools.formats, { files: tools.files });
  if (mapping === undefined) return { targets: [], sources: [], documents: 0 };
  return { targets: listTargets(mapping, tools), ...countPaths(mapping, sources, tools) };
}

function listTargets(mapping: FileMapping, { folders, formats }: DraftTools): readonly SuggestedMember[] {
  const wanted = { side: 'target', word: undefined, all: true, unfilled: false } as const;
  return findMembers(mapping, wanted, folders, formats).map(({ path, type, meaning, rules }) => ({
    ...{ path: path.replaceAll('[]', ''), type, meaning, isFilled: rules.length > 0 },
    isList: path.endsWith('[]'),
    dutch: listDutchWords(path),
    context: listContext(mapping.program.target, path.replaceAll('[]', '').split('/')),
  }));
}

function listContext(rule: Rule | undefined, names: readonly string[]): readonly string[] {
  if (rule === undefined || rule.kind === 'leaf') return [];
  if (rule.kind === 'list') return listContext(rule.items[0], names);
  if (rule.kind === 'each') return [rule.each.text, ...listContext(rule.item, names)];
  const [name, ...rest] = names;
  const member = rule.members.find(([one]) => one === name)?.[1];
  return [...(rule.within ? [rule.within.text] : []), ...listContext(member, rest)];
}

function countPaths(
  mapping: FileMapping,
  sources: readonly TrialSource[],
  { formats }: DraftTools,
): Pick<Suggestions, 'sources' | 'documents'> {
  const found = new Map<string, { example: string; count: number }>();
  const trees = sources.flatMap((source) => {
    try {
      return parseSources(mapping, source, formats);
    } catch {
      // a message that cannot be read says nothing of what usually comes
      return [];
    }
  });
  for (const tree of trees) {
    const leaves = listFilledLeaves(tree.root).map(locateLeaf);
    for (const [path, same] of Map.groupBy(leaves, ({ name }) => name)) {
      const { example = same[0]?.text.slice(0, longestExample) ?? '', count = 0 } = found.get(path) ?? {};
      found.set(path, { example, count: count + 1 });
    }
  }
  const paths = [...found].map(([path, known]) => ({ path, ...known }));
  return { sources: paths.sort((a, b) => b.count - a.count), documents: trees.length };
}
