import { expect, it } from 'vitest';
import { decisionTexts } from './decision-texts.ts';

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

it.each(Object.entries(decisionTexts.en))('%s says the same in Dutch, of the same values', (code, en) => {
  const nl = Object.entries(decisionTexts.nl).find(([one]) => one === code)?.[1] ?? '';
  expect(nl).not.toBe(en);
  expect(places(nl)).toEqual(places(en));
});
