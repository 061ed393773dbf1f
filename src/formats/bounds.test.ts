import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { treeLimits } from '../tree/nodes/tree-limits.ts';
import { TextRows } from './csv/lexical/text-rows.ts';
import { inferFormat } from './infer-format.ts';
import { hostileFiles } from './testkit/hostile.ts';
import { delivered, readFile } from './testkit/kit.ts';

/** Of each code so many are kept, and one says how many more there are. */
const perCode = limits.findings + 1;

describe('a file that repeats itself without end', () => {
  it.each(hostileFiles)('$name: is told in few findings, and never by a throw', ({ format, make }) => {
    const { cut, reads } = readFile(format(), make(30_000));
    for (const { findings } of [cut, ...reads]) {
      const counts = [...Map.groupBy(findings, ({ code }) => code).values()].map(({ length }) => length);
      expect(Math.max(0, ...counts)).toBeLessThanOrEqual(perCode);
    }
  });

  const codesOf = (name: string, size: number): readonly string[] => {
    const { format, make } = hostileFiles.find((one) => one.name === name) ?? {};
    if (format === undefined || make === undefined) throw new Error(`no file ${name}`);
    return [...new Set(readFile(format(), make(size)).findings.map(({ code }) => code))];
  };

  it.each([
    ['edifact: one wide segment', 2 * treeLimits.tokens],
    ['edifact: one segment of many components', 2 * treeLimits.tokens],
    ['edifact: empty components', treeLimits.tokens],
    ['edifact: one repeated element', 2 * treeLimits.tokens],
    ['edifact: no tags', treeLimits.tokens],
    ['edifact: line breaks', treeLimits.tokens],
    ['fixed: short records', treeLimits.tokens],
  ])('%s: what it is cut into counts against a limit, and it is refused', (name, size) => {
    expect(codesOf(name, size + 10_000)).toEqual(['document-too-many-parts']);
  });

  it.each(['csv: many headings', 'csv: one heading again and again', 'csv: one wide row'])(
    '%s: no spreadsheet has so many columns',
    (name) => {
      expect(codesOf(name, 200_000)).toEqual(['csv-row-wide']);
    },
  );

  it.each([
    ['fixed: many orders', 4],
    ['xml: empty orders', 8],
  ])('%s: more documents than a file may hold', (name, length) => {
    expect(codesOf(name, limits.documents * length + 1000)).toEqual(['file-too-many-documents']);
  });

  it('tells the first of many findings in full, and how many there are beside', () => {
    const { format, make } = hostileFiles.find(({ name }) => name === 'edifact: unknown segments') ?? {};
    const { findings } = readFile(format?.() ?? raise(), make?.(10_000) ?? raise());
    expect(findings.filter(({ code }) => code === 'edi-unexpected')).toHaveLength(limits.findings);
    const [more] = findings.filter(({ code }) => code === 'findings-more');
    expect(more?.message).toMatch(/^There are \d+ more findings of the kind `edi-unexpected`/);
  });
});

function raise(): never {
  throw new Error('there is no such file');
}

it.each(['xml: one wide tag', 'xml: other elements'])('%s: no format is inferred from it', (name) => {
  const { make } = hostileFiles.find((one) => one.name === name) ?? {};
  expect(inferFormat('own', [make?.(50_000) ?? raise()], delivered).because?.en).toMatch(
    /more than 1000 different/,
  );
});

it.each([65_535, 65_536, 65_537, 131_073, 200_001])(
  'quotes that are doubled %i times are one each, also where a piece ends',
  (count) => {
    const rows = new TextRows(`"a${'""'.repeat(count)}b";x`, { separator: ';', quote: '"' });
    expect(rows.next()).toBe(true);
    expect(rows.text(0) === `a${'"'.repeat(count)}b`).toBe(true);
  },
);
