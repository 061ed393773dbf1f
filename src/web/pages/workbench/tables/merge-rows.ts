import { type Cells, padRow } from './csv-text.ts';

/** Pasted rows without the headings; one whose key stands there already takes the place of that row. */
export function mergeRows(
  rows: readonly Cells[],
  pasted: readonly Cells[],
  head: Cells,
): { readonly rows: readonly Cells[]; readonly replaced: number } {
  const places = new Map(rows.map(([key = ''], row) => [key.trim(), row]));
  const merged = [...rows];
  let replaced = 0;
  for (const cells of withoutHead(pasted, head)) {
    const padded = padRow(cells, head.length);
    const key = padded[0]?.trim() ?? '';
    const place = key === '' ? undefined : places.get(key);
    if (place === undefined) merged.push(padded);
    else merged[place] = padded;
    if (place !== undefined) replaced += 1;
  }
  return { rows: merged, replaced };
}

/** Rows that hold nothing are none. */
export const withoutHead = (pasted: readonly Cells[], head: Cells): readonly Cells[] =>
  pasted.filter(
    (cells, row) => cells.some((cell) => cell.trim() !== '') && !(row === 0 && isHead(cells, head)),
  );

const isHead = (cells: Cells, head: Cells): boolean =>
  head.every((name, column) => (cells[column] ?? '').trim().toLowerCase() === name.toLowerCase());
