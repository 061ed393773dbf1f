import type { LexicalSettings } from './lexer.ts';

/** Fields as a row, without its line break; in quotes where they would be read otherwise without, or all of them. */
export function writeRow(cells: readonly string[], lexical: LexicalSettings, always = false): string {
  return cells.map((cell) => writeField(cell, lexical, always)).join(lexical.separator);
}

function writeField(cell: string, { separator, quote }: LexicalSettings, always: boolean): string {
  if (quote === undefined || (!always && !needsQuotes(cell, separator, quote))) return cell;
  return `${quote}${cell.replaceAll(quote, quote + quote)}${quote}`;
}

/** A field that begins with a quote, ends or begins with a blank, or holds what ends one. */
export const needsQuotes = (cell: string, separator: string, quote: string): boolean =>
  cell.startsWith(quote) || cell.includes(separator) || /[\r\n]|^\s|\s$/.test(cell) || /^sep=/i.test(cell);
