import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseCsvRows } from '../../tables/csv-rows.ts';
import { folder } from '../delivered.ts';

/** What becomes of one leaf of a document, written by hand from the standard: a row of mappings/dispositions/NAME.csv. */
const disposition = z.strictObject({
  /** `cac:OrderLine/cac:LineItem/cbc:ID`; `PATH/*` is all below it, `//@NAME` that attribute wherever it has no row of its own. */
  place: z.string().min(1),
  /** Values beside the leaf that decide (`@schemeID=GLN; ../cbc:ID=7`), its own code, or `*`: any other code. */
  qualifier: z.string(),
  fate: z.enum(['target', 'note', 'steers', 'ignored', 'told', 'parked', 'rejected']),
  /** Path in the result; for `told`, `parked` and `rejected` the code of the finding. */
  to: z.string(),
  given: z.string(),
  expected: z.string(),
  why: z.string().min(4),
  line: z.number(),
});
export type Disposition = z.output<typeof disposition>;

/** The finding that tells a leaf that no rule carries. */
export const notCarried = 'value-not-carried';

const columns = ['place', 'qualifier', 'fate', 'to', 'given', 'expected', 'why'];

/** The rows of a table. Throws where it is no table of dispositions. */
export function readDispositions(name: string): readonly Disposition[] {
  const [head, ...rows] = parseCsvRows(readFileSync(join(folder, 'dispositions', `${name}.csv`), 'utf8'));
  if (head?.cells.join() !== columns.join())
    throw new Error(`${name}.csv needs the columns ${columns.join()}`);
  return rows.map(({ line, cells }) => {
    const { data, error } = disposition.safeParse({
      ...Object.fromEntries(cells.map((cell, at) => [columns[at] ?? `column ${at + 1}`, cell])),
      line,
    });
    if (data === undefined) throw new Error(`${name}.csv:${line}: ${z.prettifyError(error)}`);
    return data;
  });
}
