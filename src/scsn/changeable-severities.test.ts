import { expect, it } from 'vitest';
import { findWhyFixed } from './changeable-severities.ts';

it('lets rules and warnings be changed', () => {
  for (const code of ['gln-check-digit', 'line-status-missing', 'encoding-declaration'])
    expect(findWhyFixed(code), code).toBeUndefined();
});

it('says why others cannot be, with the nearest that can', () => {
  expect(findWhyFixed('gln-chek-digit')).toEqual({ near: 'gln-check-digit' });
  expect(findWhyFixed('constructor')).toEqual({ near: undefined });
  expect(findWhyFixed('decimal-comma')).toBe('fixed');
  expect(findWhyFixed('table-miss')).toEqual({ near: undefined });
});
