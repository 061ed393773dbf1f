import { expect, it } from 'vitest';
import * as en from './words/en.ts';
import { nl } from './words/nl.ts';
import {
  type PartName,
  part,
  renderSentence,
  renderYamlSentence,
  type SharedSentence,
} from './yaml-sentences.ts';

const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

it.each(Object.keys(en.sentences) as SharedSentence[])('%s has the same values in Dutch', (sentence) => {
  for (const [at, text] of en.sentences[sentence].entries()) {
    const dutch = nl.sentences[sentence][at] ?? '';
    expect(holes(dutch)).toEqual(holes(text));
    if (text !== '{todo}') expect(dutch).not.toBe(text);
  }
});

it.each(Object.keys(en.parts) as PartName[])('the part %s has the same values in Dutch', (name) => {
  expect(holes(nl.parts[name])).toEqual(holes(en.parts[name]));
});

it('says parts inside parts, and what the schema says where there is Dutch for it', () => {
  const wanted = part('kind-number');
  const values = {
    what: part('setting', { path: 'a.b' }),
    kind: part('kind-text'),
    wanted,
    todo: part('give', { wanted }),
  };
  expect(renderYamlSentence('wrong-value/type', values, { language: 'nl' })).toEqual({
    message: '`a.b` is tekst; het moet een getal zijn.',
    advice: 'Geef een getal.',
  });
  const wording = { language: 'nl', schema: { 'a path': 'een pad' } } as const;
  expect(
    renderSentence(['{a}', '{b}'], { a: { schema: 'a path' }, b: { schema: 'a file' } }, wording),
  ).toEqual({
    message: 'een pad',
    advice: 'a file',
  });
});
