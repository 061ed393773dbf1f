import { z } from 'zod';
import type { NewPublication, Publication } from '../journal.ts';
import { jsonColumn } from '../sql/row-columns.ts';
import { currentInstant, type SqlSteps, selectNumber, selectRows } from '../sql/sql-engine.ts';

/** What was published into the folder of mappings. Never deleted: edits begin from it. */

export function* addPublication({
  action,
  who,
  reason,
  before,
  after,
  freed,
}: NewPublication): SqlSteps<number> {
  return yield* selectNumber(
    `insert into publication (at, action, who, reason, folder_before, folder_after, freed)
     values (?, ?, ?, ?, ?, ?, ?) returning id as n`,
    ...[currentInstant(), action, who, reason, before, after, JSON.stringify(freed)],
  );
}

export function* listPublications(): SqlSteps<readonly Publication[]> {
  return (yield* selectRows('select * from publication order by id')).map(parsePublication);
}

const publicationRow = z
  .object({
    id: z.number(),
    at: z.string(),
    action: z.enum(['publish', 'restore']),
    who: z.string(),
    reason: z.string(),
    folder_before: z.string(),
    folder_after: z.string(),
    freed: jsonColumn(z.array(z.int())),
  })
  .transform(({ folder_before: before, folder_after: after, ...rest }) => ({ ...rest, before, after }));

const parsePublication = (row: unknown): Publication => publicationRow.parse(row);
