import type { EditorView } from '@codemirror/view';
import { useEffect, useState } from 'preact/hooks';
import type { InsertionAnswer } from '../../../../api/model/workbench/mapping-editing-model.ts';

interface InsertionSite {
  /** The editor of one's own text; undefined while another text stands in the pane. */
  readonly editor: EditorView | undefined;
  /** One's own text comes into the pane, begun where there is none. */
  showOwn(): void;
  /** It stands there now, on that line. */
  onPut(line: number): void;
}

/** Puts a rule into one's own text, as if it had been typed: whoever does not want it takes it back. */
export function useInsertion({
  editor,
  showOwn,
  onPut,
}: InsertionSite): (insertion: InsertionAnswer) => void {
  const [waiting, setWaiting] = useState<InsertionAnswer>();
  useEffect(() => {
    // the text that stood there before may be there a moment longer
    if (!waiting || !editor || editor.state.readOnly) return;
    setWaiting(undefined);
    replaceByTyping(editor, waiting);
    onPut(waiting.line);
  }, [waiting, editor]);
  return (insertion) => {
    showOwn();
    setWaiting(insertion);
  };
}

/** Only what is otherwise is changed: the rest keeps its marks. */
function replaceByTyping(view: EditorView, { text, line }: InsertionAnswer): void {
  const before = view.state.doc.toString();
  let [from, end, to] = [0, before.length, text.length];
  while (from < end && from < to && before[from] === text[from]) from += 1;
  while (end > from && to > from && before[end - 1] === text[to - 1]) [end, to] = [end - 1, to - 1];
  view.dispatch({ changes: { from, to: end, insert: text.slice(from, to) }, userEvent: 'input.rule' });
  const at = view.state.doc.line(Math.min(line, view.state.doc.lines));
  // its beginning says which member it is for
  view.dispatch({ selection: { anchor: at.from + at.text.search(/\S|$/) }, scrollIntoView: true });
  view.focus();
}
