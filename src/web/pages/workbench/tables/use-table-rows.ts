import { useEffect, useState } from 'preact/hooks';
import type { ShownTableModel, TablesAnswer } from '../../../../api/model/table-model.ts';
import { address, changeQuery } from '../../../shell/address.ts';
import { words } from '../../../shell/language.ts';
import { type DraftState, useDraftFile } from '../draft/use-draft.ts';
import { type Cells, padRow, parseCsv, renderCsv } from './csv-text.ts';
import { noHistory, rememberRows, undoLast } from './row-history.ts';

export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

/** Rows of one's own as they are typed, and their text in the draft. */
export interface TableRows {
  readonly rows: readonly Cells[];
  /** Names of its columns. */
  readonly head: Cells;
  readonly draft: DraftState;
  /** Where the cursor is to be; another object moves it again. */
  readonly focus: GridPlace | undefined;
  /** There would be more rows than a page edits: so many. Nothing was changed then. */
  readonly tooMany: number | undefined;
  /** `cell`: where it is typed. */
  change(rows: readonly Cells[], focus?: GridPlace, cell?: string): void;
  go(place: GridPlace): void;
  add(key: string): void;
  /** Absent: nothing was changed in this window. */
  readonly undo: (() => void) | undefined;
}

const headOf = (shown: ShownTableModel | undefined): Cells => {
  const { tables } = words.value;
  return shown && shown.head.length > 0 ? shown.head : [tables.key, tables.value];
};

export function useTableRows(name: string, answer: TablesAnswer, mayEdit: boolean): TableRows {
  const { shown } = answer;
  const head = headOf(shown);
  const draft = useTableDraft(name, answer, mayEdit);
  const [rows, setRows] = useState<readonly Cells[]>(() => readRows(shown, draft));
  const [history, setHistory] = useState(noHistory);
  const [focus, setFocus] = useState<GridPlace>();
  const [tooMany, setTooMany] = useState<number>();
  const write = (next: readonly Cells[]): void => {
    setRows(next);
    setTooMany(undefined);
    if (shown) draft.change(renderCsv(head, next, shown.separator));
  };
  const change: TableRows['change'] = (next, at, cell) => {
    if (shown && next.length > Math.max(rows.length, shown.mostOwn)) {
      setTooMany(next.length);
      return;
    }
    setHistory(rememberRows(history, rows, cell));
    write(next);
    if (at) setFocus({ ...at });
  };
  const last = undoLast(history);
  const undo =
    last &&
    ((): void => {
      setHistory(last.left);
      write(last.rows);
    });
  const add = (key: string): void =>
    change([...rows, padRow([key], head.length)], { row: rows.length, column: key === '' ? 0 : 1 });
  useAskedRow(shown, (key) => {
    if (mayEdit && !rows.some(([own]) => own === key)) add(key);
  });
  return { rows, head, draft, focus, tooMany, change, go: (place) => setFocus({ ...place }), add, undo };
}

function useTableDraft(
  name: string,
  { shown, draft: kept, base }: TablesAnswer,
  mayEdit: boolean,
): DraftState {
  const start = {
    ...{ name, file: shown?.ownPath ?? 'tables/none.csv', files: kept?.files ?? {}, saved: undefined },
    ...{ running: base, base: kept?.base ?? base, edition: kept?.edition ?? 0, keptAt: kept?.at },
  };
  const draft = useDraftFile(start, mayEdit);
  // discarded, or another window's: the rows come from the gateway
  useEffect(() => {
    if (draft.resets > 0) location.reload();
  }, [draft.resets]);
  return draft;
}

/** A row that the address asks for: it was asked for on the page of another table. */
function useAskedRow(shown: ShownTableModel | undefined, onAsked: (key: string) => void): void {
  const { query } = address.value;
  // the table that was shown before stays until the one that is asked for is there
  const asked = query.get('table') === shown?.name ? query.get('add') : null;
  useEffect(() => {
    if (asked === null) return;
    changeQuery({ add: undefined });
    onAsked(asked);
  }, [asked]);
}

/** As the gateway has them; over them what this window could not send when the page was left. */
const readRows = (shown: ShownTableModel | undefined, { isOpen, text }: DraftState): readonly Cells[] =>
  isOpen && text !== undefined ? parseCsv(text, shown?.separator ?? ',') : (shown?.own ?? []);
