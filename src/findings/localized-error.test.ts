import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { explainFailure, LocalizedError } from './localized-error.ts';
import { localize } from './localized-text.ts';

const src = fileURLToPath(new URL('..', import.meta.url));

it('an error of ours speaks both languages, and English to the log', () => {
  const words = localize('folder-silent', { folder: 'out' });
  const error = new LocalizedError(words, new Error('the cause'));
  expect(explainFailure(error)).toEqual(words);
  expect(error).toMatchObject({ message: words.en, cause: { message: 'the cause' } });
});

it('a sentence of ours that came as English, from a thread or the journal, is Dutch all the same', () => {
  const words = localize('folder-silent', { folder: 'out' });
  expect(explainFailure(new Error(words.en))).toEqual(words);
});

it('what others said is quoted', () => {
  expect(explainFailure(new Error('EIO: i/o error'))).toEqual({
    en: 'EIO: i/o error',
    nl: '“EIO: i/o error”',
  });
  expect(explainFailure('odd').nl).toBe('“odd”');
});

it('is the one way from an error to words for people', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  const others = files.filter((name) =>
    /\b(quoteText|explainKeptReason|keepUntranslated|reasonInDutch)\(\s*(reasonOf\(|error\.message)/.test(
      readFileSync(join(src, name), 'utf8'),
    ),
  );
  expect(others).toEqual([]);
});
