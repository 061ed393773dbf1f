import type { Finding, Language } from '../types.ts';
import { listLoadedCatalogues } from './create-finding.ts';
import { phrases as phrasesEn } from './en/phrases.ts';
import { phrases as phrasesNl } from './nl/phrases.ts';

/**
 * The journal keeps the sentences of findings in the language that the config had when they were made. Whoever reads them after it was
 * changed has those of the gateway's own codes rendered here: the values are read back out of the sentence by its template. Sentences of
 * rule files, mappings and other programs stay as they are.
 */

interface Template {
  readonly pattern: RegExp;
  /** What stands before the first value: most sentences are told apart by it at once. */
  readonly begin: string;
  /** Characters that are no values. */
  readonly fixed: number;
  readonly other: string;
}

type Texts = Readonly<Record<string, string | readonly string[]>>;

const textsIn = (language: Language): readonly Texts[] =>
  listLoadedCatalogues().map(({ messages }) => messages[language]);
const phrasesByLanguage: Readonly<Record<Language, Texts>> = { en: phrasesEn, nl: phrasesNl };

/** Values between such marks are of the document, whatever they say. */
const quoted = /`\{(\w+)\}`/g;

const escapeForPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

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
  return { pattern: new RegExp(`^${source}$`, 's'), begin: parts[0] ?? '', fixed, other };
}

const listOf = (texts: readonly Texts[]): readonly string[] =>
  texts.flatMap((one) => Object.values(one).flat());

function buildTemplates(from: readonly Texts[], to: readonly Texts[], appended: string): readonly Template[] {
  const others = listOf(to);
  return listOf(from)
    .map((text, n) => buildTemplate(text, others[n] ?? text, appended))
    .filter(({ fixed }) => fixed > 0)
    .sort((a, b) => b.fixed - a.fixed);
}

interface Translation {
  readonly sentences: readonly Template[];
  readonly phrases: readonly Template[];
}

/** By language and how many catalogues there were. */
const known = new Map<string, Translation>();

function translationTo(language: Language): Translation {
  const from = language === 'en' ? 'nl' : 'en';
  const key = `${language} ${listLoadedCatalogues().length}`;
  const appended = appendedPattern(phrasesByLanguage[from]);
  const made = known.get(key) ?? {
    sentences: buildTemplates(textsIn(from), textsIn(language), appended),
    phrases: buildTemplates([phrasesByLanguage[from]], [phrasesByLanguage[language]], appended),
  };
  known.set(key, made);
  return made;
}

function render(text: string, among: readonly Template[], phrases: readonly Template[]): string | undefined {
  for (const { pattern, begin, other } of among) {
    if (!text.startsWith(begin)) continue;
    const found = pattern.exec(text);
    if (found === null) continue;
    const ofDocument = new Set([...other.matchAll(quoted)].map(([, name]) => name));
    return other.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = found.groups?.[name] ?? '';
      return ofDocument.has(name) ? value : (render(value, phrases, phrases) ?? value);
    });
  }
  return undefined;
}

/** A sentence of a finding in the language of the reader; undefined: it is none of the other language. */
export function findingText(text: string, language: Language): string | undefined {
  const { sentences, phrases } = translationTo(language);
  return render(text, sentences, phrases);
}

/** A finding that was kept, in the language of the reader. */
export function readStoredFinding(finding: Finding, language: Language): Finding {
  const { message, advice } = finding;
  return {
    ...finding,
    message: findingText(message, language) ?? message,
    advice: findingText(advice, language) ?? advice,
  };
}
