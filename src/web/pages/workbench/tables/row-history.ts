import type { Cells } from './csv-text.ts';

type Rows = readonly Cells[];

/** What can be undone: the rows before each change, the newest last. */
export interface RowHistory {
  readonly before: readonly Rows[];
  /** Where the last change was typed: typing on there is undone with it. */
  readonly cell: string | undefined;
}

export const noHistory: RowHistory = { before: [], cell: undefined };

/** Changes that can be undone. */
const most = 100;

/** `rows`: as they are before a change. `cell`: it is typed there; undefined: rows come or go. */
export function rememberRows(history: RowHistory, rows: Rows, cell: string | undefined): RowHistory {
  if (cell !== undefined && cell === history.cell) return history;
  return { before: [...history.before, rows].slice(-most), cell };
}

export function undoLast({
  before,
}: RowHistory): { readonly rows: Rows; readonly left: RowHistory } | undefined {
  const rows = before.at(-1);
  return rows && { rows, left: { before: before.slice(0, -1), cell: undefined } };
}
