import { TextRows } from '../csv/rows.ts';

/** A text as rows and cells, as its separator cuts it. */
export interface Table {
  readonly separator: string;
  readonly rows: readonly (readonly string[])[];
}

const separators = [';', '\t', '|', ','];

/** The separator that cuts the most rows into one number of fields. Undefined: no table. */
export function guessTable(text: string): Table | undefined {
  const tables = separators.map((separator) => ({ separator, rows: rowsOf(text, separator) }));
  const [best] = tables
    .map((table) => ({ table, score: scoreOf(table.rows) }))
    .sort((a, b) => b.score - a.score);
  return best !== undefined && best.score > 0 ? best.table : undefined;
}

const most = 2000;

function rowsOf(text: string, separator: string): readonly (readonly string[])[] {
  const start = /^sep=.\r?\n/i.exec(text)?.[0].length ?? 0;
  const rows = new TextRows(text.slice(start), { separator, quote: '"' });
  const found: string[][] = [];
  while (found.length < most && rows.next())
    found.push(Array.from({ length: rows.count }, (_, n) => rows.text(n).trim()));
  return found;
}

/** Rows of the commonest width, weighed by it; one column is no table. */
function scoreOf(rows: readonly (readonly string[])[]): number {
  const widths = Map.groupBy(rows, ({ length }) => length);
  const scores = [...widths].map(([width, same]) => (width < 2 ? 0 : same.length * Math.min(width, 12)));
  return Math.max(0, ...scores);
}

export const widthOf = ({ rows }: Table): number => {
  const widths = [...Map.groupBy(rows, ({ length }) => length)].sort((a, b) => b[1].length - a[1].length);
  return widths[0]?.[0] ?? 0;
};

/** Cells that are all there, differ from one another, and are no numbers. */
export const looksLikeHeadings = (row: readonly string[]): boolean =>
  row.length > 1 &&
  row.filter((cell) => cell !== '').length >= row.length - 1 &&
  new Set(row).size >= row.length - 1 &&
  row.every((cell) => !/^[\d.,:/ -]+$/.test(cell) || cell === '');
