import { expect, it } from 'vitest';
import { parseCsvRows } from '../../mapping/tables/csv-rows.ts';
import {
  addIgnoredRow,
  canBeIgnored,
  listIgnoredRows,
  removeIgnoredRow,
  tidyReason,
} from './ignored-rows.ts';

const row = { mapping: 'm', path: '/Order/cbc:Note', reason: 'nobody reads it' };

it('begins a table, adds to one, and puts a new reason in the place of the old', () => {
  const begun = addIgnoredRow(undefined, row);
  expect(begun).toBe('mapping,path,reason\nm,/Order/cbc:Note,nobody reads it\n');
  const two = addIgnoredRow(begun, { ...row, path: '/Order/cbc:ID' });
  expect(listIgnoredRows(two, 'm').map(({ path }) => path)).toEqual(['/Order/cbc:Note', '/Order/cbc:ID']);
  const again = addIgnoredRow(two, { ...row, reason: 'agreed' });
  expect(listIgnoredRows(again, 'm')).toEqual([
    { ...row, path: '/Order/cbc:ID' },
    { ...row, reason: 'agreed' },
  ]);
  expect(listIgnoredRows(again, 'other')).toEqual([]);
});

it('keeps the separator of the file, its other rows, and reasons of several lines', () => {
  const excel = 'mapping;path;reason\r\nm;/a;"one\ntwo"\r\nm;/b;x\r\n';
  const more = addIgnoredRow(excel, { ...row, reason: 'a; "quoted" one' });
  expect(more).toContain('m;/Order/cbc:Note;"a; ""quoted"" one"\n');
  expect(listIgnoredRows(more, 'm').map(({ path }) => path)).toEqual(['/a', '/b', '/Order/cbc:Note']);
  expect(removeIgnoredRow(more, { mapping: 'm', path: '/a' })).toBe(
    'mapping;path;reason\r\nm;/b;x\r\nm;/Order/cbc:Note;"a; ""quoted"" one"\n',
  );
});

it.each([
  'a\nm,/secret,because',
  '"',
  'x"\r\nm,/y,z',
  '=HYPERLINK("http://evil")',
  '\u0000\u202Egnp',
  '@SUM(1)',
])('the reason %j stays one cell of one row, and no formula', (hostile) => {
  const reason = tidyReason(hostile);
  const text = addIgnoredRow(undefined, { ...row, reason });
  expect(parseCsvRows(text)).toHaveLength(2);
  expect(parseCsvRows(text)[1]?.cells).toEqual(['m', '/Order/cbc:Note', reason]);
  expect(reason).not.toMatch(/^[=+\-@]|[\p{Cc}\p{Cf}]/u);
});

it('a reason of blanks is none; a path that would stand for others is not taken', () => {
  expect(tidyReason(' \n\t\u200B ')).toBe('');
  expect(['/Order/cbc:Note', '/a/@b', '/a b'].map(canBeIgnored)).toEqual([true, true, true]);
  expect(['/**', '/a/*', '/a?', 'a', '', '/a\nm,/b,c'].map(canBeIgnored)).toEqual(Array(6).fill(false));
});
