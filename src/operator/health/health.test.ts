import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keepUntranslated } from '../../findings/localized-text.ts';
import { computeHealth, type Fact, rules, type TroubleCode } from './health.ts';

const minute = 60_000;
const fact = (trouble: TroubleCode, lasts = 0, since = '2026-03-02T08:00:00.000Z'): Fact => ({
  trouble,
  about: 'orders',
  what: keepUntranslated('It is so.'),
  since,
  lasts,
});
const status = (...facts: readonly Fact[]) => computeHealth(facts).status;

describe('health', () => {
  it('is green when nothing is wrong', () =>
    expect(computeHealth([])).toEqual({ status: 'green', reasons: [] }));

  it.each(['journal', 'exchange-refuses', 'folder', 'filing', 'mappings', 'certificate-ended'] as const)(
    'is red at once: %s',
    (trouble) => expect(status(fact(trouble))).toBe('red'),
  );

  it.each([
    'parked',
    'rejected',
    'not-collected',
    'disk',
    'untaken',
    'clock',
    'mappings-old',
    'certificate',
  ] as const)('is amber for as long as it lasts: %s', (trouble) =>
    expect(status(fact(trouble, 1000 * minute))).toBe('amber'),
  );

  it.each(['exchange-away', 'search'] as const)('is amber for a minute, then red: %s', (trouble) => {
    expect(status(fact(trouble, minute - 1))).toBe('amber');
    expect(status(fact(trouble, minute))).toBe('red');
  });

  it.each(['standstill', 'held'] as const)('says nothing for five minutes, then is red: %s', (trouble) => {
    expect(status(fact(trouble, 5 * minute - 1))).toBe('green');
    expect(status(fact(trouble, 5 * minute))).toBe('red');
  });

  it('says nothing of what waits for five minutes, then is amber', () => {
    expect(status(fact('waiting', 5 * minute - 1))).toBe('green');
    expect(status(fact('waiting', 5 * minute))).toBe('amber');
  });

  it('tells every reason with since when: the red ones first, then the oldest', () => {
    const { reasons } = computeHealth([
      fact('parked', 0, '2026-03-01T08:00:00.000Z'),
      fact('folder', 0, '2026-03-03T08:00:00.000Z'),
      fact('journal', 0, '2026-03-02T08:00:00.000Z'),
    ]);
    expect(reasons.map(({ code }) => code)).toEqual(['journal', 'folder', 'parked']);
    expect(reasons[0]).toEqual({
      level: 'red',
      code: 'journal',
      about: 'orders',
      since: '2026-03-02T08:00:00.000Z',
      what: keepUntranslated('It is so.'),
    });
  });
});

it('has a manual that tells of every reason', () => {
  const manual = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
  const told = [...manual.matchAll(/^\| `([a-z-]+)` \| (red|amber)/gm)].map(([, code]) => code);
  expect(told.sort()).toEqual(Object.keys(rules).sort());
});
