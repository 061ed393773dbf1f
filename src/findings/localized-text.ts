import type { Language } from '../types.ts';
import { cutText, fillTemplate } from './create-finding.ts';
import { checks as enChecks } from './en/checks.ts';
import { samples as enSamples } from './en/samples.ts';
import { troubles as en } from './en/troubles.ts';
import { journalText } from './journal-texts.ts';
import { checks as nlChecks } from './nl/checks.ts';
import { samples as nlSamples } from './nl/samples.ts';
import { troubles as nl } from './nl/troubles.ts';

/**
 * What is wrong with the gateway and what it needs (exchange, folders, journal, disks, clocks), in every language at once: health and
 * log tell it in English, alarms in the language of the config.
 */
export type LocalizedText = Readonly<Record<Language, string>>;

/** A value that is a text itself stands in each sentence in that one's language. */
export type TextValues = Readonly<Record<string, string | number | LocalizedText>>;

export type TroubleName = keyof typeof en;

/** Of a trouble, of what `gateway check` finds, or of why a sample makes no format. */
export type TextName = TroubleName | keyof typeof enChecks | keyof typeof enSamples;

const texts: Readonly<Record<Language, Readonly<Record<TextName, string>>>> = {
  en: { ...en, ...enChecks, ...enSamples },
  nl: { ...nl, ...nlChecks, ...nlSamples },
};

export function localize(name: TextName, values: TextValues = {}): LocalizedText {
  const inOne = (language: Language): string =>
    fillTemplate(texts[language][name], valuesIn(values, language));
  return { en: inOne('en'), nl: inOne('nl') };
}

function valuesIn(values: TextValues, language: Language): Readonly<Record<string, string | number>> {
  const each = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? value[language] : value,
  ]);
  return Object.fromEntries(each);
}

/** What somebody else said (the system, a library, another server), or what stands elsewhere in another language. */
export const quoteText = (text: string): LocalizedText => ({ en: text, nl: `“${text}”` });

/**
 * A reason that the journal keeps, of at most `longest` characters: in both languages where it is a sentence of ours, whichever it was
 * kept in.
 */
export function explainKeptReason(text: string, longest = Number.POSITIVE_INFINITY): LocalizedText {
  const [en, nl] = [journalText(text, 'en'), journalText(text, 'nl')];
  return en === nl
    ? quoteText(cutText(text, longest))
    : { en: cutText(en, longest), nl: cutText(nl, longest) };
}

/** A text that is not translated: the same in every language, or already in the language of the config. */
export const keepUntranslated = (text: string): LocalizedText => ({ en: text, nl: text });

export const joinTexts = (all: readonly LocalizedText[], by: string): LocalizedText => ({
  en: all.map((one) => one.en).join(by),
  nl: all.map((one) => one.nl).join(by),
});
