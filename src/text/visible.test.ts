import { expect, it } from 'vitest';
import { escapeControls, escapeControlsInJson, escapeControlsInLines } from './visible.ts';

it('shows what would act on a terminal, and leaves every other character', () => {
  expect(escapeControls('a\u001b[2Jb\tc\r\nd\u009b\u202ee\u0000')).toBe(
    'a\\x1b[2Jb c\\r\\nd\\x9b\\u202ee\\x00',
  );
  expect(escapeControls('Größe – 10 € 你好 👍🏽 "x" \\')).toBe('Größe – 10 € 你好 👍🏽 "x" \\');
});

/** What Unicode shows as nothing, and separators: of each range its ends. */
const unseen = [
  ...[
    0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180f, 0x200b, 0x200c, 0x200d, 0x200e,
    0x200f,
  ],
  ...[0x2028, 0x2029, 0x202a, 0x202e, 0x2060, 0x2064, 0x2066, 0x206f, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0],
  ...[0xfff9, 0xfffb, 0x1d173, 0x1d17a, 0xe0000, 0xe0001, 0xe0020, 0xe007f, 0xe0100, 0xe01ef],
].map((code) => String.fromCodePoint(code));

it.each(unseen)('two numbers that differ by %j alone are told apart', (c) => {
  const number = `47${c}11`;
  const json = escapeControlsInJson(JSON.stringify(number));
  const shown = [escapeControls(number), escapeControlsInLines(number), json];
  for (const one of shown) {
    expect(one).toMatch(/^"?47[\x20-\x7e]+11"?$/);
    expect(one).not.toMatch(/^"?4711/);
  }
  expect(JSON.parse(json)).toBe(number);
});

it('keeps JSON what it is', () => {
  const value = { name: 'a\u001b\u009b\u202eb\u2028\u{e0041}\u200b' };
  const json = escapeControlsInJson(JSON.stringify(value));
  expect(json).toMatch(/^[\x20-\x7e]*$/);
  expect(JSON.parse(json)).toEqual(value);
});
