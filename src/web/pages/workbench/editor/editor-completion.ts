import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { SuggestionsAnswer } from '../../../../api/model/mapping-model.ts';
import { findRuleBlock, type RuleBlock } from './rule-block.ts';

/** How often a path comes, in words. */
type CountText = (count: number, documents: number) => string;

/** Members of the target where a key is typed, paths of the source where a value is. */
export const completeRules = (
  suggestions: () => SuggestionsAnswer | undefined,
  countText: CountText,
): Extension =>
  autocompletion({
    override: [(context) => complete(context, suggestions(), countText)],
    icons: false,
    maxRenderedOptions: 40,
  });

/** What fits the block in which somebody types comes first; what stands elsewhere stays in the list. */
export function complete(
  context: CompletionContext,
  suggestions: SuggestionsAnswer | undefined,
  countText: CountText,
): CompletionResult | null {
  if (suggestions === undefined) return null;
  const { doc } = context.state;
  const { text, from, number } = doc.lineAt(context.pos);
  const before = text.slice(0, context.pos - from);
  const word = /[\w:@./-]*$/.exec(before)?.[0] ?? '';
  if (word === '' && !context.explicit) return null;
  const isKey = /^\s*(- )?[\w:@]*$/.test(before);
  const above =
    number === 1
      ? []
      : doc
          .slice(0, from - 1)
          .toString()
          .split('\n');
  const block = findRuleBlock(above, text);
  const options = isKey ? listMembers(suggestions, block) : listPaths(suggestions, word, countText, block);
  return { from: context.pos - word.length, options, ...(isKey ? { validFor: /^[\w:@]*$/ } : {}) };
}

/** By name and meaning, in the words of either side. */
function listMembers({ targets }: SuggestionsAnswer, block: RuleBlock): Completion[] {
  const isHere = isMemberOf(block);
  const known = new Map<string, Completion>();
  for (const { path, type, meaning, isFilled } of targets.toSorted(
    (a, b) => Number(isHere(b.path)) - Number(isHere(a.path)),
  )) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (known.has(name)) continue;
    known.set(name, {
      label: name,
      apply: `${name}: `,
      detail: [type, meaning].filter(Boolean).join(' · ').slice(0, 80),
      boost: (isHere(path) ? fitting : 0) + (isFilled ? 0 : 1),
      info: path,
    });
  }
  return [...known.values()];
}

/** Ends of paths that begin with what is typed; those that come most are first. */
function listPaths(
  { sources, documents, targets }: SuggestionsAnswer,
  word: string,
  countText: CountText,
  block: RuleBlock,
): Completion[] {
  // where the block does not say it itself, the delivered mapping does
  const delivered = targets.find(({ path }) => isMemberOf(block)(path))?.context ?? [];
  const each = block.each ?? (delivered.length === 0 ? undefined : delivered.join('/'));
  const found = new Map<string, Completion>();
  for (const { path, example, count } of sources) {
    const steps = path.split('/').slice(1);
    const wanted = pathIn(steps, each);
    for (let first = 1; first < steps.length; first += 1) {
      const end = steps.slice(first).join('/');
      if (found.has(end) || !isMeant(end, word)) continue;
      found.set(end, {
        label: end,
        detail: `${example} · ${countText(count, documents)}`,
        boost:
          (end === wanted ? fitting : 0) +
          Math.round((count / Math.max(1, documents)) * 40) -
          steps.length +
          first,
      });
    }
  }
  return [...found.values()].slice(0, 400);
}

const isMemberOf =
  ({ keys }: RuleBlock) =>
  (path: string): boolean =>
    path.slice(0, Math.max(0, path.lastIndexOf('/'))) === keys.slice(1).join('/');

/** How much higher what fits the block stands. */
const fitting = 50;

/** As a rule of the block reads it. */
function pathIn([, ...steps]: readonly string[], each: string | undefined): string | undefined {
  const path = steps.join('/');
  if (each === undefined) return path;
  return path.startsWith(`${each}/`) ? path.slice(each.length + 1) : undefined;
}

const isMeant = (end: string, word: string): boolean =>
  word === '' || end.toLowerCase().includes(word.toLowerCase());
