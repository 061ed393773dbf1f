import { expect, it } from 'vitest';
import { notChangeable } from './severities.ts';

it('lets rules and warnings be changed', () => {
  for (const code of ['gln-check-digit', 'line-status-missing', 'encoding-declaration'])
    expect(notChangeable(code), code).toBeUndefined();
});

it('says why others cannot be, with the nearest that can', () => {
  expect(notChangeable('gln-chek-digit')?.join(' ')).toBe(
    'There is no rule `gln-chek-digit`. Did you mean `gln-check-digit`?',
  );
  expect(notChangeable('constructor')?.join(' ')).toContain('docs/findings.md lists the rules.');
  expect(notChangeable('decimal-comma')?.[0]).toContain('cannot be changed');
  expect(notChangeable('table-miss')?.[0]).toBe('There is no rule `table-miss`.');
});
