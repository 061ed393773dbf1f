import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { SuggestionsAnswer } from '../../../../api/model/mapping-model.ts';

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

function complete(
  context: CompletionContext,
  suggestions: SuggestionsAnswer | undefined,
  countText: CountText,
): CompletionResult | null {
  if (suggestions === undefined) return null;
  const { text, from } = context.state.doc.lineAt(context.pos);
  const before = text.slice(0, context.pos - from);
  const word = /[\w:@./-]*$/.exec(before)?.[0] ?? '';
  if (word === '' && !context.explicit) return null;
  const isKey = /^\s*(- )?[\w:@]*$/.test(before);
  const options = isKey ? listMembers(suggestions) : listPaths(suggestions, word, countText);
  return { from: context.pos - word.length, options, ...(isKey ? { validFor: /^[\w:@]*$/ } : {}) };
}

/** By name and meaning, in the words of either side. */
function listMembers({ targets }: SuggestionsAnswer): Completion[] {
  const known = new Map<string, Completion>();
  for (const { path, type, meaning, isFilled } of targets) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (known.has(name)) continue;
    known.set(name, {
      label: name,
      apply: `${name}: `,
      detail: [type, meaning].filter(Boolean).join(' · ').slice(0, 80),
      boost: isFilled ? 0 : 1,
      info: path,
    });
  }
  return [...known.values()];
}

/** Ends of paths that begin with what is typed; those that come most are first. */
function listPaths(
  { sources, documents }: SuggestionsAnswer,
  word: string,
  countText: CountText,
): Completion[] {
  const found = new Map<string, Completion>();
  for (const { path, example, count } of sources) {
    const steps = path.split('/').slice(1);
    for (let first = 1; first < steps.length; first += 1) {
      const end = steps.slice(first).join('/');
      if (found.has(end) || !isMeant(end, word)) continue;
      found.set(end, {
        label: end,
        detail: `${example} · ${countText(count, documents)}`,
        boost: Math.round((count / Math.max(1, documents)) * 50) - steps.length + first,
      });
    }
  }
  return [...found.values()].slice(0, 400);
}

const isMeant = (end: string, word: string): boolean =>
  word === '' || end.toLowerCase().includes(word.toLowerCase());
