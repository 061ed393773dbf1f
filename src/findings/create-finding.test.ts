import { readdirSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listSyntaxFindings } from '../formats/syntax-findings.ts';
import type { Language } from '../types.ts';
import {
  createFinding,
  cutText,
  fillTemplate,
  listFindingTexts,
  renderWithoutValues,
} from './create-finding.ts';
import { phrases as en } from './en/phrases.ts';
import type { PhraseName } from './finding-catalogue.ts';
import { isDocumentCode } from './finding-codes.ts';
import { phrases as nl } from './nl/phrases.ts';

const src = new URL('../', import.meta.url);
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(sep, '/'))
  .filter(
    (file) =>
      file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(^|\/)findings\/(?!finding-list)/.test(file),
  )
  .map((file) => ({ file, text: readFileSync(new URL(file, src), 'utf8') }));

/** Of the shared codes, and of those of each syntax. */
const allTexts = (language: Language) => [...listFindingTexts(language), ...listSyntaxFindings(language)];

/** The place holders of a text, each once. */
const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

describe('the table of findings', () => {
  it('says the same with the same values in every language', () => {
    for (const [index, { code, message, advice }] of allTexts('nl').entries()) {
      const english = allTexts('en')[index];
      expect(holes(message), code).toEqual(holes(english?.message ?? ''));
      expect(holes(advice).filter((hole) => !holes(message).includes(hole))).toEqual(
        holes(english?.advice ?? '').filter((hole) => !holes(message).includes(hole)),
      );
      if (/[a-z]{3}/.test(message.replace(/\{\w+\}/g, ''))) expect(message).not.toBe(english?.message);
      if (/[a-z]{3}/.test(advice.replace(/\{\w+\}/g, ''))) expect(advice).not.toBe(english?.advice);
    }
  });

  it('says one thing in one way: two codes with one advice in English have one in every language, and the other way round', () => {
    const pairs = allTexts('nl').map(
      ({ advice }, index) => [allTexts('en')[index]?.advice ?? '', advice] as const,
    );
    for (const [en, nl] of pairs) {
      expect(pairs.filter(([other]) => other === en).map(([, text]) => text)).toEqual(
        pairs.filter(([, other]) => other === nl).map(([, text]) => text),
      );
    }
  });

  it('has a code once', () => {
    const codes = allTexts('en').map(({ code }) => code);
    expect(codes.filter((code, n) => codes.indexOf(code) !== n)).toEqual([]);
  });

  it.each(Object.keys(en) as PhraseName[])('the phrase %s has the same values in every language', (name) => {
    expect(holes(nl[name])).toEqual(holes(en[name]));
  });

  it.each(allTexts('en'))(
    '$code is told somewhere, in a sentence, with advice',
    ({ code, message, advice }) => {
      expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(message).toMatch(/^[A-Z`].*[.?}]$/);
      expect(advice).toMatch(/^([A-Z].*[.>]|\{(todo|fill)\}.*)$/);
      expect(sources.some(({ text }) => text.includes(`'${code}'`))).toBe(true);
    },
  );

  it('is where pipeline and exchange have their findings from, and mappings when they run', () => {
    const own = sources.filter(
      ({ file, text }) =>
        /^(pipeline|exchange)\/|^mapping\/run\//.test(file) &&
        /\bseverity: '|\badvice: ['"`]|\badvice:$/m.test(text),
    );
    expect(own.map(({ file }) => file)).toEqual(['pipeline/runtime/prove-mappings.ts']);
  });

  it('covers the codes of the tree and not those of rules', () => {
    expect(isDocumentCode('decimal-comma')).toBe(true);
    expect(isDocumentCode('xml-doctype')).toBe(true);
    expect(isDocumentCode('document-too-deep')).toBe(true);
    expect(isDocumentCode('gln-check-digit')).toBe(false);
  });
});

it('cuts values, shorter in the text than beside it', () => {
  const long = 'x'.repeat(500);
  const found = createFinding('decimal-wrong', { name: 'Quantity', value: long });
  expect(found.value).toHaveLength(200);
  expect(found.message.length).toBeLessThan(120);
});

it('fills place holders once, whatever the values hold', () => {
  expect(fillTemplate('{a} and {b}', { a: '{b}', b: '$&' })).toBe('{b} and $&');
  expect(cutText('abc', 2)).toBe('a…');
});

it('says what a code means with no value of a document', () => {
  expect(renderWithoutValues('decimal-comma', 'en')).toEqual({
    ...{ message: '`…`: `…` is not a number.', advice: 'Use a point as decimal mark: …' },
  });
  expect(renderWithoutValues('decimal-comma', 'nl')?.message).toBe('`…`: `…` is geen getal.');
  expect(renderWithoutValues('constructor', 'en')).toBeUndefined();
});
