import { useState } from 'preact/hooks';
import type { BulkAction } from '../../../api/model/bulk-model.ts';
import type { MessageRowItem } from '../../../api/model/messages-model.ts';
import { words } from '../../shell/language.ts';
import type { AskBulk, BulkSelection } from './bulk-dialog.tsx';

interface SelectionBarProps {
  readonly rows: readonly MessageRowItem[];
  readonly selected: ReadonlySet<number>;
  readonly select: (selected: ReadonlySet<number>) => void;
  readonly asked: URLSearchParams;
  readonly ask: AskBulk;
}

/** What can be done with what is selected: these, or all that fit the filters once the whole page is selected. */
export function SelectionBar({ rows, selected, select, asked, ask }: SelectionBarProps) {
  const { messageList: texts } = words.value;
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
    <section class="selection" aria-label={texts.selection}>
      <strong>{isAll && isPage ? texts.allFitting : texts.selected(selected.size)}</strong>
      {isPage && !isAll && (
        <button class="ghost link" type="button" onClick={() => setAll(true)}>
          {texts.takeAllFitting}
        </button>
      )}
      <button class="ghost link" type="button" onClick={() => select(new Set())}>
        {texts.selectNone}
      </button>
      <span class="acts">
        {actions.map((action) => (
          <button key={action} class="b s" type="button" onClick={() => ask({ action, selection })}>
            {texts.actions[action]}
          </button>
        ))}
      </span>
    </section>
  );
}
