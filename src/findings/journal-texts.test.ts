import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { journalText, journalTexts } from './journal-texts.ts';

const src = fileURLToPath(new URL('..', import.meta.url));

const filled = (template: string): string => template.replace(/\{(\w+)\}/g, (_, name: string) => `<${name}>`);

describe('a sentence that the journal keeps', () => {
  it.each(journalTexts)('%s', (en, nl) => {
    expect(journalText(filled(en), 'nl')).toBe(filled(nl));
    expect(journalText(filled(en), 'en')).toBe(filled(en));
  });

  it('has the same places to fill in both languages, once each', () => {
    const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    for (const [en, nl] of journalTexts) {
      expect(places(nl)).toEqual(places(en));
      expect(new Set(places(en)).size).toBe(places(en).length);
    }
  });

  it('may hold another one, and what is none of ours stays as it is', () => {
    expect(
      journalText('Dry run: it would be sent or published: the files in it would be uploaded first.', 'nl'),
    ).toBe(
      'Droog: het zou worden verstuurd of gepubliceerd: de bestanden erin zouden eerst worden geüpload.',
    );
    expect(journalText('Op verzoek van de inkoper.', 'nl')).toBe('Op verzoek van de inkoper.');
    expect(journalText('', 'nl')).toBe('');
  });
});

/** Texts between quotes that are sentences: a capital, several words, an end; `${…}` for what differs. */
function sentencesIn(code: string): readonly string[] {
  const text = code
    .replace(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(/throw new Error\([\s\S]*?\);/g, '');
  return [
    ...text.matchAll(
      /'([A-Z][^'\n]* [^'\n]*[.:])'|`([A-Z](?:[^`$\\]|\\.|\$\{[^}]*\})* (?:[^`$\\]|\\.|\$\{[^}]*\})*\.)`/g,
    ),
  ].flatMap(([, one, two]) => one ?? two ?? []);
}

/** What is written into the journal, or answered to a person, comes out of these files. */
const writers = [
  'journal/decisions/carry-out-command.ts',
  'journal/work/open-tasks.ts',
  'journal/decisions/missing-channel.ts',
  'journal/decisions/search-cursors.ts',
  'journal/decisions/exchange-binding.ts',
  'journal/upkeep/verify-journal.ts',
  'pipeline/channel/dry-run-messages.ts',
  'pipeline/deliver/file-publisher.ts',
  'pipeline/deliver/judge-answer.ts',
  'pipeline/deliver/message-delivery.ts',
  'pipeline/message-steps.ts',
  'pipeline/gather-step.ts',
  ...['prepare', 'check'].flatMap((room) =>
    readdirSync(join(src, 'pipeline', room))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => `pipeline/${room}/${name}`),
  ),
];

/** What stands in a place, where not just anything can. */
const values: Readonly<Record<string, string>> = {
  as: 'buyer',
  'channel.as': 'buyer',
  'message.state': 'ready',
  odd: 'is ready without an order key',
};

const withValues = (text: string): string =>
  text.replace(/\$\{([^}]*)\}/g, (_, place: string) => values[place] ?? '7');

it.each(writers)('every sentence that %s writes is among them', (file) => {
  const sentences = sentencesIn(readFileSync(join(src, file), 'utf8'));
  const strange = sentences.map(withValues).filter((text) => journalText(text, 'nl') === text);
  expect(strange).toEqual([]);
});
