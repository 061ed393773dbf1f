import type { NewPublication, Publication } from './interface.ts';
import { readPublication } from './rows.ts';
import { all, now, number, type Steps } from './sql.ts';

/** What was published into the folder of mappings. Never deleted: edits begin from it. */

export function* addPublication({
  action,
  who,
  reason,
  before,
  after,
  freed,
}: NewPublication): Steps<number> {
  return yield* number(
    `insert into publication (at, action, who, reason, folder_before, folder_after, freed)
     values (?, ?, ?, ?, ?, ?, ?) returning id as n`,
    ...[now(), action, who, reason, before, after, JSON.stringify(freed)],
  );
}

export function* publications(): Steps<readonly Publication[]> {
  return (yield* all('select * from publication order by id')).map(readPublication);
}
