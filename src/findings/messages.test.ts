import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codes, cut, fill, finding, isDocumentCode } from './messages.ts';

const sources = [
  'check',
  'content',
  'decode',
  'explain',
  'malformed',
  'repair',
  'rules',
  'values',
  'write',
].map((name) => readFileSync(new URL(`../scsn/${name}.ts`, import.meta.url), 'utf8'));

describe('the table of findings', () => {
  it('says the same with the same values in every language', () => {
    const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
    for (const [index, { code, message, advice }] of codes('nl').entries()) {
      const english = codes('en')[index];
      expect(holes(message), code).toEqual(holes(english?.message ?? ''));
      if (/[a-z]{3}/.test(message.replace(/\{\w+\}/g, ''))) expect(message).not.toBe(english?.message);
      expect(advice).not.toBe(english?.advice);
    }
  });

  it.each(codes())('$code is told somewhere, in a sentence, with advice', ({ code, message, advice }) => {
    expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(message).toMatch(/^[A-Z`].*[.?}]$/);
    expect(advice).toMatch(/^[A-Z].*[.>]$/);
    expect(sources.some((source) => source.includes(`'${code}'`))).toBe(true);
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
  const found = finding('decimal-wrong', { name: 'Quantity', value: long });
  expect(found.value).toHaveLength(200);
  expect(found.message.length).toBeLessThan(120);
});

it('fills place holders once, whatever the values hold', () => {
  expect(fill('{a} and {b}', { a: '{b}', b: '$&' })).toBe('{b} and $&');
  expect(cut('abc', 2)).toBe('a…');
});
