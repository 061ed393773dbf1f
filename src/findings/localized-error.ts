import { reasonOf } from '../text/reason-of.ts';
import { reasonInDutch } from './journal-texts.ts';
import { type LocalizedText, localize, type TextName, type TextValues } from './localized-text.ts';

/** An error that people read, in every language; its message is the English one, for the log. */
export class LocalizedError extends Error {
  readonly words: LocalizedText;
  constructor(words: LocalizedText, cause?: unknown) {
    super(words.en, cause === undefined ? undefined : { cause });
    this.words = words;
  }
}

/** By the name of its text, and what stands in it. */
export const localizeError = (name: TextName, values: TextValues = {}, cause?: unknown): LocalizedError =>
  new LocalizedError(localize(name, values), cause);

/** Why something failed: in our words where they are ours, also where a thread passed them on as English; else as a quotation. */
export function explainFailure(error: unknown): LocalizedText {
  if (error instanceof LocalizedError) return error.words;
  const en = reasonOf(error);
  return { en, nl: reasonInDutch(en) };
}
