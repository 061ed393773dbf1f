import { expect, it } from 'vitest';
import { buildFileFormats } from '../../formats/format-registry.ts';
import { compareResults } from './result-differences.ts';

const formats = buildFileFormats();
const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const between = (from: unknown, to: unknown) =>
  compareResults(formats, 'exchange/order', bytes(from), bytes(to));

it('counts each place, and two of one key are two places', () => {
  const order = (unit: string) => ({
    lines: [
      { position: '10', unit, amounts: [{ unit }, { unit }] },
      { position: '10', unit, amounts: [] },
      { position: '20', unit, amounts: [] },
    ],
  });
  expect(between(order('STK'), order('C62'))).toEqual({
    kinds: [
      { path: 'lines/unit', place: 'lines[10]/unit', from: 'STK', to: 'C62', count: 3 },
      { path: 'lines/amounts/unit', place: 'lines[10]/amounts[1]/unit', from: 'STK', to: 'C62', count: 2 },
    ],
    paths: [
      { path: 'lines/unit', count: 3 },
      { path: 'lines/amounts/unit', count: 2 },
    ],
    leftOut: 0,
  });
});

it('a line that is left out is no change of the lines after it', () => {
  const line = (position: string, text: string) => ({ position, text });
  const { kinds } = between(
    { lines: [line('10', 'a'), line('20', 'b'), line('30', 'c')] },
    { lines: [line('10', 'a'), line('30', 'c')] },
  );
  expect(kinds).toEqual([
    { path: 'lines/position', place: 'lines[20]/position', from: '20', count: 1 },
    { path: 'lines/text', place: 'lines[20]/text', from: 'b', count: 1 },
  ]);
});

it('a number that is written otherwise is one change, not a line that goes and one that comes', () => {
  const lines = (...positions: readonly string[]) => ({
    lines: positions.map((position) => ({ position, text: 'a' })),
  });
  expect(between(lines('00010', '00020'), lines('10', '20')).paths).toEqual([
    { path: 'lines/position', count: 2 },
  ]);
});

it('keeps five hundred kinds of a message, counts all places, and says how many kinds it left', () => {
  const lines = (text: string) => ({
    lines: Array.from({ length: 700 }, (_, n) => ({ position: `${n}`, text: `${text} ${n}` })),
  });
  const { kinds, paths, leftOut } = between(lines('a'), lines('b'));
  expect([kinds.length, leftOut]).toEqual([500, 200]);
  expect(paths).toEqual([{ path: 'lines/text', count: 700 }]);
});
