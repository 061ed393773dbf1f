import type { CorrectionDraft, NewCorrectionDraft } from '../journal.ts';
import { currentInstant, execute, type SqlSteps, selectRow } from '../sql/sql-engine.ts';

/** Documents that somebody edits. */

export function* keepCorrectionDraft({ who, message, text }: NewCorrectionDraft): SqlSteps<string> {
  const at = currentInstant();
  yield* execute(
    `insert into correction_draft (who, message, at, body) values (?, ?, ?, ?)
     on conflict (message, who) do update set at = excluded.at, body = excluded.body`,
    ...[who, message, at, text],
  );
  return at;
}

export function* findCorrectionDraft(who: string, message: number): SqlSteps<CorrectionDraft | undefined> {
  const row = yield* selectRow(
    'select at, body from correction_draft where message = ? and who = ?',
    message,
    who,
  );
  return row && { text: String(row.body), at: String(row.at) };
}

export function* deleteCorrectionDraft(who: string, message: number): SqlSteps<void> {
  yield* execute('delete from correction_draft where message = ? and who = ?', message, who);
}
