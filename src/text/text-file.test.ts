import { expect, it } from 'vitest';
import { decodeSavedText, findForeignCharacter } from './text-file.ts';

const text = 'k;v\r\nStück;5 € “ca.”\r\n';
const utf16 = (shown: string) => Buffer.from(shown, 'utf16le');
const signs = new Map([
  ['€', 0x80],
  ['“', 0x93],
  ['”', 0x94],
]);

it.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${text}`)],
  ['UTF-16 with its mark', utf16(`\ufeff${text}`)],
  ['UTF-16, high byte first', utf16(`\ufeff${text}`).swap16()],
  ['UTF-16 without a mark', utf16(text)],
  ['UTF-16 without a mark, high byte first', utf16(text).swap16()],
  ['windows-1252', Buffer.from([...text].map((sign) => signs.get(sign) ?? sign.charCodeAt(0)))],
])('reads %s', (_, bytes) => {
  expect(decodeSavedText(bytes)).toBe(text);
  expect(findForeignCharacter(decodeSavedText(bytes))).toBeUndefined();
});

it.each([
  ['a letter of MS-DOS', Buffer.concat([Buffer.from('k;v\nSt'), Buffer.of(0x81), Buffer.from('ck')]), 2, 3],
  ['a workbook', Buffer.from('PK\u0003\u0004\u0014\0\u0006', 'latin1'), 1, 6],
  ['half a character of UTF-16', Buffer.concat([utf16('\ufeffk;v\n'), Buffer.of(0x41)]), 2, 1],
])('finds where %s is no text', (_, bytes, line, column) => {
  expect(findForeignCharacter(decodeSavedText(bytes))).toMatchObject({ line, column });
});

it('ends at once on bytes that are no text at all', () => {
  const bytes = Buffer.alloc(5_000_000, 0x81);
  expect(findForeignCharacter(decodeSavedText(bytes))).toMatchObject({ index: 0 });
});
