/**
 * Texts from outside (file names, order numbers, answers) may hold characters that act on a terminal or turn the direction of
 * writing. Wherever people read them, in lists, reports and log lines, they are seen instead: `\x1b`, `\u202e`. A tab is a blank.
 */
export const escapeControls = (text: string): string =>
  acts.test(text) ? text.replace(each, (c) => (c === '\t' ? ' ' : escapeCharacter(c))) : text;

/** The same inside JSON, which stays the JSON that it is; its own encoding has written the first 32 already. */
export const escapeControlsInJson = (json: string): string =>
  json.replace(afterAscii, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The same of whole lines: ends of lines and tabs stay, and so does JSON what it is. */
export const escapeControlsInLines = (text: string): string =>
  acts.test(text)
    ? text.replace(eachInLines, (c) => (c < ' ' ? escapeCharacter(c) : escapeControlsInJson(c)))
    : text;

/** C1 controls and DEL; marks, embeddings and isolates of direction; separators of lines; the byte order mark. */
const others = '\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff';
const acts = new RegExp(`[\\u0000-\\u001f${others}]`);
const each = new RegExp(acts, 'g');
const eachInLines = new RegExp(`[\\u0000-\\u0008\\u000b-\\u001f${others}]`, 'g');
const afterAscii = new RegExp(`[${others}]`, 'g');

function escapeCharacter(c: string): string {
  if (c === '\n') return '\\n';
  if (c === '\r') return '\\r';
  const code = c.charCodeAt(0).toString(16);
  return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`;
}
