/** Rows of a table as cells. */
export type Cells = readonly string[];

/** As a spreadsheet writes it; rows that hold nothing are left out. */
export function renderCsv(head: Cells, rows: readonly Cells[], separator: ',' | ';'): string {
  const filled = rows.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  return [head, ...filled].map((cells) => `${renderRow(cells, separator)}\n`).join('');
}

const renderRow = (cells: Cells, separator: string): string => cells.map(quote).join(separator);

const quote = (cell: string): string => (/[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** What a spreadsheet puts on the clipboard: cells with tabs between them, those with a tab or line end in quotes. */
export const parsePasted = (text: string): readonly Cells[] => parseRows(text, '\t');

/** The rows of what `renderCsv` has written. */
export const parseCsv = (text: string, separator: ',' | ';'): readonly Cells[] =>
  parseRows(text, separator).slice(1);

function parseRows(text: string, separator: ',' | ';' | '\t'): readonly Cells[] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, 'y');
  const rows: string[][] = [[]];
  for (let found = cell.exec(text); found; found = cell.exec(text)) {
    const [whole, quoted, plain = '', end] = found;
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== separator && cell.lastIndex < text.length) rows.push([]);
    if (cell.lastIndex >= text.length || whole === '') break;
  }
  return rows;
}

/** Is it more than the text of one cell? */
export const isManyCells = (text: string): boolean => /[\t\n]/.test(text.trimEnd());

/** The rows with those that were pasted from one cell on, each as wide as the table. */
export function layOver(
  rows: readonly Cells[],
  pasted: readonly Cells[],
  at: { readonly row: number; readonly column: number },
  width: number,
): readonly Cells[] {
  const count = Math.max(rows.length, at.row + pasted.length);
  return Array.from({ length: count }, (_, n) => {
    const cells = padRow(rows[n] ?? [], width);
    const over = pasted[n - at.row];
    return over === undefined ? cells : cells.map((cell, column) => over[column - at.column] ?? cell);
  });
}

export const padRow = (cells: Cells, width: number): Cells =>
  Array.from({ length: width }, (_, n) => cells[n] ?? '');

/** Which row begins at a line of what `renderCsv` writes of them: rows that hold nothing have none, a cell may have several. */
export function rowAtLine(rows: readonly Cells[], line: number): number | undefined {
  let at = 2;
  for (const [row, cells] of rows.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (at >= line) return at === line ? row : undefined;
    at += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
  }
  return undefined;
}
