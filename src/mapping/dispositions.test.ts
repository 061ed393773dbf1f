import { describe, expect, it } from 'vitest';
import { problemsOf } from './testkit/dispositions/check.ts';
import { edifactSubject, idocSubject } from './testkit/dispositions/edi.ts';
import { leavesOf, restOf, rowOf, speaksOf } from './testkit/dispositions/rows.ts';
import { readDispositions } from './testkit/dispositions/table.ts';

/**
 * mappings/dispositions/NAME.csv says of everything that can stand in a document what becomes of it. Nothing is without a
 * row, and each row is what the mapping does with a document that is made for it.
 */

/** Rows that say how it shall be, where a mapping does otherwise so far: table, place and code. The list does not grow. */
const known: readonly string[] = [];

const subjects = [
  edifactSubject('edifact-d01b-orders', 'edifact-d01b-orders', 'edifact-d01b-orders-to-order'),
  edifactSubject('edifact-d01b-ordrsp', 'edifact-d01b-ordrsp', 'edifact-d01b-ordrsp-to-order-response'),
  edifactSubject('edifact-orders', 'edifact-d96a-orders', 'edifact-orders-to-order'),
  edifactSubject('edifact-ordchg', 'edifact-d96a-ordchg', 'edifact-ordchg-to-order'),
  edifactSubject('edifact-ordrsp', 'edifact-d96a-ordrsp', 'edifact-ordrsp-to-order-response'),
  idocSubject('idoc-orders', 'idoc-orders-to-order'),
  idocSubject('idoc-ordchg', 'idoc-ordchg-to-order'),
  idocSubject('idoc-ordrsp', 'idoc-ordrsp-to-order-response'),
];

/** Hundreds of documents a table: seconds, and more on a machine that does other things. */
const timeout = 120_000;

describe.each(subjects)('$name', (subject) => {
  const rows = readDispositions(subject.name).map(rowOf);
  const leaves = leavesOf(subject);

  it('has a row for every place of the format', () => {
    expect(leaves.length).toBeGreaterThan(subject.name.startsWith('idoc') ? 90 : 850);
    expect(leaves.filter((leaf) => restOf(leaf, rows) === undefined)).toEqual([]);
  });

  it('names places that there are, and each with a code once', () => {
    const isThere = (row: (typeof rows)[number]) =>
      row.isAnywhere ? leaves.some((leaf) => speaksOf(row, leaf)) : subject.places.has(row.path);
    // what a format does not describe may have a row too: it is told by the format itself
    expect(
      rows
        .filter(({ to }) => to === 'idoc-not-described')
        .filter(isThere)
        .map(({ place }) => place),
    ).toEqual([]);
    expect(
      rows.filter((row) => !isThere(row) && row.to !== 'idoc-not-described').map(({ place }) => place),
    ).toEqual([]);
    const same = Map.groupBy(rows, ({ place, qualifier }) => `${place} ${qualifier}`);
    expect([...same].flatMap(([key, { length }]) => (length > 1 ? [key] : []))).toEqual([]);
  });

  it('leaves out nothing commercial by a row for more than its leaf', () => {
    const isLeftOut = (leaf: string): boolean => {
      const row = restOf(leaf, rows);
      return row?.fate === 'ignored' && (row.qualifier === '*' || (row.path !== leaf && !row.isAnywhere));
    };
    const isCommercial = (leaf: string) => leaf.split('/').some((name) => subject.commercial.has(name));
    expect(leaves.filter(isCommercial).filter(isLeftOut)).toEqual([]);
  });

  it(
    'says what the mapping does',
    () => {
      const problems = rows.flatMap((row) => {
        const found = problemsOf(subject, row, rows);
        const key = [subject.name, row.place, row.qualifier].join(' ').trim();
        return found.length === 0 ? [] : [{ key, text: `line ${row.line}, ${key}: ${found.join('; ')}` }];
      });
      expect(problems.filter(({ key }) => !known.includes(key)).map(({ text }) => text)).toEqual([]);
      const red = new Set(problems.map(({ key }) => key));
      expect(known.filter((key) => key.startsWith(`${subject.name} `) && !red.has(key))).toEqual([]);
    },
    timeout,
  );
});
