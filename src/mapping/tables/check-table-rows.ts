import type { MappingSentenceName, MappingValues } from '../../findings/mapping-sentences.ts';
import { findForeignCharacter } from '../../text/text-file.ts';
import type { MappingProblem } from '../files/mapping-problem.ts';
import type { CsvRows } from './csv-rows.ts';
import { RowEntries, type TableEntries } from './table-entries.ts';

/** What is in a table's file, whichever mapping has it. */
export interface CheckedRows {
  /** Absent: the file is no table at all. */
  readonly entries?: TableEntries;
  readonly problems: readonly MappingProblem[];
}

/** Problems of one kind that are reported of a table: the rest is the same again. */
const mostProblems = 100;

/**
 * Problems: no text, a key that stands twice with different values, a key that looks stripped of its leading zeros, a line without a value, an
 * empty value, headings that look like a row. A key with a remark is left alone. In one pass: there may be a million rows.
 */
export function checkRows(rows: CsvRows): CheckedRows {
  const foreign = checkForeignText(rows.text);
  if (foreign) return { problems: [foreign] };
  const check = new RowCheck(rows);
  for (let row = 1; row < rows.length; row += 1) check.add(row);
  return { entries: check.entries, problems: check.listProblems() };
}

/** A table that is no text, such as a workbook, or that MS-DOS wrote. */
export function checkForeignText(text: string): MappingProblem | undefined {
  const at = findForeignCharacter(text);
  return at && { sentence: 'mapping-table/foreign', values: {}, line: at.line, column: at.column };
}

class RowCheck {
  readonly entries: RowEntries;
  readonly #rows: CsvRows;
  readonly #head: readonly string[];
  #isHeadValueInRows = false;
  readonly #broken: MappingProblem[] = [];
  /** 1: the row has a remark, or a later one with its key has. */
  readonly #isRemarked: Uint8Array;
  readonly #empty: number[] = [];
  /** Rows with a key of digits alone, by its length: the first ones. */
  readonly #digits = new Map<number, number[]>();
  /** Of the first key of digits that begins with a zero. */
  #paddedLength: number | undefined;

  constructor(rows: CsvRows) {
    this.#rows = rows;
    this.#head = rows.trimmedCellsOf(0);
    this.entries = new RowEntries(rows);
    this.#isRemarked = new Uint8Array(rows.length);
  }

  add(row: number): void {
    const [key = '', value, remark = ''] = this.#rows.trimmedCellsOf(row);
    if (value === this.#head[1]) this.#isHeadValueInRows = true;
    if (key === '' && (value ?? '') === '') return;
    if (value === undefined) {
      this.#report(row, 'mapping-table/no-value', { key });
      return;
    }
    const twin = this.entries.add(row, key, value);
    if (twin === undefined) this.#note(row, key, value);
    else if (this.#valueOf(twin) !== value)
      this.#report(row, 'mapping-table/twice', { key, line: this.#rows.lineOf(twin) });
    if (remark !== '') this.#isRemarked[twin ?? row] = 1;
  }

  listProblems(): readonly MappingProblem[] {
    const columns = this.#head.length < 2 ? [problemAt(1, 'mapping-table/columns')] : [];
    return [
      ...columns,
      ...this.#broken,
      ...this.#listStrippedZeros(),
      ...this.#listEmptyValues(),
      ...this.#checkHead(),
    ];
  }

  /** What may be a problem, once all rows are known. */
  #note(row: number, key: string, value: string): void {
    if (key !== '' && value === '') this.#empty.push(row);
    if (!/^\d+$/.test(key)) return;
    if (key.length > 1 && key.startsWith('0')) this.#paddedLength ??= key.length;
    const same = this.#digits.get(key.length) ?? [];
    if (same.length < mostProblems) this.#digits.set(key.length, [...same, row]);
  }

  #report(row: number, sentence: MappingSentenceName, values: MappingValues): void {
    if (this.#broken.length < mostProblems)
      this.#broken.push(problemAt(this.#rows.lineOf(row), sentence, values));
  }

  /** `00010` beside `20`: a spreadsheet has removed the leading zeros of the second key. */
  #listStrippedZeros(): readonly MappingProblem[] {
    const length = this.#paddedLength;
    if (length === undefined) return [];
    const shorter = [...this.#digits].flatMap(([digits, rows]) => (digits < length ? rows : []));
    return this.#warnOf(
      shorter.sort((a, b) => a - b),
      (key) => ['mapping-table/zeros', { key, padded: key.padStart(length, '0') }],
    );
  }

  /** A value that was forgotten, as when a row was begun on a page: what is looked up would vanish. */
  #listEmptyValues(): readonly MappingProblem[] {
    return this.#warnOf(this.#empty, (key) => ['mapping-table/empty', { key }]);
  }

  #warnOf(
    rows: readonly number[],
    phrase: (key: string) => readonly [MappingSentenceName, MappingValues],
  ): readonly MappingProblem[] {
    const wrong = rows.filter((row) => this.#isRemarked[row] !== 1).slice(0, mostProblems);
    return wrong.map((row) => {
      const [key = ''] = this.#rows.trimmedCellsOf(row);
      return { ...problemAt(this.#rows.lineOf(row), ...phrase(key)), severity: 'warning' };
    });
  }

  /** Headings are words that no row has for its value: else the first row stands where they should, and is never looked up. */
  #checkHead(): readonly MappingProblem[] {
    const [key = '', value = ''] = this.#head;
    const isRow = value !== '' && this.#isHeadValueInRows;
    if (!isRow && !/^\d+$/.test(key)) return [];
    return [{ ...problemAt(1, 'mapping-table/heading', { key }), severity: 'warning' }];
  }

  #valueOf(row: number): string | undefined {
    return this.#rows.trimmedCellsOf(row)[1];
  }
}

function problemAt(line: number, sentence: MappingSentenceName, values: MappingValues = {}): MappingProblem {
  return { sentence, values, line, column: 1 };
}
