import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { xml } from '@codemirror/lang-xml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension, type Text } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { EditableAnswer, MessageFinding } from '../../../api/model/message-model.ts';
import { printableText } from '../../shell/printable-text.ts';

/** Markup is quiet, values are loud. */
const colours = HighlightStyle.define([
  {
    tag: [
      tags.tagName,
      tags.angleBracket,
      tags.attributeName,
      tags.propertyName,
      tags.punctuation,
      tags.meta,
    ],
    color: 'var(--text-2)',
  },
]);

const looks = EditorView.theme({
  '&': { backgroundColor: 'var(--bg)', color: 'var(--text)', maxHeight: '65vh' },
  // the frame around it has the ring
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', fontSize: '12.5px', lineHeight: '20px', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--bg)', color: 'var(--text-2)', border: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--warn)' },
  '.cm-tooltip': { backgroundColor: 'var(--bg)', color: 'var(--text)', border: '1px solid var(--line-2)' },
});

/** Without it the policy of the page would refuse the styles of the editor. */
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

/** What is looked at first stands in the middle of the editor, and the page stays at its answer. */
const scrollInside = EditorView.scrollHandler.of((view, { head }, { y }) => {
  if (y !== 'center') return false;
  const { top, height } = view.lineBlockAt(head);
  view.scrollDOM.scrollTop = top - (view.scrollDOM.clientHeight - height) / 2;
  return true;
});

interface EditorOptions {
  readonly parent: HTMLElement;
  readonly document: Pick<EditableAnswer, 'at' | 'newline' | 'syntax'>;
  readonly text: string;
  readonly label: string;
  onChange(doc: Text): void;
  onKeep(): void;
}

/** An editor of one document. All its lines end as they did before. */
export function openEditor({
  parent,
  document: about,
  text,
  label,
  onChange,
  onKeep,
}: EditorOptions): EditorView {
  const run = (): boolean => {
    onKeep();
    return true;
  };
  const keep = { key: 'Mod-s', preventDefault: true, run };
  const extensions: Extension = [
    EditorView.cspNonce.of(nonce),
    EditorState.lineSeparator.of(about.newline),
    looks,
    scrollInside,
    syntaxHighlighting(colours),
    lineNumbers(),
    highlightSpecialChars(),
    lintGutter(),
    history(),
    about.syntax === 'xml' ? xml() : about.syntax === 'json' ? json() : [],
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    keymap.of([keep, ...historyKeymap, ...lintKeymap, ...defaultKeymap]),
    EditorView.updateListener.of(({ docChanged, state }) => docChanged && onChange(state.doc)),
  ];
  const state = EditorState.create({ doc: text, extensions });
  const from = state.doc.line(Math.min(about.at ?? 1, state.doc.lines)).from;
  const scrollTo = EditorView.scrollIntoView(from, { y: 'center' });
  return new EditorView({ state: state.update({ selection: { anchor: from } }).state, scrollTo, parent });
}

/** Findings as wavy lines at their places. */
export function markFindings(view: EditorView, findings: readonly MessageFinding[]): void {
  view.dispatch(
    setDiagnostics(
      view.state,
      findings.flatMap((finding) => diagnosticsOf(view.state.doc, finding)),
    ),
  );
}

function diagnosticsOf(
  doc: Text,
  { places, severity, message, advice }: MessageFinding,
): readonly Diagnostic[] {
  return places.flatMap(({ line: number, value }) => {
    if (number === undefined || number > doc.lines) return [];
    const line = doc.line(number);
    const at = value ? line.text.indexOf(value) : -1;
    const from = at < 0 ? line.from + line.text.search(/\S|$/) : line.from + at;
    const to = at < 0 ? line.to : from + (value?.length ?? 0);
    const weight = severity === 'error' ? ('error' as const) : ('warning' as const);
    return [{ from, to, severity: weight, message: printableText(`${message} ${advice}`) }];
  });
}
