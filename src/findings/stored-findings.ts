import type { Finding, Language } from '../types.ts';
import { listLoadedCatalogues } from './create-finding.ts';
import { phrases as phrasesEn } from './en/phrases.ts';
import type { LocalizedText } from './localized-text.ts';
import { phrases as phrasesNl } from './nl/phrases.ts';
import { listRuleSentences } from './rule-sentences.ts';

/**
 * The journal keeps the sentences of findings in the language that the config had when they were made. Whoever reads them after it was
 * changed, or has chosen the other language on the pages, has those of the gateway's own codes and of delivered rules rendered here: the
 * values are read back out of the sentence by its template. Sentences of a site's own rules and of other programs stay as they are.
 */

interface Template {
  readonly pattern: RegExp;
  /** What stands before the first value: most sentences are told apart by it at once. */
  readonly begin: string;
  /** Characters that are no values. */
  readonly fixed: number;
  readonly other: string;
  /** Values that stay as they are, whatever they say. */
  readonly kept: ReadonlySet<string>;
}

type Texts = Readonly<Record<string, string | readonly string[]>>;

const textsIn = (language: Language): readonly Texts[] =>
  listLoadedCatalogues().map(({ messages }) => messages[language]);
/** The shared ones, and those of the syntaxes. */
const phrasesIn = (language: Language): readonly Texts[] => [
  phrasesByLanguage[language],
  ...listLoadedCatalogues().map(({ phrases = [] }) =>
    Object.fromEntries(phrases.map((texts, n) => [`${n}`, texts[language]])),
  ),
];
const phrasesByLanguage: Readonly<Record<Language, Texts>> = { en: phrasesEn, nl: phrasesNl };

/** Values between such marks are of the document. */
const quoted = /`\{(\w+)\}`/g;
const placeholder = /\{(\w+)\}/g;
const namesIn = (text: string, pattern: RegExp): ReadonlySet<string> =>
  new Set([...text.matchAll(pattern)].map(([, name = '']) => name));

/** Older gateways wrote without quotation marks what others said. */
const escapeForPattern = (text: string): string =>
  text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/[“”]/g, '$&?');

/** Phrases that are hung on to what stands before them, such as ` since {at}`, as a pattern. */
const appendedPattern = (phrases: Texts): string =>
  Object.values(phrases)
    .flat()
    .filter((text) => /^[ ;,:(]/.test(text))
    .map((text) =>
      text
        .split(/\{\w+\}/)
        .map(escapeForPattern)
        .join('.*?'),
    )
    .join('|');

/** The sentence of a rule holds nothing but values of the document. */
const buildRuleTemplate = (text: string, other: string): Template => ({
  ...buildTemplate(text, other, ''),
  kept: namesIn(other, placeholder),
});

function buildTemplate(text: string, other: string, appended: string): Template {
  const parts = text.split(/\{(\w+)\}/);
  const seen = new Set<string>();
  const group = (name: string, follows: boolean): string => {
    if (seen.has(name)) return `\\k<${name}>`;
    seen.add(name);
    return `(?<${name}>${follows ? `(?:${appended})?` : '.*?'})`;
  };
  const source = parts
    .map((part, n) => (n % 2 === 1 ? group(part, n > 1 && parts[n - 1] === '') : escapeForPattern(part)))
    .join('');
  const fixed = parts.filter((_, n) => n % 2 === 0).join('').length;
  const pattern = new RegExp(`^${source}$`, 's');
  return { pattern, begin: (parts[0] ?? '').replace(/“$/, ''), fixed, other, kept: namesIn(other, quoted) };
}

const listOf = (texts: readonly Texts[]): readonly string[] =>
  texts.flatMap((one) => Object.values(one).flat());

function buildTemplates(from: readonly Texts[], to: readonly Texts[], appended: string): readonly Template[] {
  const others = listOf(to);
  return listOf(from)
    .map((text, n) => buildTemplate(text, others[n] ?? text, appended))
    .filter(({ fixed }) => fixed > 0)
    .sort(byFixedText);
}

/** A sentence that fits more than one is that of the longer fixed text. */
const byFixedText = (a: Template, b: Template): number => b.fixed - a.fixed;

interface Translation {
  readonly sentences: readonly Template[];
  readonly phrases: readonly Template[];
}

/** By language and how many catalogues there were. */
const known = new Map<string, Translation>();

function translationTo(language: Language): Translation {
  const key = `${language} ${listLoadedCatalogues().length}`;
  const made = known.get(key) ?? buildTranslation(language);
  known.set(key, made);
  return made;
}

function buildTranslation(language: Language): Translation {
  const from = language === 'en' ? 'nl' : 'en';
  const appended = appendedPattern(phrasesByLanguage[from]);
  const ofCodes = buildTemplates(textsIn(from), textsIn(language), appended);
  const ofRules = listRuleSentences().map((one) => buildRuleTemplate(one[from], one[language]));
  return {
    sentences: [...ofCodes, ...ofRules].sort(byFixedText),
    phrases: buildTemplates(phrasesIn(from), phrasesIn(language), appended),
  };
}

function render(text: string, among: readonly Template[], phrases: readonly Template[]): string | undefined {
  for (const { pattern, begin, other, kept } of among) {
    if (!text.startsWith(begin)) continue;
    const found = pattern.exec(text);
    if (found === null) continue;
    return other.replace(placeholder, (_, name: string) => {
      const value = found.groups?.[name] ?? '';
      return kept.has(name) ? value : (render(value, phrases, phrases) ?? value);
    });
  }
  return undefined;
}

/** A sentence of a finding in the language of the reader, some of which are a phrase and no more; undefined: it is none of the other language. */
export function findingText(text: string, language: Language): string | undefined {
  const { sentences, phrases } = translationTo(language);
  return (
    render(text, sentences, phrases) ?? (text.endsWith('.') ? render(text, phrases, phrases) : undefined)
  );
}

/** A sentence of a finding in every language; of another language alone: the same in all. */
export const localizeFindingText = (text: string): LocalizedText => ({
  en: findingText(text, 'en') ?? text,
  nl: findingText(text, 'nl') ?? text,
});

/** `order line 3 (position 00030), delivery 2`: where something stands, part by part. */
export function findingKeyText(key: string, language: Language): string {
  const { phrases } = translationTo(language);
  return key
    .split(', ')
    .map((part) =>
      part
        .split(/ (?=\()/)
        .map((one) => render(one, phrases, phrases) ?? one)
        .join(' '),
    )
    .join(', ');
}

/** A finding that was kept, in the language of the reader. */
export function readStoredFinding(finding: Finding, language: Language): Finding {
  const { message, advice, key } = finding;
  return {
    ...finding,
    message: findingText(message, language) ?? message,
    advice: findingText(advice, language) ?? advice,
    ...(key === undefined ? {} : { key: findingKeyText(key, language) }),
  };
}
