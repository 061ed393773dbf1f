import { fillTemplate } from '../findings/create-finding.ts';
import type { Language } from '../types.ts';
import * as en from './words/en.ts';
import { nl } from './words/nl.ts';

/** Sentences for every YAML file; what stands before the slash is the code. */
export type SharedSentence = keyof typeof en.sentences;
export type PartName = keyof typeof en.parts;

/** What is wrong, and what to do. */
export type Sentences<S extends string> = Readonly<Record<S, readonly [message: string, advice: string]>>;

export interface YamlWords {
  readonly sentences: Sentences<SharedSentence>;
  readonly parts: Readonly<Record<PartName, string>>;
}

const words: Readonly<Record<Language, YamlWords>> = { en, nl };

/** A part of a sentence that is not in a language yet; `schema`: a text of the schema itself, which is English. */
export type Part = { readonly part: PartName; readonly values: Values } | { readonly schema: string };

export type Values = Readonly<Record<string, string | number | Part>>;

export const part = (name: PartName, values: Values = {}): Part => ({ part: name, values });

/** What a file is spoken of in. */
export interface Wording {
  readonly language: Language;
  /** What its schema says, by the English text. */
  readonly schema?: Readonly<Record<string, string>>;
}

export interface RenderedSentence {
  readonly message: string;
  readonly advice: string;
}

/** One of the shared sentences in a language. */
export const renderYamlSentence = (
  sentence: SharedSentence,
  values: Values,
  wording: Wording,
): RenderedSentence => renderSentence(words[wording.language].sentences[sentence], values, wording);

/** A sentence and its advice with their values in a language. */
export function renderSentence(
  [message, advice]: readonly [string, string],
  values: Values,
  wording: Wording,
): RenderedSentence {
  const told = renderValues(values, wording);
  return { message: fillTemplate(message, told), advice: fillTemplate(advice, told) };
}

function renderValues(values: Values, wording: Wording): Record<string, string | number> {
  const { language, schema = {} } = wording;
  const spoken = (value: string | number | Part): string | number => {
    if (typeof value !== 'object') return value;
    if ('schema' in value) return schema[value.schema] ?? value.schema;
    return fillTemplate(words[language].parts[value.part], renderValues(value.values, wording));
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, spoken(value)]));
}
