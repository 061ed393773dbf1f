import type { Language } from '../types.ts';
import {
  buildMappingPhrase,
  listFirstNames,
  type MappingPhrase,
  renderMappingPhrase,
} from './mapping-sentences.ts';

/**
 * The name that was probably meant: the fewest edits away, at most a third of its letters (one at least, `most` at the
 * most), case not counting. Undefined when nothing is that near; the first of several that are equally near.
 */
export function findNearest(name: string, names: Iterable<string>, most = name.length): string | undefined {
  const written = name.toLowerCase();
  let best: string | undefined;
  let least = Math.min(most, Math.max(1, Math.floor(name.length / 3))) + 1;
  for (const other of names) {
    if (Math.abs(other.length - name.length) >= least) continue;
    const away = computeEditDistance(written, other.toLowerCase());
    if (away < least) [best, least] = [other, away];
  }
  return best;
}

/** `Did you mean "cbc:ID"?`, or the names there are. */
export const renderSuggestion = (
  name: string,
  names: readonly string[],
  what: NameKind,
  language?: Language,
): string => renderMappingPhrase(suggestNames(name, names, what), language);

/** As `renderSuggestion`, in no language yet. */
export function suggestNames(name: string, names: readonly string[], what: NameKind): MappingPhrase {
  const near =
    findNearest(name, names) ?? names.find((other) => other.split(':').at(-1) === name.split(':').at(-1));
  if (near !== undefined) return buildMappingPhrase('did-you-mean', { near });
  if (names.length === 0) return buildMappingPhrase('none-here', { what: buildMappingPhrase(what) });
  return buildMappingPhrase('names-here', {
    what: buildMappingPhrase(what),
    names: listFirstNames(sortByNearness(name, names), mostNamed),
  });
}

/** What a list of names holds. */
export type NameKind =
  | 'attributes'
  | 'codes'
  | 'columns'
  | 'conversions'
  | 'delivered-variables'
  | 'fields'
  | 'fixtures'
  | 'formats'
  | 'members'
  | 'names'
  | 'parts'
  | 'records'
  | 'rule-keys'
  | 'value-forms'
  | 'sections'
  | 'sources'
  | 'targets'
  | 'values';

const mostNamed = 5;

/** The nearest first, prefixes not counting; of none in particular, as they come. */
function sortByNearness(name: string, names: readonly string[]): readonly string[] {
  if (name === '' || names.length <= mostNamed) return names;
  const local = (one: string) => one.slice(one.indexOf(':') + 1).toLowerCase();
  // of the letters that there are: else what is short is near to everything
  const far = (one: string) =>
    computeEditDistance(local(name), one) / Math.max(local(name).length, one.length);
  const away = new Map(names.map((one) => [one, far(local(one))]));
  return names.toSorted((a, b) => (away.get(a) ?? 0) - (away.get(b) ?? 0));
}

/** Edits to make one word of the other, a swap of neighbours counting once (optimal string alignment). */
function computeEditDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + same,
        swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
