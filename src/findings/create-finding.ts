import type { Finding, Language, Severity } from '../types.ts';
import { documents as documentsEn } from './en/documents.ts';
import { formats as formatsEn } from './en/formats.ts';
import { phrases as phrasesEn } from './en/phrases.ts';
import { processing as wayEn } from './en/processing.ts';
import type { FindingCatalogue, PhraseName, PhraseTexts } from './finding-catalogue.ts';
import { type FindingCode, findingSeverities } from './finding-codes.ts';
import { documents as documentsNl } from './nl/documents.ts';
import { formats as formatsNl } from './nl/formats.ts';
import { phrases as phrasesNl } from './nl/phrases.ts';
import { processing as wayNl } from './nl/processing.ts';

const sharedFindings: FindingCatalogue<FindingCode> = {
  severities: findingSeverities,
  messages: {
    en: { ...documentsEn, ...wayEn, ...formatsEn },
    nl: { ...documentsNl, ...wayNl, ...formatsNl },
  },
};

const phrases: Readonly<Record<Language, Readonly<Record<PhraseName, string>>>> = {
  en: phrasesEn,
  nl: phrasesNl,
};

/** A part of a sentence that is not in a language yet: one of the shared ones, or with texts of its own. */
export type Phrase = SharedPhrase | OwnPhrase;

interface SharedPhrase {
  readonly phrase: PhraseName;
  readonly values: Readonly<Record<string, string | number>>;
}

interface OwnPhrase extends Pick<SharedPhrase, 'values'> {
  readonly phrase: 'own';
  readonly texts: PhraseTexts;
}

export const buildPhrase = (phrase: PhraseName, values: Phrase['values'] = {}): Phrase => ({
  phrase,
  values,
});

/** The first `most` of these names, and how many more there are. */
export const listFirst = (names: readonly string[], most: number): string | Phrase => {
  const shown = names.slice(0, most).join(', ');
  const count = names.length - most;
  return count <= 0 ? shown : buildPhrase('and-more', { names: shown, count });
};

/** For what only one syntax says. */
export const buildOwnPhrase = (texts: PhraseTexts): Phrase => ({ phrase: 'own', texts, values: {} });

/** The words of a phrase in a language. */
export function renderPhrase(phrase: Phrase, language: Language): string {
  const text = phrase.phrase === 'own' ? phrase.texts[language] : phrases[language][phrase.phrase];
  return fillTemplate(text, phrase.values);
}

/** What is said of a code whatever a document holds: `…` stands for each of its values. Undefined: a code of a rule or of one syntax. */
export function renderWithoutValues(
  code: string,
  language: Language,
): Pick<Finding, 'message' | 'advice'> | undefined {
  const texts: Readonly<Record<string, readonly [message: string, advice: string]>> =
    sharedFindings.messages[language];
  if (!Object.hasOwn(texts, code)) return undefined;
  const [message = '', advice = ''] =
    texts[code]?.map((text) => text.replace(/\{\w+\}\.?$|\{\w+\}/g, '…')) ?? [];
  return { message, advice };
}

export type FindingLocation = Pick<Finding, 'line' | 'column' | 'record' | 'field' | 'path' | 'key'>;

export type FindingValues = Readonly<Record<string, string | number | Phrase>>;

/** Characters of one value in a sentence: a list of allowed names is shorter, a hostile name is not. */
const longest = 1000;

/** Makes the finding of a code. A value named `value` is what the document holds; it is cut to 200 characters. */
export const createFinding = (
  code: FindingCode,
  given: FindingValues = {},
  place: FindingLocation = {},
  language: Language = 'en',
): Finding => buildFinding(findText(sharedFindings, code, language), given, place, language);

interface FindingText {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly advice: string;
}

function findText(catalogue: FindingCatalogue, code: string, language: Language): FindingText {
  const severity = catalogue.severities[code];
  const [message, advice] = catalogue.messages[language][code] ?? [];
  if (severity === undefined || message === undefined || advice === undefined)
    throw new Error(`There is no finding ${code}.`);
  return { code, severity, message, advice };
}

function buildFinding(
  { code, severity, message, advice }: FindingText,
  given: FindingValues,
  place: FindingLocation,
  language: Language,
): Finding {
  const kept = mapValues(given, (value) => (typeof value === 'string' ? cutText(value, longest) : value));
  const values = mapValues(kept, (value) =>
    typeof value === 'object' ? renderPhrase(value, language) : value,
  );
  const value = values.value === undefined ? undefined : cutText(String(values.value), 200);
  const short: Phrase['values'] = value === undefined ? values : { ...values, value: cutText(value, 60) };
  const found: Finding = {
    code,
    severity,
    message: fillTemplate(message, short),
    advice: fillTemplate(advice, short),
    ...place,
    ...(place.path === undefined ? {} : { path: cutText(place.path, longest) }),
    ...(value === undefined ? {} : { value }),
  };
  makings.set(found, kept);
  return found;
}

/** The values are kept beside the findings: neither the journal nor a report stores them. */
const makings = new WeakMap<Finding, FindingValues>();

/**
 * What the sentences of a finding were made of, in no language: for programs that do what its advice says. Of the very object that
 * was made here; of none that was copied, stored or sent.
 */
export const sentenceValuesOf = (found: Finding): FindingValues => makings.get(found) ?? {};

function mapValues<A, B>(values: Readonly<Record<string, A>>, to: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]));
}

/** What came from the exchange cannot be refused: a person decides. */
export const parkFinding = (found: Finding): Finding => ({ ...found, severity: 'park' });

/** A finding that is not told in a language yet. */
export interface FindingDraft {
  readonly code: FindingCode;
  readonly values: FindingValues;
  readonly place: FindingLocation;
}

export function createFindingFromDraft({ code, values, place }: FindingDraft, language?: Language): Finding {
  return createFinding(code, values, place, language);
}

/** Makes findings in one language. */
export type CreateFinding<C extends string = FindingCode> = (
  code: C,
  values?: FindingValues,
  place?: FindingLocation,
) => Finding;

export function findingCreator(language: Language = 'en'): CreateFinding {
  return (code, values, place) => createFinding(code, values, place, language);
}

const loadedCatalogues: FindingCatalogue[] = [sharedFindings];

/** The shared one, and those of the syntaxes that this process has loaded (`formats/syntaxes.ts`). */
export const listLoadedCatalogues = (): readonly FindingCatalogue[] => loadedCatalogues;

/** What is told in one language without a code of the catalogues, and may be read in another one (`stored-findings.ts`). */
export function addReadableSentences(messages: FindingCatalogue['messages']): void {
  loadedCatalogues.push({ severities: {}, messages });
}

/** For whoever has codes of his own beside the shared ones. */
export function createFindingCreator<C extends string>(
  own: FindingCatalogue<C>,
): (language?: Language) => CreateFinding<C | FindingCode> {
  loadedCatalogues.push(own);
  return (language = 'en') =>
    (code, values = {}, place = {}) => {
      const catalogue = Object.hasOwn(own.severities, code) ? own : sharedFindings;
      return buildFinding(findText(catalogue, code, language), values, place, language);
    };
}

/** Every code with its severity and texts; the manual's table is made from it. */
export const listFindingTexts = (
  language: Language = 'en',
  catalogue: FindingCatalogue = sharedFindings,
): readonly FindingText[] =>
  Object.keys(catalogue.severities).map((code) => findText(catalogue, code, language));

export function fillTemplate(template: string, values: Phrase['values']): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

export function cutText(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
