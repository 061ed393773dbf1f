import { useState } from 'preact/hooks';
import type { MessageRowItem } from '../../../api/model/messages-model.ts';
import { words } from '../../shell/language.ts';
import type { AskBulk, BulkAction, BulkSelection } from './bulk-dialog.tsx';

interface SelectionBarProps {
  readonly rows: readonly MessageRowItem[];
  readonly selected: ReadonlySet<number>;
  readonly select: (selected: ReadonlySet<number>) => void;
  readonly asked: URLSearchParams;
  readonly ask: AskBulk;
}

/** What can be done with what is selected: these, or all that fit the filters once the whole page is selected. */
export function SelectionBar({ rows, selected, select, asked, ask }: SelectionBarProps) {
  const { messageList: say } = words.value;
  const [isAll, setAll] = useState(false);
  const isPage = rows.every(({ id }) => selected.has(id));
  const filter = Object.fromEntries(asked);
  delete filter.before;
  delete filter.after;
  const selection: BulkSelection = isAll && isPage ? { fitting: filter } : { ids: [...selected] };
  const standings = new Set(rows.filter(({ id }) => selected.has(id)).map(({ standing }) => standing));
  const actions: readonly BulkAction[] = standings.has('rejected')
    ? ['close', ...(standings.size > 1 ? (['retry', 'discard'] as const) : [])]
    : ['retry', 'release', 'discard'];
  return (
    <section class="selection" aria-label={say.selection}>
      <strong>{isAll && isPage ? say.allFitting : say.selected(selected.size)}</strong>
      {isPage && !isAll && (
        <button class="ghost link" type="button" onClick={() => setAll(true)}>
          {say.takeAllFitting}
        </button>
      )}
      <button class="ghost link" type="button" onClick={() => select(new Set())}>
        {say.selectNone}
      </button>
      <span class="acts">
        {actions.map((action) => (
          <button key={action} class="b s" type="button" onClick={() => ask({ action, selection })}>
            {say.actions[action]}
          </button>
        ))}
      </span>
    </section>
  );
}
