import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fileLooks } from '../formats/syntaxes.ts';
import { checkXml } from '../scsn/check-xml.ts';
import { delivered } from '../scsn/testkit/documents.ts';
import type { Finding, Language } from '../types.ts';
import { journalText } from './journal-texts.ts';
import { listRuleSentences, pairRuleWords } from './rule-sentences.ts';
import { findingText, readStoredFinding } from './stored-findings.ts';

const filled = (template: string): string => template.replace(/\{(\w+)\}/g, (_, name: string) => `<${name}>`);

describe('a sentence of a delivered rule, kept in the other language', () => {
  it.each(listRuleSentences().map(({ en, nl }) => [en, nl] as const))('%s', (en, nl) => {
    expect(findingText(filled(en), 'nl')).toBe(filled(nl));
    expect(journalText(filled(nl), 'en')).toBe(filled(en));
  });

  it('is known from mappings and from Schematron', () => {
    const all = listRuleSentences().map(({ nl }) => nl);
    expect(all).toContain('Regel {v0} heeft een levering zonder toegezegde datum.');
    expect(all).toContain('Het regelnummer `{v0}` komt {v1} keer voor.');
    expect(all).toContain(
      'Laat het ERP in elke levering cac:PromisedDeliveryPeriod met cbc:EndDate schrijven.',
    );
    expect(all.length).toBeGreaterThan(300);
  });

  const folder = new URL('../scsn/fixtures/broken/', import.meta.url);
  const check = (name: string, language: Language): readonly Finding[] =>
    checkXml(readFileSync(new URL(name, folder)), delivered(), {
      ...{ document: 'scsn/Order', severities: {}, language, fileLooks },
    }).findings;

  it.each(readdirSync(folder))(
    'all that is found in %s reads as if it had been found in that language',
    (name) => {
      const [english, dutch] = [check(name, 'en'), check(name, 'nl')];
      expect(english.map((one) => readStoredFinding(one, 'nl'))).toEqual(dutch);
      expect(dutch.map((one) => readStoredFinding(one, 'en'))).toEqual(english);
    },
  );

  it('keeps the values of the document as they are, whatever they say', () => {
    const text = 'Line buyer has a delivery without a promised date.';
    expect(findingText(text, 'nl')).toBe('Regel buyer heeft een levering zonder toegezegde datum.');
  });

  it('is none of a site’s own rule: that stays as it is written', () => {
    expect(journalText('Line 10 has a colour that Anna does not like.', 'nl')).toBe(
      'Line 10 has a colour that Anna does not like.',
    );
  });
});

describe('words of a rule in both languages', () => {
  const [line, count] = [{ select: '$line' }, { select: 'count($line)' }];

  it('are paired by what they put in, in any order', () => {
    expect(pairRuleWords({ en: ['Line ', line, ', ', count], nl: [count, ' in ', line] })).toEqual({
      ...{ en: 'Line {v0}, {v1}', nl: '{v1} in {v0}' },
    });
  });

  it('have one value where two stand beside each other', () => {
    expect(pairRuleWords({ en: ['a ', line, '', count], nl: [line, count, ' b'] })).toEqual({
      ...{ en: 'a {v0}', nl: '{v0} b' },
    });
  });

  it('are none where one language puts in something else', () => {
    expect(pairRuleWords({ en: ['Line ', line], nl: ['Regel ', count] })).toBeUndefined();
  });
});
