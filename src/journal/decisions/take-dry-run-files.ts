import { dryRunNameOf } from '../../dry-run-names.ts';
import type { DecisionAuthor } from '../journal.ts';
import { execute, type SqlDialect, type SqlSteps, selectNumber } from '../sql/sql-engine.ts';
import { addHistoryEntry } from './decision-history.ts';

/** Files that a dry run of this folder has seen are taken from now on. Resolves to their number. */
export function* takeDryRunFiles(
  dialect: SqlDialect,
  channel: string,
  folder: string,
  author: DecisionAuthor,
): SqlSteps<number> {
  const name = dryRunNameOf(folder);
  const count = yield* selectNumber('select count(*) as n from remembered where folder = ?', name);
  yield* execute('delete from remembered where folder = ?', name);
  if (count > 0)
    yield* addHistoryEntry(dialect, {
      subject: channel,
      action: 'take',
      ...author,
      result: `${count} files of a dry run.`,
    });
  return count;
}
