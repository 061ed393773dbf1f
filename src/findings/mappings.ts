import type { Language } from '../types.ts';
import * as en from './en/mappings.ts';
import { fill } from './messages.ts';
import { mappings as nl } from './nl/mappings.ts';

/** What is said of mapping files, in no language yet: the sentence and what stands in it. */

/** A code, or one of the sentences of a code: `mapping-path/name`. */
export type Sentence = keyof typeof en.sentences;
export type PartName = keyof typeof en.parts;

export interface MappingWords {
  readonly sentences: Readonly<Record<Sentence, readonly [message: string, advice: string]>>;
  readonly parts: Readonly<Record<PartName, string>>;
}

const words: Readonly<Record<Language, MappingWords>> = { en, nl };

/** A part of a sentence. */
export interface Part {
  readonly part: PartName;
  readonly values: Values;
}

/** Several parts stand one after the other, with commas. */
export type Values = Readonly<Record<string, string | number | Part | readonly Part[]>>;

export interface Said {
  readonly sentence: Sentence;
  readonly values: Values;
  /** What comes before the advice. */
  readonly hints?: readonly Part[];
}

export const part = (name: PartName, values: Values = {}): Part => ({ part: name, values });

/** `a or b`; of more than two, each beside the next. */
export const anyOf = (names: readonly string[]): string | Part => {
  const [last = '', ...before] = names.toReversed();
  return before.length === 0 ? last : part('or', { before: anyOf(before.toReversed()), last });
};

/** A part in a language. */
export const sayPart = ({ part, values }: Part, language: Language = 'en'): string =>
  fill(words[language].parts[part], inWords(values, language));

/** What is wrong and what to do, in a language. */
export function tell(
  { sentence, values, hints = [] }: Said,
  language: Language = 'en',
): { readonly message: string; readonly advice: string } {
  const [message, advice] = words[language].sentences[sentence];
  const told = inWords(values, language);
  const before = hints.map((hint) => `${sayPart(hint, language)} `).join('');
  return { message: fill(message, told), advice: before + fill(advice, told) };
}

function inWords(values: Values, language: Language): Record<string, string | number> {
  const spoken = (value: Values[string]): string | number => {
    if (typeof value !== 'object') return value;
    if ('part' in value) return sayPart(value, language);
    return value.map((one) => sayPart(one, language)).join(', ');
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, spoken(value)]));
}
