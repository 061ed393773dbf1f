import { isScalar } from 'yaml';
import { type Finding, type Language, languages, type Severity } from '../types.ts';
import type { Tongue, Values } from '../yaml/sentences.ts';
import { type Path, YamlSource } from '../yaml/source.ts';
import type { ConfigCode } from './codes.ts';
import { codeOf, type Sentence, said, schemaTexts } from './sentences.ts';

/** A config's text with the place of everything in it. */
export class ConfigSource extends YamlSource<ConfigCode> {
  readonly #language: Language | undefined;

  /** `language`: of what is said of it; by default the `language` it asks for. */
  constructor(file: string, text: string, language?: Language) {
    super(file, text, 'config');
    this.#language = language;
  }

  /** Of what is said of it. */
  get language(): Language {
    const named = this.node(['language']);
    const own = isScalar(named) ? named.value : undefined;
    return this.#language ?? languages.find((one) => one === own) ?? 'en';
  }

  override get tongue(): Tongue {
    return { language: this.language, schema: schemaTexts(this.language) };
  }

  /** A finding of the config alone, at the value of a path or at the nearest thing above it that is there. */
  told(sentence: Sentence, path: Path, values: Values = {}, severity?: Severity): Finding {
    const { message, advice } = said(sentence, values, this.language);
    return this.finding(codeOf(sentence), path, message, advice, severity);
  }

  /** A channel without a value is empty. */
  override value(): unknown {
    return super.value((path) => path.length === 2 && path[0] === 'channels');
  }
}
