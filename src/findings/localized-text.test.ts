import { expect, it } from 'vitest';
import { createFinding } from './create-finding.ts';
import { explainKeptReason } from './localized-text.ts';

it('a reason that was kept is in both languages, whichever it was kept in', () => {
  const [en, nl] = (['en', 'nl'] as const).map(
    (language) => createFinding('bad-decimal', { value: '1,5' }, {}, language).message,
  );
  expect(explainKeptReason(en ?? '')).toEqual({ en, nl });
  expect(explainKeptReason(nl ?? '')).toEqual({ en, nl });
  expect(explainKeptReason('The mapping made nothing of it.')).toEqual({
    en: 'The mapping made nothing of it.',
    nl: 'De mapping heeft er niets van gemaakt.',
  });
});

it('a reason that is none of ours is quoted, and a long one is cut in each language', () => {
  expect(explainKeptReason('boom')).toEqual({ en: 'boom', nl: '“boom”' });
  expect(explainKeptReason('boom boom', 5)).toEqual({ en: 'boom…', nl: '“boom…”' });
  expect(explainKeptReason('The mapping made nothing of it.', 12)).toEqual({
    en: 'The mapping…',
    nl: 'De mapping …',
  });
});
