import { fill } from '../findings/messages.ts';
import type { Language } from '../types.ts';
import { type ConfigCode, configCodes } from './codes.ts';
import * as en from './words/en.ts';
import { nl } from './words/nl.ts';

/** A code, or one of the sentences of a code: `config-open-http/webhook`. */
export type Sentence = keyof typeof en.sentences;
export type PartName = keyof typeof en.parts;

export interface Words {
  readonly sentences: Readonly<Record<Sentence, readonly [message: string, advice: string]>>;
  readonly parts: Readonly<Record<PartName, string>>;
  /** What the schema says of its settings, by its English text. */
  readonly schema: Readonly<Record<string, string>>;
}

const words: Readonly<Record<Language, Words>> = { en, nl };

/** A part of a sentence that is not in a language yet; `schema`: a text of the schema. */
export type Part = { readonly part: PartName; readonly values: Values } | { readonly schema: string };

export type Values = Readonly<Record<string, string | number | Part>>;

export const part = (name: PartName, values: Values = {}): Part => ({ part: name, values });

const codes = Object.keys(configCodes) as ConfigCode[];

export function codeOf(sentence: Sentence): ConfigCode {
  const [name] = sentence.split('/');
  const code = codes.find((one) => one === name);
  if (code === undefined) throw new Error(`no code for ${sentence}`);
  return code;
}

/** What is wrong and what to do, in a language. */
export function said(
  sentence: Sentence,
  values: Values,
  language: Language,
): { readonly message: string; readonly advice: string } {
  const [message, advice] = words[language].sentences[sentence];
  const told = inWords(values, language);
  return { message: fill(message, told), advice: fill(advice, told) };
}

function inWords(values: Values, language: Language): Record<string, string | number> {
  const { parts, schema } = words[language];
  const spoken = (value: string | number | Part): string | number => {
    if (typeof value !== 'object') return value;
    if ('schema' in value) return schema[value.schema] ?? value.schema;
    return fill(parts[value.part], inWords(value.values, language));
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, spoken(value)]));
}
