import { describe, expect, it } from 'vitest';
import { inferFormat } from '../../src/formats/infer-format.ts';
import { type HostileFile, hostileFiles } from '../../src/formats/testkit/hostile.ts';
import { delivered } from '../../src/formats/testkit/kit.ts';
import { exponentOf, linear } from './exponent.ts';

/** Bytes of the smallest of five hostile files, beside what stands around what is hostile. */
const usualSmallest = 50_000;

/**
 * Of one whose parts all have names of their own: tables of names outgrow the caches of a processor, the sooner the more others use them.
 * One tag of 50 kB takes 960 instructions a byte and of 800 kB 1150, but half as much time again: exponents of 1.04 to 1.26 in the same
 * program, as busy as the machine is. What grows with the square has 2.
 */
const outgrown = 1.35;

/** Documents of one file that are read. */
const mostDocuments = 2000;

type Syntax = 'edifact' | 'csv' | 'fixed' | 'xml' | 'idoc' | 'idoc xml' | 'scsn';

/**
 * Tests that whatever a file of these syntaxes holds, time is in proportion to its size, over four doublings. One test file for
 * all of them would run for minutes when the others have ended long ago.
 */
export function testLinearTime(...syntaxes: readonly Syntax[]): void {
  const files = hostileFiles.filter(({ name }) => syntaxes.some((syntax) => name.startsWith(`${syntax}: `)));
  describe.each(files)('$name', testFile);
}

function testFile({ name, format, make, tooWideFrom, isOfNames }: HostileFile): void {
  const own = format();
  // the largest has 16 times as much, and is to be looked at
  const smallest = tooWideFrom === undefined ? usualSmallest : Math.floor(tooWideFrom / 20);
  const most = isOfNames ? outgrown : linear;
  const around = make(0).length;

  it('is cut in linear time', () => {
    const exponent = exponentOf(smallest, (size) => {
      const bytes = make(around + size);
      return () => void own.cut(bytes);
    });
    expect(exponent).toBeLessThanOrEqual(most);
  });

  it('is read in linear time', () => {
    const exponent = exponentOf(smallest, (size) => {
      const documents = own.cut(make(around + size)).documents.slice(0, mostDocuments);
      return () => {
        for (const document of documents) own.read(document);
      };
    });
    expect(exponent).toBeLessThanOrEqual(most);
  });

  // an SCSN document has its format
  if (name.startsWith('scsn: ')) return;
  it('a format is inferred from it in linear time', () => {
    const exponent = exponentOf(smallest, (size) => {
      const bytes = make(around + size);
      return () => void inferFormat('own', [bytes], delivered);
    });
    expect(exponent).toBeLessThanOrEqual(most);
  });
}
