import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { troubles } from './en/troubles.ts';
import { journalText, journalTexts } from './journal-texts.ts';
import { type LocalizedText, localize, quoteText, type TroubleName } from './localized-text.ts';

const src = fileURLToPath(new URL('..', import.meta.url));

const filled = (template: string): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => shaped[name] ?? `<${name}>`);

/** Of what only certain values fit. */
const shaped: Readonly<Record<string, string>> = { status: '401', code: 'ECONNREFUSED' };

/** What others say. */
const foreign = ['answer', 'error', 'said', 'text', 'what', 'why'];

const inDutch = (template: string): string =>
  foreign.reduce((text, name) => text.replace(`<${name}>`, `“<${name}>”`), filled(template));

describe('a sentence that the journal keeps', () => {
  it.each(journalTexts)('%s', (en, nl) => {
    expect(journalText(filled(en), 'nl')).toBe(inDutch(nl));
    expect(journalText(filled(en), 'en')).toBe(filled(en));
    expect(journalText(inDutch(nl), 'en')).toBe(filled(en));
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

describe('a reason that a part of the gateway gave', () => {
  const isTrouble = (name: string): name is TroubleName => name in troubles;
  const sentences = Object.keys(troubles)
    .filter(isTrouble)
    .filter(
      (name) => /^[A-Z]|[^}]\.$/.test(troubles[name]) && name !== 'not-ours' && name !== 'not-ours-role',
    );
  const values = (name: TroubleName): Record<string, string | LocalizedText> =>
    Object.fromEntries(
      [...troubles[name].matchAll(/\{(\w+)\}/g)].map(([, place = '']) => [
        place,
        foreign.includes(place) ? quoteText(`<${place}>`) : (shaped[place] ?? `<${place}>`),
      ]),
    );

  it.each(sentences)('%s is Dutch for a Dutch reader', (name) => {
    const { en, nl } = localize(name, values(name));
    expect(journalText(en, 'nl')).toBe(nl);
    expect(journalText(nl, 'en')).toBe(en);
  });

  it('stands in Dutch in what the journal keeps, with what others said between quotes', () => {
    const origin = 'https://orders.test';
    const why = localize('no-answer-code', { why: localize('net-refused'), code: 'ECONNREFUSED' });
    const away = localize('no-answer', { origin, why });
    expect(journalText(`The exchange could not take it now: ${away.en}`, 'nl')).toBe(
      `De exchange kon het nu niet aannemen: ${away.nl}`,
    );
    expect(journalText(`De exchange kon het nu niet aannemen: ${away.nl}`, 'en')).toBe(
      `The exchange could not take it now: ${away.en}`,
    );
    const said = localize('in-brackets', { text: quoteText('locked') });
    const login = localize('login-refused', { status: 401, said });
    expect(journalText(`The exchange does not let us in: ${login.en}`, 'nl')).toBe(
      `De exchange laat ons niet toe: ${login.nl}`,
    );
    expect(journalText('The exchange could not take it now: 503 maintenance', 'nl')).toBe(
      'De exchange kon het nu niet aannemen: 503 “maintenance”',
    );
  });

  it('is no part of a sentence that a person wrote', () => {
    for (const text of ['3 days', 'Urgent (NL)', 'the connection was cut'])
      expect(journalText(text, 'nl')).toBe(text);
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

/** Errors whose words reach a page or an alarm: they come as English out of threads. */
const throwers: readonly (readonly [file: string, kind: string])[] = [
  ['workbench/versions/mapping-history.ts', 'new Error'],
  ['workbench/versions/restore-version.ts', 'new Error'],
  ['replay/rerun/message-fixture.ts', 'reason:'],
  ...['own-files', 'masker', 'maskable-document', 'mask-fixture'].map(
    (name) => [`mapping/mask/${name}.ts`, 'new NotMaskable'] as const,
  ),
  ['replay/masked.ts', 'new NotMaskable'],
  ...['task-clock', 'worker-pool', 'isolated-process', 'workers'].map(
    (name) => [`pipeline/workers/${name}.ts`, 'new WorkersNotStarted'] as const,
  ),
];

const thrownIn = (code: string, kind: string): readonly string[] =>
  [...code.matchAll(new RegExp(`${kind}\\(?\\s*(?:'([^'\\n]+)'|\`((?:[^\`\\\\]|\\\\.)+)\`)`, 'g'))].map(
    ([, one = '', two = one]) => two.replaceAll('\\`', '`'),
  );

it.each(throwers)('every sentence that %s throws is among them', (file, kind) => {
  const thrown = thrownIn(readFileSync(join(src, file), 'utf8'), kind);
  expect(thrown.length).toBeGreaterThan(0);
  expect(thrown.map(withValues).filter((text) => journalText(text, 'nl') === text)).toEqual([]);
});

/** What stands in a place, where not just anything can. */
const values: Readonly<Record<string, string>> = {
  as: 'buyer',
  'channel.as': 'buyer',
  'message.state': 'ready',
  odd: 'is ready without an order key',
  status: '201',
};

const withValues = (text: string): string =>
  text.replace(/\$\{([^}]*)\}/g, (_, place: string) => values[place] ?? '7');

it.each(writers)('every sentence that %s writes is among them', (file) => {
  const sentences = sentencesIn(readFileSync(join(src, file), 'utf8'));
  const strange = sentences.map(withValues).filter((text) => journalText(text, 'nl') === text);
  expect(strange).toEqual([]);
});
