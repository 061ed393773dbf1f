import type { SampleRows } from '../../infer/infer-columns.ts';

/** Rows of a report that are no data: sums, what is carried over, lines of signs. */
const sums =
  /^((sub|eind|end|gesamt|grand)?[ -]?(tota+l|totale|summe)|(aantal|anzahl|number of) |gesamt|übertrag|transport|carried|end of|einde|ende\b)/i;
const signs = /^([-=*_+~#])\1{2,}/;

export interface DataRows {
  readonly rows: SampleRows;
  /** How rows that were left out begin. */
  readonly skip: readonly string[];
}

/** The rows behind the headings, without those that come again and those that are no data. */
export function selectDataRows(rows: SampleRows, headings: readonly string[]): DataRows {
  const again = headings.join('\0');
  const others = rows.filter((row) => row.join('\0') !== again);
  const data = others.filter((row) => findBeginning(row) === undefined);
  const skip = others.flatMap((row) => {
    const text = findBeginning(row);
    if (text === undefined) return [];
    // the whole cell where a part of it would take other rows too
    return [headings, ...data].some((one) => firstOf(one).startsWith(text)) ? firstOf(row) : text;
  });
  return { rows: data, skip: [...new Set(skip)] };
}

const firstOf = (row: readonly string[]): string => row.find((cell) => cell !== '') ?? '';

/** Of a row that is no data: the text or the signs it begins with. */
export function findBeginning(row: readonly string[]): string | undefined {
  const first = firstOf(row);
  const filled = row.filter((cell) => cell !== '').length;
  if (signs.test(first)) return first.slice(0, 3);
  // an order may be called Total: a row of data is filled
  return filled <= row.length / 2 ? sums.exec(first)?.[0].trim() : undefined;
}

/** The rows with what stands in the row above where a column that says whose they are is empty. */
export function fillDown(rows: SampleRows, key: number): SampleRows {
  let last = '';
  return rows.map((row) => {
    last = row[key] || last;
    return row.with(key, last);
  });
}

/** Of each row that is no data how it begins: those of `findBeginning`, and titles above all records. */
export function listBeginnings(rows: SampleRows): readonly (string | undefined)[] {
  const first = rows.findIndex((row) => !isTitle(row) && firstOf(row) !== '');
  return rows.map((row, n) => findBeginning(row) ?? (n < first ? beginningOfTitle(row) : undefined));
}

/** Words in one cell, or a label with what it says: `Orders of 3 March`, `Export:;3-3-2026`. */
function isTitle(row: readonly string[]): boolean {
  const filled = row.filter((cell) => cell !== '');
  const [first = ''] = filled;
  return filled.length === 1 ? /\s|^.{11,}$/.test(first) : filled.length === 2 && /\p{L}\s*:$/u.test(first);
}

/** Up to its first digit: the next file has another day or number there. */
function beginningOfTitle(row: readonly string[]): string | undefined {
  const first = firstOf(row);
  if (first === '') return undefined;
  const words = /^\D{4,}/.exec(first)?.[0].trim() ?? '';
  return words === '' ? first : words;
}
