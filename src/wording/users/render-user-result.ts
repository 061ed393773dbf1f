import { fillTemplate } from '../../findings/create-finding.ts';
import type { LocalizedText } from '../../findings/localized-text.ts';
import type { Role } from '../../journal/journal.ts';
import type { UserCode, UserResult, UserValues } from '../../operator/users/user-result.ts';
import { renderLocalTime } from '../../time/local-time.ts';
import type { Language } from '../../types.ts';
import type { UserWords } from './user-words.ts';
import { en } from './words/en.ts';
import { nl } from './words/nl.ts';

export const userWords: Readonly<Record<Language, UserWords>> = { en, nl };

/** What came of a change or a login, as a sentence. `time`: how a moment is told. */
export const renderUserResult = (
  { code, values: { until, ...values } }: Pick<UserResult, 'code' | 'values'>,
  language: Language,
  time: (instant: string | number) => string = renderLocalTime,
) =>
  fillTemplate(
    userWords[language].results[code],
    until === undefined ? values : { ...values, until: time(until) },
  );

/** What a role may. */
export const renderRole = (role: Role, language: Language): string => userWords[language].roles[role];

/** The same in every language. */
export const localizeUserResult = (code: UserCode, values: UserValues): LocalizedText => ({
  en: renderUserResult({ code, values }, 'en'),
  nl: renderUserResult({ code, values }, 'nl'),
});
