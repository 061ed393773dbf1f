import { parseCsvRows } from '../../mapping/tables/csv-rows.ts';

/** `ignored.csv` of a draft: which paths a site lets go, and why. */

export const ignoredFile = 'ignored.csv';

export interface IgnoredRow {
  readonly mapping: string;
  /** As the loss report names it: without positions. */
  readonly path: string;
  readonly reason: string;
}

/** In a path of that table `*` and `?` stand for others: what has them in its own name cannot be named alone. */
export const canBeIgnored = (path: string): boolean => /^\/[^*?\p{Cc}]{1,1000}$/u.test(path);

/** One line of text, which no spreadsheet takes for a formula. Empty: it says nothing. */
export function tidyReason(reason: string): string {
  const text = reason.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return /^[=+\-@]/.test(text) ? `'${text}` : text;
}

export const listIgnoredRows = (text: string, mapping: string): readonly IgnoredRow[] =>
  parseCsvRows(text).flatMap(({ cells: [of = '', path = '', reason = ''] }) =>
    of.trim() === mapping && path.trim() !== '' && reason.trim() !== ''
      ? { mapping, path: path.trim(), reason: reason.trim() }
      : [],
  );

/** The same table with that row at its end; in the place of one of the same path. */
export function addIgnoredRow(text: string | undefined, row: IgnoredRow): string {
  const kept =
    text === undefined || text.trim() === '' ? 'mapping,path,reason\n' : removeIgnoredRow(text, row);
  const separator = separatorOf(kept);
  const cells = [row.mapping, row.path, row.reason].map((cell) => quoteCell(cell, separator));
  return `${kept}${kept.endsWith('\n') ? '' : '\n'}${cells.join(separator)}\n`;
}

/** Its other lines stay as they are. */
export function removeIgnoredRow(
  text: string,
  { mapping, path }: Pick<IgnoredRow, 'mapping' | 'path'>,
): string {
  const gone = parseCsvRows(text).filter(
    ({ cells: [of = '', other = ''] }) => of.trim() === mapping && other.trim() === path,
  );
  const next = parseCsvRows(text).map(({ line }) => line);
  const isGone = (line: number): boolean =>
    gone.some(({ line: from }) => line >= from && line < (next.find((one) => one > from) ?? Infinity));
  const kept = text.replace(/\n$/, '').split('\n');
  return kept
    .filter((_, n) => !isGone(n + 1))
    .map((line) => `${line}\n`)
    .join('');
}

const separatorOf = (text: string): string => (/^[^\r\n]*/.exec(text)?.[0].includes(';') ? ';' : ',');

const quoteCell = (cell: string, separator: string): string =>
  cell.includes('"') || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
