import { posix, win32 } from 'node:path';
import { expect, it } from 'vitest';
import { pathResolver } from './absolute-paths.ts';

it.each([
  ['erp/out', 'C:\\site\\erp\\out'],
  ['D:/erp/out', 'D:\\erp\\out'],
  ['\\\\files\\erp\\out', '\\\\files\\erp\\out'],
  ['//files/erp/out/', '\\\\files\\erp\\out'],
  ['\\\\files\\erp', '\\\\files\\erp\\'],
  ['\\\\?\\UNC\\files\\erp\\out', '\\\\?\\UNC\\files\\erp\\out'],
])('on Windows %s is a place', (path, place) => {
  expect(pathResolver('C:\\site', win32)(path)).toBe(place);
});

it('a site may lie on a share itself', () => {
  expect(pathResolver('\\\\files\\site', win32)('erp\\out')).toBe('\\\\files\\site\\erp\\out');
});

it('on Windows every spelling of a place is one place, elsewhere each is its own', () => {
  const spellings = ['//files/ERP/Out', '\\\\FILES\\erp\\out', '\\\\files\\erp\\x\\..\\OUT'];
  expect(spellings.map(pathResolver('C:\\site', win32))).toEqual(Array(3).fill('\\\\files\\ERP\\Out'));
  expect(['erp/out', 'ERP/out'].map(pathResolver('/site', posix))).toEqual([
    '/site/erp/out',
    '/site/ERP/out',
  ]);
});
