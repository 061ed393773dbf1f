import type { HistoryEntry, RecentHistoryEntry } from '../journal.ts';
import { parseHistoryEntry } from '../sql/parse-rows.ts';
import { currentInstant, execute, type SqlSteps, selectRows } from '../sql/sql-engine.ts';

/** All that was decided, with who and why. */

/** Keeps a decision: on a message, or without one on its `subject`. */
export function* addHistoryEntry({
  message,
  subject = '',
  action,
  who = '',
  reason,
  result,
}: NewHistoryEntry): SqlSteps<void> {
  yield* execute(
    'insert into history (message, subject, at, action, who, reason, result) values (?, ?, ?, ?, ?, ?, ?)',
    message ?? null,
    subject,
    currentInstant(),
    action,
    who,
    reason,
    result,
  );
}

interface NewHistoryEntry {
  readonly message?: number;
  readonly subject?: string;
  readonly action: string;
  readonly who?: string | undefined;
  readonly reason: string;
  readonly result: string;
}

/** The newest first. */
export function* listRecentHistory(limit: number): SqlSteps<readonly RecentHistoryEntry[]> {
  const rows = yield* selectRows('select * from history order by id desc limit ?', limit);
  return rows.map((row) => ({
    ...parseHistoryEntry(row),
    ...(row.message === null ? {} : { message: Number(row.message) }),
  }));
}

export function* listHistory(id: number | undefined): SqlSteps<readonly HistoryEntry[]> {
  const rows =
    id === undefined
      ? yield* selectRows('select * from history where message is null order by id')
      : yield* selectRows('select * from history where message = ? order by id', id);
  return rows.map(parseHistoryEntry);
}
