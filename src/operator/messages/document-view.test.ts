import { expect, it } from 'vitest';
import { selectParts, splitDocument } from './document-view.ts';

it('an interchange on one line is told by its segments, whatever its separators', () => {
  expect(splitDocument("UNA:+.? 'UNB+UNOC:3+A?'B'UNH+1'BGM+220'")).toEqual({
    unit: 'segment',
    lines: ["UNB+UNOC:3+A?'B'", "UNH+1'", "BGM+220'"],
  });
  expect(splitDocument("UNB+UNOC:3'\nUNH+1'\n")).toEqual({ unit: 'line', lines: ["UNB+UNOC:3'", "UNH+1'"] });
  expect(splitDocument('<Order>\r\n</Order>').lines).toEqual(['<Order>', '</Order>']);
});

it('the places of a document are shown with lines around, those close to one another as one part', () => {
  const document = splitDocument(Array.from({ length: 100 }, (_, n) => `${n + 1}`).join('\n'));
  const ranges = (places: readonly number[]) =>
    selectParts(document, places).map(({ from, lines }) => [from, from + lines.length - 1]);
  expect(ranges([])).toEqual([[1, 40]]);
  expect(ranges([60, 52, 3, 900])).toEqual([
    [1, 8],
    [47, 65],
  ]);
  expect(ranges([100])).toEqual([[95, 100]]);
});
