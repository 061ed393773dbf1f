import type { Finding, Language } from '../../types.ts';
import type { Values, Wording } from '../../yaml/yaml-sentences.ts';
import { type YamlPath, YamlSource } from '../../yaml/yaml-source.ts';
import {
  type DescriptionSentence,
  descriptionCodeOf,
  renderDescriptionSentence,
  schemaTexts,
} from './description-sentences.ts';

/** A description's text with the place of everything in it. */
export class DescriptionSource extends YamlSource {
  /** Of its findings. */
  readonly language: Language;

  constructor(file: string, text: string, language: Language) {
    super(file, text, 'format');
    this.language = language;
  }

  override get wording(): Wording {
    return { language: this.language, schema: schemaTexts[this.language] };
  }

  /** At the value of a path, or at the nearest thing above it that is there. */
  findingAt(sentence: DescriptionSentence, path: YamlPath, values: Values = {}): Finding {
    const { message, advice } = renderDescriptionSentence(sentence, values, this.language);
    return this.finding(descriptionCodeOf(sentence), path, message, advice);
  }

  /** At a name that should not be there. */
  findingAtKey(sentence: DescriptionSentence, path: YamlPath, values: Values = {}): Finding {
    const { message, advice } = renderDescriptionSentence(sentence, values, this.language);
    return this.keyFinding(descriptionCodeOf(sentence), path, message, advice);
  }
}
