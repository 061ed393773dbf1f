import type { TargetedClipboardEvent } from 'preact';
import { useState } from 'preact/hooks';
import type { ShownTableModel } from '../../../../api/model/table-model.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { submitOnCtrlEnter } from '../../../parts/forms/form-dialog.tsx';
import { formatCount } from '../../../parts/times.ts';
import { words } from '../../../shell/language.ts';
import { type Cells, parsePasted } from './csv-text.ts';
import { mergeRows, withoutHead } from './merge-rows.ts';
import type { TableRows } from './use-table-rows.ts';

export interface PasteProps {
  readonly shown: ShownTableModel;
  readonly edited: Pick<TableRows, 'rows' | 'head' | 'change'>;
  onClose(): void;
}

/** Rows that are named; the rest is counted. */
const mostNamed = 5;

/** Takes rows as a spreadsheet copies them. What would become of them is said before. */
export function PasteDialog({ shown, edited, onClose }: PasteProps) {
  const { pasting, deciding } = words.value;
  const [text, setText] = useState('');
  const [left, setLeft] = useState(0);
  const { head } = edited;
  const pasted = text.trim() === '' ? [] : withoutHead(parsePasted(text), head);
  const { rows, replaced } = mergeRows(edited.rows, pasted, head);
  const count = left || rows.length;
  const isTooMany = count > shown.mostOwn;
  const take = (changed: string): void => {
    const lines = changed.split('\n').length;
    setLeft(lines > shown.mostOwn ? lines : 0);
    if (lines <= shown.mostOwn) setText(changed);
  };
  const put = (event: Event): void => {
    event.preventDefault();
    edited.change(rows, { row: edited.rows.length === rows.length ? 0 : edited.rows.length, column: 0 });
    onClose();
  };
  return (
    <Dialog title={pasting.title} onClose={onClose}>
      <form onSubmit={put} onKeyDown={submitOnCtrlEnter}>
        <div class="body">
          <p>{pasting.hint(head.join(', '))}</p>
          <div class="field">
            <label for="pasted">{pasting.label}</label>
            <textarea
              class="in mono"
              id="pasted"
              rows={8}
              autofocus
              value={text}
              onInput={({ currentTarget }) => take(currentTarget.value)}
              onPaste={(event) => takePasted(event, take)}
            />
          </div>
          <p role="status">{pasted.length > 0 && pasting.found(formatCount(pasted.length), replaced)}</p>
          <Incomplete pasted={pasted} />
          {isTooMany && (
            <p class="problem" role="alert">
              {pasting.tooMany(formatCount(count), formatCount(shown.mostOwn))}
            </p>
          )}
        </div>
        <footer>
          <button class="b" type="button" onClick={onClose}>
            {deciding.cancel}
          </button>
          <button class="b p" type="submit" disabled={pasted.length === 0 || isTooMany}>
            {pasting.act(formatCount(pasted.length))}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

/** Browsers take a minute to put some thousand lines into a field as if they were typed; a million stays out of it. */
function takePasted(
  event: TargetedClipboardEvent<HTMLTextAreaElement>,
  onText: (text: string) => void,
): void {
  const pasted = event.clipboardData?.getData('text/plain') ?? '';
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  event.preventDefault();
  onText(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd));
}

/** Rows with an empty key or value: nobody knows what is meant. */
function Incomplete({ pasted }: { readonly pasted: readonly Cells[] }) {
  const { pasting } = words.value;
  const bad = pasted.flatMap(([key = '', value = ''], row) =>
    key.trim() === '' || value.trim() === '' ? [row + 1] : [],
  );
  if (bad.length === 0) return null;
  const named = bad.slice(0, mostNamed).map(formatCount).join(', ');
  return <p class="problem is-warning">{pasting.incomplete(named, bad.length, bad.length - mostNamed)}</p>;
}
