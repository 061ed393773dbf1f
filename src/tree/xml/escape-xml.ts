// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

/** The text without what XML 1.0 cannot carry (section 2.2), and what that was: `U+0001`. */
export function removeIllegalCharacters(text: string): {
  readonly text: string;
  readonly removed: readonly string[];
} {
  const removed = (text.match(illegal) ?? []).map(codePoint);
  return removed.length === 0 ? { text, removed } : { text: text.replace(illegal, ''), removed };
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

const inText: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
const inAttribute: Readonly<Record<string, string>> = {
  ...inText,
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
};

/** A carriage return as itself would come back as a line feed (section 2.11). */
export function escapeText(text: string): string {
  return /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, (sign) => inText[sign] ?? sign) : text;
}

/** Tabs and line feeds as themselves would come back as blanks (section 3.3.3). */
export function escapeAttribute(text: string): string {
  return /[&<>"\t\n\r]/.test(text)
    ? text.replace(/[&<>"\t\n\r]/g, (sign) => inAttribute[sign] ?? sign)
    : text;
}
