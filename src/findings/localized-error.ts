import { reasonOf } from '../text/reason-of.ts';
import { keptReason, type LocalizedText } from './localized-text.ts';

/** An error that people read, in every language; its message is the English one, for the log. */
export class LocalizedError extends Error {
  readonly words: LocalizedText;
  constructor(words: LocalizedText, cause?: unknown) {
    super(words.en, cause === undefined ? undefined : { cause });
    this.words = words;
  }
}

/** Why something failed: in our words where they are ours, also where a thread passed them on as English; else as a quotation. */
export const explainFailure = (error: unknown): LocalizedText =>
  error instanceof LocalizedError ? error.words : keptReason(reasonOf(error));
