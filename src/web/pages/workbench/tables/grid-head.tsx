import { useState } from 'preact/hooks';
import type { ShownTableModel } from '../../../../api/model/table-model.ts';
import { SearchField } from '../../../parts/forms/search-field.tsx';
import { address, changeQuery, linkTo, pathWith } from '../../../shell/address.ts';
import { words } from '../../../shell/language.ts';
import { OpenPaste } from './open-paste.tsx';
import type { TableRows } from './use-table-rows.ts';

interface HeadProps {
  readonly shown: ShownTableModel;
  readonly edited: TableRows;
  readonly mayEdit: boolean;
}

/** Rows of a table that fit on a screen. */
const few = 20;

/** The table's name, a row that is sought, and what can be done with its rows. */
export function GridHead({ shown, edited, mayEdit }: HeadProps) {
  const { tables } = words.value;
  const [isPasting, setPasting] = useState(false);
  const isLong = shown.beneathCount > few || edited.rows.length > few || address.value.query.has('find');
  return (
    <header class="wb-grid-head">
      <h2 id="table-name">
        {shown.name} <span class="mono muted">{shown.path}</span>
      </h2>
      {isLong && <FindRow {...{ shown, edited }} />}
      {mayEdit && (
        <>
          {edited.undo && (
            <button type="button" class="b" onClick={edited.undo}>
              {tables.undo}
            </button>
          )}
          <button type="button" class="b" onClick={() => setPasting(true)}>
            {tables.paste}
          </button>
          <button type="button" class="b" onClick={() => edited.add('')}>
            + {tables.addRow}
          </button>
        </>
      )}
      {edited.tooMany !== undefined && (
        <p class="problem" role="alert">
          {tables.tooMany(edited.tooMany, shown.mostOwn)}
        </p>
      )}
      {isPasting && <OpenPaste {...{ shown, edited }} onClose={() => setPasting(false)} />}
    </header>
  );
}

/** Goes to the next row of one's own that has the text; of those beneath, the ones that have it are shown. */
function FindRow({ shown, edited }: Omit<HeadProps, 'mayEdit'>) {
  const { path, query } = address.value;
  const [find, setFind] = useState(query.get('find') ?? '');
  const search = (event: Event): void => {
    event.preventDefault();
    const text = find.trim();
    changeQuery({ find: text || undefined, table: shown.name });
    const from = (edited.focus?.row ?? -1) + 1;
    const row = text === '' ? -1 : findRow(edited.rows, text.toLowerCase(), from);
    if (row >= 0) edited.go({ row, column: 0 });
  };
  return (
    <form action={linkTo(pathWith(path, query, {}))} onSubmit={search}>
      <SearchField label={words.value.tables.find} value={find} onText={setFind} />
    </form>
  );
}

/** From that row on, then from the first; -1: none has it. */
function findRow(rows: TableRows['rows'], text: string, from: number): number {
  const fits = (cells: readonly string[]): boolean => cells.some((cell) => cell.toLowerCase().includes(text));
  const next = rows.findIndex((cells, row) => row >= from && fits(cells));
  return next < 0 ? rows.findIndex(fits) : next;
}
