import { useEffect, useState } from 'preact/hooks';
import type { MappingFinding } from '../../../api/model/mapping-model.ts';
import { shownFileOf } from './mapping-pane.tsx';
import type { Editing } from './use-editing.ts';

/** Brings the cursor to the place of a finding, in whatever file of the chain it is. */
export function useProblemLink({
  panes: { views },
  shown,
  setShown,
}: Pick<Editing, 'panes' | 'shown' | 'setShown'>): (finding: MappingFinding) => void {
  const [asked, setAsked] = useState<MappingFinding>();
  const view = views.mapping;
  useEffect(() => {
    // the editor of another file comes a moment later
    if (!asked || !view?.dom.isConnected) return;
    const { doc } = view.state;
    const { from, to } = doc.line(Math.min(doc.lines, asked.line ?? 1));
    const anchor = Math.min(to, from + (asked.column ?? 1) - 1);
    view.dispatch({ selection: { anchor }, scrollIntoView: true });
    view.focus();
    setAsked(undefined);
  }, [asked, view, shown]);
  return (finding) => {
    const file = shownFileOf(finding.file ?? '');
    if (file) setShown(file);
    setAsked(finding);
  };
}
