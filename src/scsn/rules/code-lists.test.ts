import { expect, it } from 'vitest';
import { findMeantUnit, isCurrency, isGln, isUnit } from './code-lists.ts';

it('knows the check digit of a GLN', () => {
  expect(isGln('8712345000004')).toBe(true);
  expect(isGln('8712345000014')).toBe(false);
  expect(isGln('871234500000')).toBe(false);
  expect(isGln('871234500000X')).toBe(false);
});

it('knows units and the mistakes ERPs make', () => {
  for (const unit of [
    'C62',
    'LTR',
    'KGM',
    'MTR',
    'MTK',
    'MTQ',
    'MLT',
    'GRM',
    'CMT',
    'MMT',
    'H87',
    'EA',
    'DAY',
  ]) {
    expect(isUnit(unit), unit).toBe(true);
  }
  for (const rare of ['E27', 'Q42', 'XBX', 'NPR', 'KTM', '4L', 'LM']) expect(isUnit(rare), rare).toBe(true);
  for (const none of ['PCE', 'STK', 'M1', 'M2', 'ABCD', 'I10', 'O10', 'XB', 'c62', ''])
    expect(isUnit(none), none).toBe(false);
  expect(findMeantUnit('PCE')).toBe('C62');
  expect(findMeantUnit('STK')).toBe('C62');
  expect(findMeantUnit('st')).toBe('C62');
  expect(findMeantUnit('kgm')).toBe('KGM');
  expect(findMeantUnit('Days')).toBe('DAY');
  expect(findMeantUnit('QQQ')).toBe('');
});

it('knows currencies', () => {
  expect(isCurrency('EUR')).toBe(true);
  expect(isCurrency('EURO')).toBe(false);
  expect(isCurrency('eur')).toBe(false);
});
