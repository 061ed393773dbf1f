import { describe, expect, it } from 'vitest';
import { inferFormat } from '../../src/formats/infer-format.ts';
import { type HostileFile, hostileFiles } from '../../src/formats/testkit/hostile.ts';
import { delivered } from '../../src/formats/testkit/kit.ts';
import { exponentOf, linear } from './exponent.ts';

/** Bytes of the smallest of five hostile files, beside what stands around what is hostile. */
const usualSmallest = 50_000;

/** Documents of one file that are read. */
const most = 2000;

/**
 * Of one that is held whole: what lives at once outgrows the caches of a processor, and is copied by the collector. One tag of 50 kB is
 * read in 80 ns a byte, of 800 kB in 122: an exponent of 1.15. What grows with the square has 2.
 */
const outgrown = 1.25;

type Syntax = 'edifact' | 'csv' | 'fixed' | 'xml' | 'idoc' | 'idoc xml' | 'scsn';

/**
 * Tests that whatever a file of these syntaxes holds, time is in proportion to its size, over four doublings. One test file for
 * all of them would run for minutes when the others have ended long ago.
 */
export function testLinearTime(...syntaxes: readonly Syntax[]): void {
  const files = hostileFiles.filter(({ name }) => syntaxes.some((syntax) => name.startsWith(`${syntax}: `)));
  describe.each(files)('$name', testFile);
}

function testFile({ name, format, make, tooWideFrom }: HostileFile): void {
  const own = format();
  // the largest has 16 times as much, and is to be looked at
  const smallest = tooWideFrom === undefined ? usualSmallest : Math.floor(tooWideFrom / 20);
  const around = make(0).length;

  it('is cut in linear time', () => {
    const exponent = exponentOf(smallest, (size) => {
      const bytes = make(around + size);
      return () => void own.cut(bytes);
    });
    expect(exponent).toBeLessThanOrEqual(linear);
  });

  it('is read in linear time', () => {
    const exponent = exponentOf(smallest, (size) => {
      const documents = own.cut(make(around + size)).documents.slice(0, most);
      return () => {
        for (const document of documents) own.read(document);
      };
    });
    expect(exponent).toBeLessThanOrEqual(linear);
  });

  // an SCSN document has its format
  if (name.startsWith('scsn: ')) return;
  it('a format is inferred from it in linear time', () => {
    const exponent = exponentOf(smallest, (size) => {
      const bytes = make(around + size);
      return () => void inferFormat('own', [bytes], delivered);
    });
    expect(exponent).toBeLessThanOrEqual(outgrown);
  });
}
