/**
 * Texts from outside (file names, order numbers, answers) may hold characters that act on a terminal, turn the direction of writing, or
 * that nobody sees, so that two numbers look alike. Wherever people read them, in lists, reports and log lines, they are seen instead:
 * `\x1b`, `\u202e`, `\u200b`. A tab is a blank.
 */
export const escapeControls = (text: string): string =>
  acts.test(text) ? text.replace(each, (c) => (c === '\t' ? ' ' : escapeCharacter(c))) : text;

/** The same inside JSON, which stays the JSON that it is; its own encoding has written the first 32 already. */
export const escapeControlsInJson = (json: string): string =>
  acts.test(json) ? json.replace(afterAscii, (c) => c.split('').map(escapeUnit).join('')) : json;

/** The same of whole lines: ends of lines and tabs stay, and so does JSON what it is. */
export const escapeControlsInLines = (text: string): string =>
  acts.test(text)
    ? text.replace(eachInLines, (c) => (c < ' ' ? escapeCharacter(c) : escapeControlsInJson(c)))
    : text;

/**
 * C1 controls and DEL; what Unicode says is to be shown as nothing (marks, embeddings and isolates of direction, zero-width blanks and
 * joiners, soft hyphens, fillers, tags, the byte order mark); separators of lines; marks of annotations.
 */
const others = '\\u007f-\\u009f\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\ufff9-\\ufffb';
const acts = new RegExp(`[\\u0000-\\u001f${others}]`, 'u');
const each = new RegExp(acts, 'gu');
const eachInLines = new RegExp(`[\\u0000-\\u0008\\u000b-\\u001f${others}]`, 'gu');
const afterAscii = new RegExp(`[${others}]`, 'gu');

/** Of UTF-16, in which JSON writes. */
const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

function escapeCharacter(c: string): string {
  if (c === '\n') return '\\n';
  if (c === '\r') return '\\r';
  const code = (c.codePointAt(0) ?? 0).toString(16);
  if (code.length <= 2) return `\\x${code.padStart(2, '0')}`;
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
