import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { xml } from '@codemirror/lang-xml';
import { yaml } from '@codemirror/lang-yaml';
import { foldGutter, foldKeymap, HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { words } from '../../../shell/language.ts';

export type CodeLanguage = 'yaml' | 'xml' | 'json' | 'text';

/** Markup is quiet, values are loud; one accent is left for what is looked at. */
const colours = HighlightStyle.define([
  {
    tag: [
      tags.tagName,
      tags.angleBracket,
      tags.attributeName,
      tags.propertyName,
      tags.punctuation,
      tags.separator,
    ],
    color: 'var(--text-2)',
  },
  { tag: [tags.processingInstruction, tags.documentMeta, tags.meta], color: 'var(--text-2)' },
  { tag: tags.comment, color: 'var(--text-2)', fontStyle: 'italic' },
]);

const looks = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--bg)', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--mono)',
    fontSize: '12.5px',
    lineHeight: '20px',
    fontVariantLigatures: 'none',
  },
  '.cm-content': { caretColor: 'var(--text)', padding: '4px 0' },
  '.cm-gutters': { backgroundColor: 'var(--bg)', color: 'var(--text-2)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--bg-2)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--accent-bg) !important',
  },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'var(--warn-bg)' },
  '.cm-tooltip, .cm-panels': {
    backgroundColor: 'var(--bg)',
    color: 'var(--text)',
    border: '1px solid var(--line-2)',
    borderRadius: 'var(--radius)',
  },
  // its own are those of a light page, whatever the page is
  '.cm-textfield, .cm-button': {
    border: '1px solid var(--line-2)',
    background: 'var(--bg)',
    color: 'var(--text)',
    fontSize: 'var(--small)',
  },
  '.cm-panel.cm-search label': { display: 'inline-block', fontSize: 'var(--small)' },
  '.cm-textfield::placeholder': { color: 'var(--text-2)' },
  '.cm-panel.cm-search [name="close"]': { color: 'var(--text)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent-bg)',
    color: 'var(--text)',
  },
  '.cm-completionDetail': { color: 'var(--text-2)', fontStyle: 'normal', marginLeft: '12px' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--bg-2)', border: 'none', color: 'var(--text-2)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warn)',
    textUnderlineOffset: '3px',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-lint-marker': { width: '8px', height: '8px', content: '""', marginTop: '6px' },
  '.cm-lint-marker-error': { backgroundColor: 'var(--bad)', borderRadius: '1px' },
  '.cm-lint-marker-warning': { border: '1.5px solid var(--warn)', borderRadius: '50%' },
});

/** Without it the styles of the editor would be refused by the policy of the page. */
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

const languageOf = (language: CodeLanguage): Extension => {
  if (language === 'yaml') return yaml();
  if (language === 'xml') return xml();
  return language === 'json' ? json() : [];
};

export function setUpEditor(label: string, language: CodeLanguage, isReadOnly: boolean): Extension {
  return [
    EditorView.cspNonce.of(nonce),
    looks,
    syntaxHighlighting(colours),
    lineNumbers(),
    highlightSpecialChars(),
    foldGutter(),
    drawSelection(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    search({ top: true }),
    EditorState.phrases.of(words.value.panes.editorPhrases),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    languageOf(language),
    indentUnit.of('  '),
    isReadOnly ? EditorState.readOnly.of(true) : [history(), keymap.of([...historyKeymap, indentWithTab])],
    keymap.of([...lintKeymap, ...searchKeymap, ...foldKeymap, ...defaultKeymap]),
  ];
}
