import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ShownTableModel } from '../../../../api/model/table-model.ts';
import { ColumnHeads } from '../../../parts/column-heads.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { words } from '../../../shell/language.ts';
import { toast } from '../../../shell/toasts.tsx';
import { type Cells, isManyCells, layOver, padRow, parsePasted } from './csv-text.ts';

interface GridProps {
  readonly table: ShownTableModel;
  readonly rows: readonly Cells[];
  readonly mayEdit: boolean;
  /** In how many messages of last month a row was looked up; undefined: nobody knows yet. */
  readonly met: ReadonlyMap<string, number> | undefined;
  /** Where the cursor is to be; another object moves it again. */
  readonly focus: GridPlace | undefined;
  onChange(rows: readonly Cells[], focus?: GridPlace): void;
}

export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

/** Rows of one's own, which are typed, and below them those that are delivered. */
export function TableGrid({ table, rows, mayEdit, met, focus, onChange }: GridProps) {
  const { tables } = words.value;
  const head = table.head.length > 0 ? table.head : [tables.key, tables.value];
  const body = useRef<HTMLTableSectionElement>(null);
  // before the next key: it is for the new row
  useLayoutEffect(() => {
    if (focus) findCell(body.current, focus)?.focus();
  }, [focus]);
  const keys = new Set(rows.map(([key = '']) => key.trim()));
  const wrong = new Map(table.findings.map(({ line = 0, message }) => [line - 2, message]));
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
          {rows.map((cells, row) => (
            <OwnRow
              key={row}
              {...{ head, rows, cells, row, mayEdit, met, onChange, most: table.mostOwn }}
              problem={wrong.get(row)}
            />
          ))}
        </tbody>
        <tbody class="wb-beneath">
          {table.beneath.map(({ cells }, n) => (
            <tr key={`${n} ${cells[0]}`} class={keys.has(cells[0] ?? '') ? 'is-replaced' : undefined}>
              {padRow(cells, head.length).map((cell, column) => (
                <td key={column} class={column < 2 ? 'mono' : undefined}>
                  {cell}
                </td>
              ))}
              {met && <td class="num">{met.get(cells[0] ?? '') ?? 0}</td>}
              {mayEdit && <td />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps extends Pick<GridProps, 'rows' | 'mayEdit' | 'met' | 'onChange'> {
  readonly head: Cells;
  readonly cells: Cells;
  readonly row: number;
  readonly most: number;
  readonly problem: string | undefined;
}

function OwnRow({ head, rows, cells, row, mayEdit, met, most, problem, onChange }: RowProps) {
  const { tables } = words.value;
  const remove = (): void =>
    onChange(
      rows.filter((_, n) => n !== row),
      { row: Math.max(0, row - 1), column: 0 },
    );
  const press = (event: KeyboardEvent, column: number): void => {
    const next = findNext(event, { row, column });
    if (!next) return;
    event.preventDefault();
    if (next === 'remove') remove();
    else if (next.row < rows.length) onChange(rows, next);
    else if (event.key === 'Enter') onChange([...rows, padRow([], head.length)], { ...next, column: 0 });
  };
  const paste = (event: ClipboardEvent, column: number): void => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!isManyCells(text)) return;
    event.preventDefault();
    const laid = layOver(rows, parsePasted(text), { row, column }, head.length);
    if (laid.length > most) toast(tables.tooMany(laid.length, most));
    else onChange(laid, { row, column });
  };
  const type = (column: number, text: string): void =>
    onChange(rows.map((one, n) => (n === row ? padRow(one, head.length).with(column, text) : one)));
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
            onKeyDown={(event) => press(event, column)}
            onPaste={(event) => paste(event, column)}
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

/** Enter and the arrows walk through a column, Ctrl Delete takes the row away. */
function findNext(
  { key, ctrlKey, altKey }: KeyboardEvent,
  { row, column }: GridPlace,
): GridPlace | 'remove' | undefined {
  if (altKey) return undefined;
  if (ctrlKey) return key === 'Delete' ? 'remove' : undefined;
  if (key === 'ArrowUp') return row > 0 ? { row: row - 1, column } : undefined;
  return key === 'Enter' || key === 'ArrowDown' ? { row: row + 1, column } : undefined;
}

const findCell = (body: HTMLElement | null, { row, column }: GridPlace): HTMLInputElement | undefined =>
  body?.querySelectorAll('tr')[row]?.querySelectorAll('input')[column];
