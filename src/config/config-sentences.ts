import type { Finding, Language } from '../types.ts';
import {
  type RenderedSentence,
  renderSentence,
  type Sentences,
  type Values,
} from '../yaml/yaml-sentences.ts';
import { type ConfigCode, configCodes } from './config-codes.ts';
import * as en from './words/en.ts';
import { nl } from './words/nl.ts';

/** A code, or one of the sentences of a code: `config-open-http/webhook`. */
export type ConfigSentenceName = keyof typeof en.sentences;

export interface ConfigWords {
  readonly sentences: Sentences<ConfigSentenceName>;
  /** What the schema says of its settings, by its English text. */
  readonly schema: Readonly<Record<string, string>>;
}

const configTexts: Readonly<Record<Language, ConfigWords>> = { en: { ...en, schema: {} }, nl };

export const schemaTexts = (language: Language): Readonly<Record<string, string>> =>
  configTexts[language].schema;

const isCode = (text: string): text is ConfigCode => Object.hasOwn(configCodes, text);

export function configCodeOf(sentence: ConfigSentenceName): ConfigCode {
  const [name = ''] = sentence.split('/');
  if (!isCode(name)) throw new Error(`no code for ${sentence}`);
  return name;
}

/** What is wrong and what to do, in a language. */
export const renderConfigSentence = (
  sentence: ConfigSentenceName,
  values: Values,
  language: Language,
): RenderedSentence =>
  renderSentence(configTexts[language].sentences[sentence], values, {
    language,
    schema: schemaTexts(language),
  });

/** What is wrong with a config as a whole, whatever line of it says so. */
export const configFindingOf = (
  sentence: ConfigSentenceName,
  values: Values,
  language: Language,
): Finding => ({
  code: configCodeOf(sentence),
  severity: 'error',
  ...renderConfigSentence(sentence, values, language),
});
