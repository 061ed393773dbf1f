import { expect, it } from 'vitest';
import { escapeControls, escapeControlsInJson } from './visible.ts';

it('shows what would act on a terminal, and leaves every other character', () => {
  expect(escapeControls('a\u001b[2Jb\tc\r\nd\u009b\u202ee\u0000')).toBe(
    'a\\x1b[2Jb c\\r\\nd\\x9b\\u202ee\\x00',
  );
  expect(escapeControls('Größe – 10 € 你好 👍🏽 "x" \\')).toBe('Größe – 10 € 你好 👍🏽 "x" \\');
});

it('keeps JSON what it is', () => {
  const value = { name: 'a\u001b\u009b\u202eb\u2028' };
  const json = escapeControlsInJson(JSON.stringify(value));
  expect(json).toMatch(/^[\x20-\x7e]*$/);
  expect(JSON.parse(json)).toEqual(value);
});
