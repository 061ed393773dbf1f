import type { Language } from '../types.ts';
import { fillTemplate } from './create-finding.ts';
import * as en from './en/mappings.ts';
import { mappings as nl } from './nl/mappings.ts';

/** What is said of mapping files, in no language yet: the sentence and what stands in it. */

/** A code, or one of the sentences of a code: `mapping-path/name`. */
export type MappingSentenceName = keyof typeof en.sentences;
export type MappingPhraseName = keyof typeof en.parts;

export interface MappingWords {
  readonly sentences: Readonly<Record<MappingSentenceName, readonly [message: string, advice: string]>>;
  readonly parts: Readonly<Record<MappingPhraseName, string>>;
}

const mappingTexts: Readonly<Record<Language, MappingWords>> = { en, nl };

/** A part of a sentence. */
export interface MappingPhrase {
  readonly part: MappingPhraseName;
  readonly values: MappingValues;
}

/** Several parts stand one after the other, with commas. */
export type MappingValues = Readonly<
  Record<string, string | number | MappingPhrase | readonly MappingPhrase[]>
>;

export interface MappingSentence {
  readonly sentence: MappingSentenceName;
  readonly values: MappingValues;
  /** What comes before the advice. */
  readonly hints?: readonly MappingPhrase[];
}

export const buildMappingPhrase = (name: MappingPhraseName, values: MappingValues = {}): MappingPhrase => ({
  part: name,
  values,
});

/** The first `most` of these names, and how many more there are. */
export const listFirstNames = (names: readonly string[], most: number): string | MappingPhrase => {
  const shown = names.slice(0, most).join(', ');
  const count = names.length - most;
  return count <= 0 ? shown : buildMappingPhrase('and-more', { names: shown, count });
};

/** `a or b`; of more than two, each beside the next. */
export const joinAlternatives = (names: readonly string[]): string | MappingPhrase => {
  const [last = '', ...before] = names.toReversed();
  return before.length === 0
    ? last
    : buildMappingPhrase('or', { before: joinAlternatives(before.toReversed()), last });
};

/** A part in a language. */
export const renderMappingPhrase = ({ part, values }: MappingPhrase, language: Language = 'en'): string =>
  fillTemplate(mappingTexts[language].parts[part], renderValues(values, language));

/** What is wrong and what to do, in a language. */
export function renderMappingSentence(
  { sentence, values, hints = [] }: MappingSentence,
  language: Language = 'en',
): { readonly message: string; readonly advice: string } {
  const [message, advice] = mappingTexts[language].sentences[sentence];
  const told = renderValues(values, language);
  const before = hints.map((hint) => `${renderMappingPhrase(hint, language)} `).join('');
  return { message: fillTemplate(message, told), advice: before + fillTemplate(advice, told) };
}

function renderValues(values: MappingValues, language: Language): Record<string, string | number> {
  const spoken = (value: MappingValues[string]): string | number => {
    if (typeof value !== 'object') return value;
    if ('part' in value) return renderMappingPhrase(value, language);
    return value.map((one) => renderMappingPhrase(one, language)).join(', ');
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, spoken(value)]));
}
