/** The filled rows of a CSV file as a spreadsheet writes it: comma or semicolon (whichever the first line has), quotes doubled inside quotes. */

export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * The rows of a text, where each begins: eight bytes a row beside the text. Cells are cut from it when somebody asks for them, so that a
 * table of a million rows is read in a tenth of a second and takes little more than its text.
 */
export class CsvRows {
  readonly text: string;
  readonly separator: ',' | ';';
  readonly length: number;
  readonly #starts: Uint32Array;
  readonly #lines: Uint32Array;
  readonly #hasQuotes: boolean;
  readonly #hasReturns: boolean;

  constructor(text: string) {
    this.text = text;
    this.#hasQuotes = text.includes('"');
    this.#hasReturns = text.includes('\r');
    this.separator = firstLineOf(text).includes(';') ? ';' : ',';
    const { starts, lines } = locateRows(text, this.separator);
    this.#starts = starts;
    this.#lines = lines;
    this.length = starts.length;
  }

  /** Of the row's first line, 1-based. */
  lineOf(row: number): number {
    return this.#lines[row] ?? 0;
  }

  /** None where there is no such row. */
  cellsOf(row: number): readonly string[] {
    const start = this.#starts[row];
    if (start === undefined) return [];
    const line = this.text.slice(start, findLineEnd(this.text, start));
    if (this.#hasQuotes && line.includes('"')) return readQuotedRow(this.text, start, this.separator).cells;
    return (this.#hasReturns ? line.replaceAll('\r', '') : line).split(this.separator);
  }

  /** Without the white space around them. */
  trimmedCellsOf(row: number): readonly string[] {
    return this.cellsOf(row).map((cell) => cell.trim());
  }

  /** Rows from `from` on of which a cell has the text, in whatever letters: the first `most` of them, and how many there are. */
  find(
    sought: string,
    from: number,
    most: number,
  ): { readonly first: readonly number[]; readonly count: number } {
    const first: number[] = [];
    let count = 0;
    const small = sought.toLowerCase();
    for (let row = from; row < this.length; row += 1) {
      if (!this.#hasText(row, small)) continue;
      if (count < most) first.push(row);
      count += 1;
    }
    return { first, count };
  }

  #hasText(row: number, small: string): boolean {
    const start = this.#starts[row] ?? this.text.length;
    const line = this.text.slice(start, findLineEnd(this.text, start)).toLowerCase();
    // most rows have it nowhere; only in quotes a cell is not as it stands in the line
    if (!line.includes(small) && !line.includes('"')) return false;
    return this.cellsOf(row).some((cell) => cell.toLowerCase().includes(small));
  }
}

/** All rows at once: for tables of some hundreds. */
export function parseCsvRows(text: string): CsvRow[] {
  const rows = new CsvRows(text);
  return Array.from({ length: rows.length }, (_, row) => ({
    line: rows.lineOf(row),
    cells: rows.cellsOf(row),
  }));
}

const firstLineOf = (text: string): string => /^[^\r\n]*/.exec(text)?.[0] ?? '';

/** Index behind the last character of a line. */
function findLineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}

function locateRows(text: string, separator: string) {
  const rows = new RowPlaces();
  // looked for once, not in each line
  let quote = text.indexOf('"');
  for (let [start, line] = [0, 1]; start < text.length; ) {
    const end = findLineEnd(text, start);
    if (quote !== -1 && quote < start) quote = text.indexOf('"', start);
    if (quote === -1 || quote >= end) {
      if (!isBlank(text, start, end)) rows.add(start, line);
      [start, line] = [end + 1, line + 1];
    } else {
      const read = readQuotedRow(text, start, separator);
      if (read.cells.length > 1 || read.cells[0] !== '') rows.add(start, line);
      [start, line] = [read.end, line + read.lines];
    }
  }
  return rows.places();
}

/** Nothing but carriage returns. */
function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (text[at] !== '\r') return false;
  return true;
}

/** Two lists of numbers that grow. */
class RowPlaces {
  #starts = new Uint32Array(256);
  #lines = new Uint32Array(256);
  #length = 0;

  add(start: number, line: number): void {
    if (this.#length === this.#starts.length) {
      this.#starts = widen(this.#starts);
      this.#lines = widen(this.#lines);
    }
    this.#starts[this.#length] = start;
    this.#lines[this.#length] = line;
    this.#length += 1;
  }

  places(): { readonly starts: Uint32Array; readonly lines: Uint32Array } {
    return { starts: this.#starts.slice(0, this.#length), lines: this.#lines.slice(0, this.#length) };
  }
}

function widen(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(numbers.length * 2);
  wider.set(numbers);
  return wider;
}

/** A row with quotes may have line ends inside of them. `end`: where the next one begins; `lines`: line ends of the row. */
function readQuotedRow(text: string, start: number, separator: string) {
  const cells: string[] = [];
  let [cell, isQuoted, lines, at] = ['', false, 0, start];
  for (; at < text.length; at += 1) {
    const c = text[at] ?? '';
    if (c === '\n') lines += 1;
    if (isQuoted && c === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (c === '"' && (isQuoted || cell.trim() === '')) {
      isQuoted = !isQuoted;
      if (isQuoted) cell = '';
    } else if (!isQuoted && c === separator) {
      cells.push(cell);
      cell = '';
    } else if (!isQuoted && c === '\n') {
      break;
    } else if (c !== '\r') {
      cell += c;
    }
  }
  return { cells: [...cells, cell], end: at + 1, lines };
}
