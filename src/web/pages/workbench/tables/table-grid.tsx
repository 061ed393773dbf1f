import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ShownTableModel } from '../../../../api/model/table-model.ts';
import { ColumnHeads } from '../../../parts/column-heads.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { formatCount } from '../../../parts/times.ts';
import { words } from '../../../shell/language.ts';
import { type Cells, isManyCells, layOver, padRow, parsePasted, rowAtLine } from './csv-text.ts';
import type { GridPlace, TableRows } from './use-table-rows.ts';

interface GridProps {
  readonly table: ShownTableModel;
  readonly edited: TableRows;
  readonly mayEdit: boolean;
  /** In how many messages of last month a row was looked up; undefined: nobody knows yet. */
  readonly met: ReadonlyMap<string, number> | undefined;
}

/** Rows of one's own that are shown at once: each has its fields. */
const most = 200;

/** Rows of one's own, which are typed, and below them those that are delivered. */
export function TableGrid({ table, edited, mayEdit, met }: GridProps) {
  const { tables } = words.value;
  const { rows, head } = edited;
  const body = useRef<HTMLTableSectionElement>(null);
  const [first, setFirst] = useShownRows(body, edited);
  const problems = findProblems(table, rows);
  return (
    <div class="scroll">
      <table class="wb-grid">
        <caption class="vh">{tables.caption(table.name)}</caption>
        <thead>
          <tr>
            <ColumnHeads names={head} />
            {met && (
              <th scope="col" class="num">
                {tables.seenLastMonth}
              </th>
            )}
            {mayEdit && (
              <th scope="col">
                <span class="vh">{tables.remove}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.slice(first, first + most).map((cells, n) => (
            <OwnRow
              key={first + n}
              {...{ head, edited, cells, row: first + n, mayEdit, met }}
              problem={problems.get(first + n)}
            />
          ))}
        </tbody>
        <BeneathRows {...{ table, edited, mayEdit, met, width: head.length }} />
      </table>
      {rows.length > most && <RowPages first={first} all={rows.length} onFirst={setFirst} />}
    </div>
  );
}

/** Which row is the first that is shown. The cursor goes where it is to be, also to a row that is not shown yet. */
function useShownRows(
  body: RefObject<HTMLTableSectionElement | null>,
  { focus, rows }: TableRows,
): readonly [first: number, setFirst: (first: number) => void] {
  const [asked, setFirst] = useState(0);
  const reached = useRef<GridPlace | undefined>(undefined);
  const first = asked < rows.length ? asked : Math.max(0, pageOf(rows.length - 1));
  // before the next key: it is for the new row
  useLayoutEffect(() => {
    if (focus === undefined || focus === reached.current) return;
    const wanted = pageOf(focus.row);
    if (wanted !== first) {
      setFirst(wanted);
      return;
    }
    reached.current = focus;
    findCell(body.current, { ...focus, row: focus.row - first })?.focus();
  }, [focus, first]);
  return [first, setFirst];
}

const pageOf = (row: number): number => Math.floor(row / most) * most;

const findProblems = ({ findings }: ShownTableModel, rows: readonly Cells[]): ReadonlyMap<number, string> =>
  new Map(
    findings.flatMap(({ line = 0, message }) => {
      const row = rowAtLine(rows, line);
      return row === undefined ? [] : [[row, message] as const];
    }),
  );

interface PagesProps {
  readonly first: number;
  readonly all: number;
  onFirst(first: number): void;
}

function RowPages({ first, all, onFirst }: PagesProps) {
  const { tables } = words.value;
  const end = Math.min(all, first + most);
  return (
    <nav class="pager acts" aria-label={tables.ownRows}>
      <span>{tables.rowsOf(formatCount(first + 1), formatCount(end), formatCount(all))}</span>
      <button type="button" class="b s" disabled={first === 0} onClick={() => onFirst(first - most)}>
        {tables.earlierRows}
      </button>
      <button type="button" class="b s" disabled={end === all} onClick={() => onFirst(first + most)}>
        {tables.laterRows}
      </button>
    </nav>
  );
}

interface RowProps extends Pick<GridProps, 'edited' | 'mayEdit' | 'met'> {
  readonly head: Cells;
  readonly cells: Cells;
  readonly row: number;
  readonly problem: string | undefined;
}

function OwnRow({ head, edited, cells, row, mayEdit, met, problem }: RowProps) {
  const { tables } = words.value;
  const { rows, change, go, undo } = edited;
  const remove = (): void =>
    change(
      rows.filter((_, n) => n !== row),
      { row: Math.max(0, row - 1), column: 0 },
    );
  const press = (event: KeyboardEvent, column: number): void => {
    const next = findNext(event, { row, column });
    if (!next || (next === 'undo' && !undo)) return;
    event.preventDefault();
    if (next === 'undo') undo?.();
    else if (next === 'remove') remove();
    else if (next.row < rows.length) go(next);
    else if (event.key === 'Enter') change([...rows, padRow([], head.length)], { ...next, column: 0 });
  };
  const paste = (event: ClipboardEvent, column: number): void => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!isManyCells(text)) return;
    event.preventDefault();
    change(layOver(rows, parsePasted(text), { row, column }, head.length), { row, column });
  };
  const type = (column: number, text: string): void =>
    change(rows.with(row, padRow(cells, head.length).with(column, text)), undefined, `${row} ${column}`);
  return (
    <tr class="is-own">
      {padRow(cells, head.length).map((cell, column) => (
        <td key={column}>
          <input
            value={cell}
            readOnly={!mayEdit}
            aria-label={tables.cell(head[column] ?? '', row + 1)}
            aria-invalid={problem === undefined ? undefined : true}
            title={problem}
            onInput={({ currentTarget }) => type(column, currentTarget.value)}
            onKeyDown={(event) => mayEdit && press(event, column)}
            onPaste={(event) => mayEdit && paste(event, column)}
          />
        </td>
      ))}
      {met && <td class="num wb-met">{met.get(cells[0]?.trim() ?? '') ?? 0}</td>}
      {mayEdit && (
        <td class="wb-remove">
          <button type="button" class="ghost" aria-label={tables.removeRow(cells[0] ?? '')} onClick={remove}>
            <Icon name="close" />
          </button>
        </td>
      )}
    </tr>
  );
}

/** Enter and the arrows walk through a column, Ctrl Delete takes the row away, Ctrl Z takes the last change back. */
function findNext(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  { row, column }: GridPlace,
): GridPlace | 'remove' | 'undo' | undefined {
  if (altKey) return undefined;
  if ((ctrlKey || metaKey) && key === 'z') return 'undo';
  if (ctrlKey) return key === 'Delete' ? 'remove' : undefined;
  if (key === 'ArrowUp') return row > 0 ? { row: row - 1, column } : undefined;
  return key === 'Enter' || key === 'ArrowDown' ? { row: row + 1, column } : undefined;
}

const findCell = (body: HTMLElement | null, { row, column }: GridPlace): HTMLInputElement | undefined =>
  body?.querySelectorAll('tr')[row]?.querySelectorAll('input')[column];

/** What is delivered: a row of one's own with its key takes its place. */
function BeneathRows({ table, edited, mayEdit, met, width }: GridProps & { readonly width: number }) {
  const keys = new Set(edited.rows.map(([key = '']) => key.trim()));
  return (
    <tbody class="wb-beneath">
      {table.beneath.map(({ cells }, n) => (
        <tr key={`${n} ${cells[0]}`} class={keys.has(cells[0] ?? '') ? 'is-replaced' : undefined}>
          {padRow(cells, width).map((cell, column) => (
            <td key={column} class={column < 2 ? 'mono' : undefined}>
              {cell}
            </td>
          ))}
          {met && <td class="num">{met.get(cells[0] ?? '') ?? 0}</td>}
          {mayEdit && <td />}
        </tr>
      ))}
    </tbody>
  );
}
