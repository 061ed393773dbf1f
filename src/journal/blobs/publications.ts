import { z } from 'zod';
import type { Deferral, NewPublication, Publication } from '../journal.ts';
import { insertAllItems, insertBulkDecision } from '../pages/bulk-decision-steps.ts';
import { deferBulkDecision, followPublication } from '../pages/deferred-decisions.ts';
import { jsonColumn } from '../sql/row-columns.ts';
import { currentInstant, type SqlSteps, selectNumber, selectRows } from '../sql/sql-engine.ts';

/** What was published into the folder of mappings. Never deleted: edits begin from it. */

export function* addPublication(
  { action, who, reason, before, after, freed }: NewPublication,
  { mappings, standing, decision }: Deferral,
): SqlSteps<number> {
  const id = yield* selectNumber(
    `insert into publication (at, action, who, reason, folder_before, folder_after, freed)
     values (?, ?, ?, ?, ?, ?, ?) returning id as n`,
    ...[currentInstant(), action, who, reason, before, after, JSON.stringify(freed)],
  );
  yield* followPublication({ id, who, mappings }, standing);
  if (decision !== undefined) {
    const deferred = yield* insertBulkDecision(decision, 'deferred');
    yield* insertAllItems(deferred, decision.messages);
    yield* deferBulkDecision(deferred, id, mappings);
  }
  return id;
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
