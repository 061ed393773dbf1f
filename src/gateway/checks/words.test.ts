import { expect, it } from 'vitest';
import { checks as en } from '../../findings/en/checks.ts';
import { checks as nl } from '../../findings/nl/checks.ts';
import { labels, renderCheckResult } from './check-result.ts';

const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
const texts = Object.entries(nl).map(([name, text]) => ({ name, text }));
const english: Readonly<Record<string, string>> = en;

it.each(texts)('$name has the same values in Dutch', ({ name, text }) => {
  expect(holes(text)).toEqual(holes(english[name] ?? ''));
});

it('is Dutch wherever it is a sentence', () => {
  const same = texts.filter(({ name, text }) => text === english[name] && / \w+ \w+ /.test(text));
  expect(same).toEqual([]);
});

it('lines up what was found under its label', () => {
  const [about, what] = [
    { en: 'journal', nl: 'journaal' },
    { en: 'gone', nl: 'weg' },
  ];
  expect(renderCheckResult({ level: 'wrong', about, what, more: [what] })).toEqual([
    'WRONG journal: gone',
    '      gone',
  ]);
  expect(renderCheckResult({ level: 'wrong', about, what, more: [what] }, 'nl')).toEqual([
    'FOUT   journaal: weg',
    '       weg',
  ]);
  for (const each of Object.values(labels)) expect(new Set(Object.values(each)).size).toBe(4);
});
