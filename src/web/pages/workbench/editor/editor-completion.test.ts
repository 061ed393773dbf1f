import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import type { SuggestionsAnswer } from '../../../../api/model/mapping-model.ts';
import { complete } from './editor-completion.ts';

const source = (path: string, count: number) => ({ path, example: 'x', count });
const target = (path: string, context: string[] = []) => ({
  ...{ path, type: 'text', meaning: '', isFilled: false, isList: false, dutch: '', context },
});
const suggestions: SuggestionsAnswer = {
  documents: 10,
  sources: [
    source('/Order/cac:OrderLine/cac:LineItem/cbc:EndDate', 10),
    source('/Order/cbc:Note', 2),
    source('/Order/cbc:ID', 10),
  ],
  targets: [
    target('lines/description', ['cac:OrderLine/cac:LineItem']),
    target('lines/position', ['cac:OrderLine/cac:LineItem']),
    target('order/description'),
    target('order/notes'),
  ],
};

/** Labels, the best first. */
function offer(text: string): readonly string[] {
  const state = EditorState.create({ doc: text });
  const result = complete(new CompletionContext(state, text.length, true), suggestions, String);
  const options = result?.options ?? [];
  return options.toSorted((a, b) => (b.boost ?? 0) - (a.boost ?? 0)).map(({ label }) => label);
}

it('offers first what a rule of the document can read', () => {
  const offered = offer('target:\n  order:\n    a: 1\n\n    # why\n    b: cbc:');
  expect(offered[0]).toBe('cbc:ID');
  expect(offered.indexOf('cbc:Note')).toBeLessThan(offered.indexOf('cbc:EndDate'));
});

it.each([
  ['says so itself', 'target:\n  other:\n    $each: "cac:OrderLine/cac:LineItem"\n    b: cbc:'],
  ['is in the delivered mapping', 'target:\n  lines:\n    b: cbc:'],
])('offers first what a rule of a line can read, where the block %s', (_, text) => {
  expect(offer(text)[0]).toBe('cbc:EndDate');
});

it('offers first the members of the block', () => {
  expect(offer('target:\n  order:\n    d').slice(0, 2)).toEqual(['description', 'notes']);
  const state = EditorState.create({ doc: 'target:\n  order:\n    d' });
  const result = complete(new CompletionContext(state, state.doc.length, true), suggestions, String);
  expect(result?.options.find(({ label }) => label === 'description')?.info).toBe('order/description');
});
