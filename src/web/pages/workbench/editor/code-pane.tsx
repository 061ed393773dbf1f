import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { MappingFinding } from '../../../../api/model/mapping-model.ts';
import { printableText } from '../../../shell/printable-text.ts';
import { type LineMark, lineMarks, setClasses, setLit, setMarks } from './editor-marks.ts';
import { type CodeLanguage, setUpEditor } from './editor-setup.ts';
import { findTextChange } from './text-change.ts';

interface CodePaneProps {
  readonly label: string;
  readonly text: string;
  readonly language: CodeLanguage;
  readonly isReadOnly: boolean;
  readonly marks: readonly LineMark[];
  /** Lines that are looked at. */
  readonly lit: readonly number[];
  /** How each line looks, in their order. */
  readonly classes?: readonly string[];
  readonly problems?: readonly MappingFinding[];
  readonly more?: Extension;
  /**
   * Of a text that is edited, the editor knows best: only another number puts `text` in its place. (A page that draws a moment later
   * would put back what stood there before the last keys.)
   */
  readonly resets?: number;
  /** Another one: it is built anew with what `more` is then. */
  readonly edition?: string;
  onChange?(text: string): void;
  /** Somebody pointed at a place, by hand or key; 1-based. */
  onPoint(line: number, column: number): void;
  /** The editor that stands there now, for who draws between panes. */
  onView?(view: EditorView | undefined): void;
}

const noProblems: readonly MappingFinding[] = [];
const noClasses: readonly string[] = [];

/**
 * A text with what stands beside its lines. It is built anew only for another language or right: typing never moves the cursor. What is new
 * goes into the editor before the browser paints: a frame later is a frame that somebody waits for.
 */
export function CodePane(props: CodePaneProps) {
  const {
    label,
    text,
    language,
    isReadOnly,
    marks,
    lit,
    problems = noProblems,
    classes = noClasses,
    edition = '',
    resets = 0,
  } = props;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | undefined>(undefined);
  const last = useRef(props);
  last.current = props;
  useLayoutEffect(() => {
    if (!place.current) return;
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({ doc: last.current.text, extensions: extensionsOf(() => last.current) }),
    });
    editor.current = view;
    last.current.onView?.(view);
    return () => {
      last.current.onView?.(undefined);
      view.destroy();
    };
  }, [label, language, isReadOnly, edition]);
  const replaced = isReadOnly ? text : resets;
  useLayoutEffect(
    () => replaceText(editor.current, last.current.text),
    [replaced, label, language, isReadOnly, edition],
  );
  useLayoutEffect(
    () => editor.current?.dispatch({ effects: setMarks.of(marks) }),
    [marks, replaced, label, language, isReadOnly, edition],
  );
  useLayoutEffect(
    () => editor.current?.dispatch({ effects: setClasses.of(classes) }),
    [classes, replaced, label, language, isReadOnly, edition],
  );
  useLayoutEffect(() => showLit(editor.current, lit), [lit, replaced, label, language, isReadOnly, edition]);
  useLayoutEffect(() => {
    const view = editor.current;
    if (view) view.dispatch(setDiagnostics(view.state, diagnosticsOf(problems, view.state)));
  }, [problems, label, language, isReadOnly, edition]);
  return <div class="code-pane" ref={place} />;
}

function extensionsOf(props: () => CodePaneProps): Extension {
  const { label, language, isReadOnly, more = [] } = props();
  return [
    lineMarks(),
    isReadOnly ? [] : lintGutter(),
    more,
    setUpEditor(label, language, isReadOnly),
    keymap.of([{ key: 'Ctrl-.', run: (view) => point(view, props()) }]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged && !isReplaced(update.transactions))
        props().onChange?.(update.state.doc.toString());
      const isPointed = update.transactions.some((one) => one.isUserEvent('select'));
      if (isPointed && !update.docChanged) point(update.view, props());
    }),
  ];
}

function point({ state }: EditorView, { onPoint }: CodePaneProps): boolean {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  onPoint(line.number, head - line.from + 1);
  return true;
}

const isReplaced = (transactions: readonly { isUserEvent(event: string): boolean }[]): boolean =>
  transactions.some((one) => one.isUserEvent('replace'));

/** What the page knows better than the editor: another file, or a text that came back. Only what is otherwise is read and drawn anew. */
function replaceText(view: EditorView | undefined, text: string): void {
  const changes = view && findTextChange(view.state.doc.toString(), text);
  if (changes) view.dispatch({ changes, userEvent: 'replace' });
}

/** The first of them comes into view, unless one is there. */
function showLit(view: EditorView | undefined, lit: readonly number[]): void {
  if (view === undefined) return;
  const { doc } = view.state;
  const known = lit.filter((line) => line <= doc.lines);
  const [first] = known;
  const isSeen = known.some((line) => isInView(view, doc.line(line).from));
  view.dispatch({
    effects: [
      setLit.of(known),
      ...(first === undefined || isSeen
        ? []
        : [EditorView.scrollIntoView(doc.line(first).from, { y: 'center' })]),
    ],
  });
}

function isInView(view: EditorView, position: number): boolean {
  const { top, bottom } = view.lineBlockAt(position);
  const { scrollTop, clientHeight } = view.scrollDOM;
  return top >= scrollTop && bottom <= scrollTop + clientHeight;
}

function diagnosticsOf(problems: readonly MappingFinding[], { doc }: EditorState): readonly Diagnostic[] {
  return problems.flatMap(({ line = 1, column = 1, severity, message, advice }) => {
    if (line > doc.lines) return [];
    const at = doc.line(line);
    const from = Math.min(at.to, at.from + column - 1);
    return {
      from,
      to: Math.max(from, at.to),
      severity: severity === 'warning' ? 'warning' : 'error',
      message: printableText(`${message} ${advice}`),
    };
  });
}
