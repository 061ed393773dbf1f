import { describe, expect, it } from 'vitest';
import { listSyntaxFindings } from '../formats/syntax-findings.ts';
import { buildPhrase, createFinding, listFindingTexts } from './create-finding.ts';
import { journalText } from './journal-texts.ts';
import { findingText, readStoredFinding } from './stored-findings.ts';

const english = [...listFindingTexts('en'), ...listSyntaxFindings('en')];
const dutch = [...listFindingTexts('nl'), ...listSyntaxFindings('nl')];

/** What is hung on to a value, in either language, is a phrase, or nothing. */
function filled(template: string, others: readonly string[]): string {
  const appended = [template, ...others].flatMap((text) => [...text.matchAll(/(?<=\})\{(\w+)\}/g)]);
  const names = appended.map(([, name]) => name);
  return template.replace(/\{(\w+)\}/g, (_, name: string) => (names.includes(name) ? '' : `<${name}>`));
}

describe('a sentence of a finding that was kept in the other language', () => {
  it.each(english.map((one, n) => [one.code, one, dutch[n]] as const))('%s', (_, en, nl) => {
    for (const part of ['message', 'advice'] as const) {
      const both = [en[part], nl?.[part] ?? ''];
      const [one = '', other = ''] = both.map((text) => filled(text, both));
      expect(findingText(one, 'nl') ?? one).toBe(other);
      expect(findingText(other, 'en') ?? other).toBe(one);
    }
  });

  it('has its phrases in the language too, and the values of the document as they are', () => {
    const values = {
      name: 'none',
      from: buildPhrase('gives-nothing', { from: 'cbc:ID' }),
      fill: buildPhrase('in-export'),
    };
    const kept = createFinding('required-missing', values, { line: 3 }, 'en');
    expect(readStoredFinding(kept, 'nl')).toEqual(
      createFinding('required-missing', values, { line: 3 }, 'nl'),
    );
    expect(readStoredFinding(readStoredFinding(kept, 'nl'), 'en')).toEqual(kept);
  });

  it('stays as it is where it is of that language already, or of no code of the gateway', () => {
    const finding = createFinding('bad-decimal', { value: 'none' }, {}, 'nl');
    expect(readStoredFinding(finding, 'nl')).toEqual(finding);
    const own = { ...finding, message: 'The colour `red` is none of ours.', advice: 'Ask Anna.' };
    expect(readStoredFinding(own, 'nl')).toEqual(own);
  });

  it('quotes in Dutch what others said, and is read also where an older gateway did not', () => {
    const values = { what: 'Unexpected end' };
    const [en, nl] = (['en', 'nl'] as const).map(
      (language) => createFinding('xml-not-well-formed', values, {}, language).message,
    );
    expect(nl).toBe('Het bestand is geen welgevormde XML: “Unexpected end”.');
    expect(findingText(nl ?? '', 'en')).toBe(en);
    expect(findingText('Het bestand is geen welgevormde XML: Unexpected end.', 'en')).toBe(en);
    expect(findingText(en ?? '', 'nl')).toBe(nl);
  });

  it('is read so as the reason of a message', () => {
    const { message } = createFinding('bad-decimal', { value: '1,5' }, {}, 'en');
    expect(journalText(message, 'nl')).toBe(createFinding('bad-decimal', { value: '1,5' }, {}, 'nl').message);
    expect(journalText(createFinding('bad-decimal', { value: '1,5' }, {}, 'nl').message, 'en')).toBe(message);
  });
});
