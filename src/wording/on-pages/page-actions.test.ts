import { describe, expect, it } from 'vitest';
import { createFinding, listLoadedCatalogues } from '../../findings/create-finding.ts';
import { phrases as phrasesEn } from '../../findings/en/phrases.ts';
import { phrases as phrasesNl } from '../../findings/nl/phrases.ts';
import * as wordsEn from '../../web/words/en.ts';
import * as wordsNl from '../../web/words/nl.ts';
import { advice } from '../alarms/alarm-advice.ts';
import { nameButtons, readFindingForPages } from './page-actions.ts';

const phrases = { en: phrasesEn, nl: phrasesNl };
const languages = ['en', 'nl'] as const;

/** What no button does: it is for who sits at the machine of the gateway. */
const withoutButton = [
  /^gateway check$/,
  /^gateway exchange (contract|search)$/,
  /^gateway journal (cursor|rescue|verify)$/,
  /^gateway journal retry ID --force --lines \S+$/,
];

const commandsIn = (text: string): readonly string[] =>
  [...text.matchAll(/`(gateway [^`]+|--[^`]+)`/g)].map(([, command = '']) => command);

const advicesIn = (language: 'en' | 'nl'): readonly string[] => [
  ...listLoadedCatalogues().flatMap(({ messages }) =>
    Object.values(messages[language]).map((texts) => `${texts.at(-1)}`),
  ),
  ...Object.values(phrases[language]).flat(),
];

const flatten = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(flatten)
      : [];

async function readNames({ frameWords, pageWords }: typeof wordsEn | typeof wordsNl): Promise<Set<string>> {
  const modules = await Promise.all(Object.values(pageWords).map((load) => load()));
  return new Set([frameWords, ...modules].flatMap(flatten));
}

describe.each(languages)('advice on the pages in %s', (language) => {
  const findings = advicesIn(language).map((text) => nameButtons(text, language));
  const alarms = Object.values(advice).map(({ todo, onPages }) => (onPages ?? todo)[language]);
  const all = [...findings, ...alarms];

  it('names a command only where there is no button', () => {
    const left = all.flatMap(commandsIn);
    expect(left.length).toBeGreaterThan(5);
    expect(left.filter((command) => !withoutButton.some((one) => one.test(command)))).toEqual([]);
  });

  it('names buttons and headings as they stand there', async () => {
    const names = await readNames(language === 'en' ? wordsEn : wordsNl);
    const named = [...advicesIn(language).map(nameIn(language)), ...alarms].flatMap((text) =>
      [...text.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !names.has(name))).toEqual([]);
  });
});

/** Only what was put in: a finding may have quotes of its own. */
const nameIn =
  (language: 'en' | 'nl') =>
  (text: string): string =>
    text
      .split('`')
      .filter((_, n) => n % 2 === 1)
      .map((command) => nameButtons(`\`${command}\``, language))
      .filter((name) => name.startsWith('“'))
      .join(' ');

it('is that of a kept finding, in the language of the reader; values of the document stay', () => {
  const kept = createFinding('newer-was-delivered', {
    at: '`gateway journal retry ID`',
    message: 7,
  });
  const read = readFindingForPages(kept, 'nl');
  expect(read.message).toContain('`gateway journal retry ID`');
  expect(read.advice).toBe('Er hoeft niets te gebeuren. Moet het toch weg: “Toch versturen”.');
});
