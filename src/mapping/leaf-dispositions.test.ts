import { describe, expect, it } from 'vitest';
import { DispositionJudge } from './testkit/dispositions/judge.ts';
import {
  DispositionIndex,
  plainPath,
  shapeAt,
  silentlyCovered,
  walkModel,
} from './testkit/dispositions/model.ts';
import { sampleOf } from './testkit/dispositions/sample.ts';
import { readDispositions } from './testkit/dispositions/table.ts';

/**
 * SCSN documents and JSON of the exchange, leaf by leaf: every leaf of the model has a row in mappings/dispositions, and each
 * row is what the delivered mapping does with a document made for it.
 */
const tables = [
  ['scsn-order', 'order-to-exchange', 4000],
  ['scsn-order-response', 'order-response-to-exchange', 2500],
  ['scsn-despatch-advice', 'despatch-advice-to-exchange', 2500],
  ['exchange-order-to-response', 'order-to-order-response', 400],
  ['exchange-order-to-order', 'order-to-order', 400],
  ['exchange-order-to-status', 'order-to-order-status', 300],
  ['exchange-shipment', 'shipment-to-despatch-advice', 200],
] as const;

/** The words of a qualifier that are no value of something beside the leaf. */
const codesOf = (qualifier: string): readonly string[] =>
  qualifier.split(';').flatMap((part) => (part.includes('=') || part.trim() === '' ? [] : [part.trim()]));

/** Rows that say how it shall be, where a mapping does otherwise so far: table, place and qualifier. The list does not grow. */
const known: readonly string[] = [];

describe.each(tables)('mappings/dispositions/%s.csv', (name, mapping, atLeast) => {
  const rows = readDispositions(name);
  const index = new DispositionIndex(rows);
  const sample = sampleOf(name, mapping);

  it('has a row for every leaf of the model', () => {
    const { leaves, missing } = walkModel(sample.shape, index);
    expect(missing).toEqual([]);
    expect(leaves).toBeGreaterThan(atLeast);
  });

  it('names places of the model alone, and says each thing once', () => {
    const places = rows.map(({ place }) => place).filter((place) => !place.startsWith('/'));
    expect(places.filter((place) => shapeAt(sample.shape, place) === undefined)).toEqual([]);
    const said = Map.groupBy(rows, ({ place, qualifier, fate, to }) =>
      [place, qualifier, fate, to].join(' '),
    );
    expect([...said].flatMap(([key, { length }]) => (length > 1 ? [key] : []))).toEqual([]);
  });

  it('says of each code that makes a difference what becomes of any other', () => {
    const byPlace = Map.groupBy(rows, ({ place }) => plainPath(place));
    const isRest = ({ qualifier }: (typeof rows)[number]) => codesOf(qualifier).every((code) => code === '*');
    const isYesOrNo = (place: string) => /Indicator$/.test(place);
    const open = [...byPlace].filter(([place, some]) => !isYesOrNo(place) && !some.some(isRest));
    expect(open.map(([place]) => place)).toEqual([]);
  });

  it('leaves out nothing commercial as one of the rest', () => {
    expect(silentlyCovered(sample.shape, index)).toEqual([]);
  });

  it('says what the mapping does', () => {
    const wrong = new DispositionJudge(sample, index).findWrong(rows).map(({ row, problem }) => ({
      key: [name, plainPath(row.place), row.qualifier].join(' ').trim(),
      text: `line ${row.line}, ${row.place} ${row.qualifier}: ${problem}`,
    }));
    expect(wrong.filter(({ key }) => !known.includes(key)).map(({ text }) => text)).toEqual([]);
    const red = new Set(wrong.map(({ key }) => key));
    expect(known.filter((key) => key.startsWith(`${name} `) && !red.has(key))).toEqual([]);
  });
});
