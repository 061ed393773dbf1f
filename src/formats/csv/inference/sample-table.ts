import { decodeWithEncoding, type Encoding } from '../../../text/encodings.ts';
import { guessEncoding } from '../../infer/guess-encoding.ts';
import { isKnownHeading } from '../../infer/heading-meanings.ts';
import type { SampleRows } from '../../infer/infer-columns.ts';
import type { SampleCorrections } from '../../infer/sample-corrections.ts';
import { TextRows } from '../lexical/text-rows.ts';

/** A text as rows and cells, as its separator cuts it. */
export interface SampleTable {
  readonly separator: string;
  readonly rows: SampleRows;
  /** Where each row begins, 1-based. */
  readonly lines: readonly number[];
  /** Each row as it stands there. */
  readonly texts: readonly string[];
}

/** The samples as tables, by one encoding; what is no table is left out. */
export function openTables(
  files: readonly Uint8Array[],
  { encoding: given, separator }: Pick<SampleCorrections, 'encoding' | 'separator'>,
): { readonly encoding: Encoding; readonly tables: readonly SampleTable[] } {
  const encoding = given ?? guessEncoding(Buffer.concat(files));
  const textOf = (bytes: Uint8Array) =>
    (decodeWithEncoding(bytes, encoding).text ?? '').replace(/^\ufeff/, '');
  return { encoding, tables: files.flatMap((bytes) => guessTable(textOf(bytes), separator) ?? []) };
}

const separators = [';', '\t', '|', ','];

/** The separator that cuts the most rows into one number of fields, or the one that is given. Undefined: no table. */
function guessTable(text: string, given?: string): SampleTable | undefined {
  const tables = (given === undefined ? separators : [given]).map((separator) => cutRows(text, separator));
  const [best] = tables
    .map((table) => ({ table, score: scoreOf(table.rows) }))
    .sort((a, b) => b.score - a.score);
  return best !== undefined && best.score > 0 ? best.table : undefined;
}

const most = 2000;

function cutRows(text: string, separator: string): SampleTable {
  const start = /^sep=.\r?\n/i.exec(text)?.[0].length ?? 0;
  const cut = new TextRows(text.slice(start), { separator, quote: '"' });
  const rows: string[][] = [];
  const lines: number[] = [];
  const texts: string[] = [];
  while (rows.length < most && cut.next()) {
    rows.push(Array.from({ length: cut.count }, (_, n) => cut.text(n).trim()));
    lines.push(cut.place().line + (start === 0 ? 0 : 1));
    texts.push(cut.rowText);
  }
  return { separator, rows, lines, texts };
}

/** The commonest width, weighed by itself; one column is no table. */
function findCommonWidth(rows: SampleRows): { readonly width: number; readonly score: number } {
  const widths = [...Map.groupBy(rows, ({ length }) => length)].map(([width, same]) => ({
    width,
    score: width < 2 ? 0 : same.length * Math.min(width, 12),
  }));
  return widths.reduce((best, one) => (one.score > best.score ? one : best), { width: 0, score: 0 });
}

const scoreOf = (rows: SampleRows): number => findCommonWidth(rows).score;

/** The number of cells that most rows have. */
export const widthOf = ({ rows }: SampleTable): number => findCommonWidth(rows).width;

/** Which row holds the headings: the one of the table's width with the most that are known, else the first that looks so; -1: none. */
export function findHeadings({ rows }: SampleTable): number {
  const { width } = findCommonWidth(rows);
  const candidates = rows.slice(0, 50).flatMap((row, at) => {
    const fits = row.length === width && isLikeHeadings(row);
    return fits ? [{ at, known: row.filter(isKnownHeading).length }] : [];
  });
  const [first] = candidates.toSorted((a, b) => b.known - a.known);
  return first?.at ?? -1;
}

/** Cells that are all there but for the edges, differ from one another, and are no numbers. */
function isLikeHeadings(row: readonly string[]): boolean {
  const from = row.findIndex((cell) => cell !== '');
  const cells = row.slice(from, row.findLastIndex((cell) => cell !== '') + 1);
  return (
    from !== -1 &&
    cells.length > 1 &&
    cells.filter((cell) => cell !== '').length >= cells.length - 1 &&
    new Set(cells).size >= cells.length - 1 &&
    cells.every((cell) => !/^[\d.,:/ -]+$/.test(cell) || cell === '')
  );
}
