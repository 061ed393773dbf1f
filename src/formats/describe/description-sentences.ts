import { addReadableSentences } from '../../findings/create-finding.ts';
import type { Finding, Language } from '../../types.ts';
import { type RenderedSentence, renderSentence, type Values } from '../../yaml/yaml-sentences.ts';
import { schemaNl } from './schema-nl.ts';

/** What is wrong with a description and what to do, in every language. */
type Told = Readonly<Record<Language, readonly [message: string, advice: string]>>;

/** One of the sentences of a code: `format-tree/empty`. */
type SentenceName = `format-${string}/${string}`;

export interface DescriptionSentence extends Told {
  readonly name: SentenceName;
}

const defined: DescriptionSentence[] = [];

/** Those of all descriptions, and of the syntaxes that this process has loaded. */
export const listDescriptionSentences = (): readonly DescriptionSentence[] => defined;

/** Sentences by their names, also for whoever reads them later in another language. */
export function defineSentences<N extends SentenceName>(
  told: Readonly<Record<N, Told>>,
): (name: N) => DescriptionSentence {
  const all = Object.entries<Told>(told);
  const textsIn = (language: Language) =>
    Object.fromEntries(all.map(([name, texts]) => [name, texts[language]]));
  addReadableSentences({ en: textsIn('en'), nl: textsIn('nl') });
  const sentence = (name: N): DescriptionSentence => ({ ...told[name], name });
  for (const name in told) defined.push(sentence(name));
  return sentence;
}

/** What the schemas say, by its English text. */
export const schemaTexts: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {},
  nl: schemaNl,
};

export const descriptionCodeOf = ({ name }: DescriptionSentence): string => name.replace(/\/.*/, '');

export const renderDescriptionSentence = (
  sentence: DescriptionSentence,
  values: Values,
  language: Language,
): RenderedSentence =>
  renderSentence(sentence[language], values, { language, schema: schemaTexts[language] });

/** What is wrong whatever line of a description says so. */
export const descriptionFindingOf = (
  sentence: DescriptionSentence,
  values: Values,
  language: Language,
): Finding => ({
  code: descriptionCodeOf(sentence),
  severity: 'error',
  ...renderDescriptionSentence(sentence, values, language),
});
