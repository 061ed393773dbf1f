import { journalText } from '../../findings/journal-texts.ts';
import { LocalizedError } from '../../findings/localized-error.ts';
import { reasonOf } from '../../text/reason-of.ts';
import type { Language } from '../../types.ts';

/** A command learns from its config in which language people are told, and may fail after that. */
let language: Language = 'en';

export function speakTo(asked: Language): void {
  language = asked;
}

/** The text of an error in the language of the config that was read. */
const spoken = (text: string): string => journalText(text, language);

/** Why a command failed. */
export const spokenReason = (error: unknown): string =>
  error instanceof LocalizedError ? error.words[language] : spoken(reasonOf(error));
