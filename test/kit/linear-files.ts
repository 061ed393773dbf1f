import { describe, expect, it } from 'vitest';
import { inferFormat } from '../../src/formats/infer-format.ts';
import { type HostileFile, hostileFiles } from '../../src/formats/testkit/hostile.ts';
import { delivered } from '../../src/formats/testkit/kit.ts';
import { exponentOf, linear } from './exponent.ts';

/** Bytes of the smallest of five hostile files, beside what stands around what is hostile. */
const usualSmallest = 50_000;

/**
 * Of one whose parts all have names of their own: tables of names outgrow the caches of a processor from a few hundred kilobytes on. One
 * tag of 50 kB takes 960 instructions a byte and of 800 kB 1150, but half as much time again; a plain set of as many names takes
 * several times as long for each of them.
 */
const smallestOfNames = 12_500;

/** Documents of one file that are read. */
const most = 2000;

type Syntax = 'edifact' | 'csv' | 'fixed' | 'xml' | 'idoc' | 'idoc xml' | 'scsn';

/**
 * Tests that whatever a file of these syntaxes holds, time is in proportion to its size, over four doublings. One test file for
 * all of them would run for minutes when the others have ended long ago.
 */
export function testLinearTime(...syntaxes: readonly Syntax[]): void {
  const files = hostileFiles.filter(({ name }) => syntaxes.some((syntax) => name.startsWith(`${syntax}: `)));
  describe.each(files)('$name', testFile);
}

function smallestOf({ tooWideFrom, isOfNames }: HostileFile): number {
  // the largest has 16 times as much, and is to be looked at
  if (tooWideFrom !== undefined) return Math.floor(tooWideFrom / 20);
  return isOfNames ? smallestOfNames : usualSmallest;
}

function testFile(file: HostileFile): void {
  const { name, format, make } = file;
  const own = format();
  const smallest = smallestOf(file);
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
    expect(exponent).toBeLessThanOrEqual(linear);
  });
}
