import type { TreeAnswer } from '../../../api/model/message-model.ts';
import { textOf } from '../../parts/problem.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { words } from '../../shell/language.ts';

/** What the format makes of the document: names, values, and where each stands. */
export function TreeView({ id }: { readonly id: number }) {
  const { messages } = words.value;
  const { answer, error } = useAnswer<TreeAnswer>(`/messages/${id}/tree`);
  if (error !== undefined && !answer) return <p class="problem">{textOf(error)}</p>;
  if (!answer) return null;
  if (answer.rows.length === 0) return <p class="note">{messages.nothingToShow}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard
    <ol class="code tree" tabIndex={0} aria-label={messages.asTree}>
      {answer.rows.map((row, index) => (
        <li key={index}>
          <span class="n">{row.record ?? row.line ?? ''}</span>
          <span class="l">
            {'  '.repeat(row.depth)}
            <span class="q">{row.name}</span>
            {row.field !== undefined && <span class="q"> ({row.field})</span>} {row.value}
            {row.written !== undefined && row.written !== row.value && (
              <span class="q"> ← {row.written}</span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
