import { isScalar } from 'yaml';
import { type Finding, type Language, languages, type Severity } from '../../types.ts';
import type { Values, Wording } from '../../yaml/yaml-sentences.ts';
import { type YamlPath, YamlSource } from '../../yaml/yaml-source.ts';
import type { ConfigCode } from '../config-codes.ts';
import {
  type ConfigSentenceName,
  configCodeOf,
  renderConfigSentence,
  schemaTexts,
} from '../config-sentences.ts';

/** A config's text with the place of everything in it. */
export class ConfigSource extends YamlSource<ConfigCode> {
  readonly #language: Language | undefined;

  /** `language`: of the findings; by default the one that the config asks for. */
  constructor(file: string, text: string, language?: Language) {
    super(file, text, 'config');
    this.#language = language;
  }

  /** The language of its findings. */
  get language(): Language {
    const named = this.findNode(['language']);
    const own = isScalar(named) ? named.value : undefined;
    return this.#language ?? languages.find((one) => one === own) ?? 'en';
  }

  override get wording(): Wording {
    return { language: this.language, schema: schemaTexts(this.language) };
  }

  /** A finding of the config alone, at the value of a path or at the nearest thing above it that is there. */
  findingAt(sentence: ConfigSentenceName, path: YamlPath, values: Values = {}, severity?: Severity): Finding {
    const { message, advice } = renderConfigSentence(sentence, values, this.language);
    return this.finding(configCodeOf(sentence), path, message, advice, severity);
  }

  /** A channel without a value is empty. */
  override toValue(): unknown {
    return super.toValue((path) => path.length === 2 && path[0] === 'channels');
  }
}
