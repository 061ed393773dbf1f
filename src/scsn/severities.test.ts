import { expect, it } from 'vitest';
import { notChangeable } from './severities.ts';

it('lets rules and warnings be changed', () => {
  for (const code of ['gln-check-digit', 'line-status-missing', 'encoding-declaration'])
    expect(notChangeable(code), code).toBeUndefined();
});

it('says why others cannot be, with the nearest that can', () => {
  expect(notChangeable('gln-chek-digit')).toEqual({ near: 'gln-check-digit' });
  expect(notChangeable('constructor')).toEqual({ near: undefined });
  expect(notChangeable('decimal-comma')).toBe('fixed');
  expect(notChangeable('table-miss')).toEqual({ near: undefined });
});
