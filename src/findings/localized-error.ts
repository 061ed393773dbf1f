import { reasonOf } from '../text/reason-of.ts';
import { reasonInDutch } from './journal-texts.ts';
import type { LocalizedText } from './localized-text.ts';

/** An error that people read, in every language; its message is the English one, for the log. */
export class LocalizedError extends Error {
  readonly words: LocalizedText;
  constructor(words: LocalizedText, cause?: unknown) {
    super(words.en, cause === undefined ? undefined : { cause });
    this.words = words;
  }
}

/** Why something failed: in our words where they are ours, also where a thread passed them on as English; else as a quotation. */
export function explainFailure(error: unknown): LocalizedText {
  if (error instanceof LocalizedError) return error.words;
  const en = reasonOf(error);
  return { en, nl: reasonInDutch(en) };
}
