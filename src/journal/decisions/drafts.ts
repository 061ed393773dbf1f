import type { Draft, NewDraft } from '../journal.ts';
import { currentInstant, execute, type SqlSteps, selectRow } from '../sql/sql-engine.ts';

/** Documents that somebody edits. */

export function* keepDraft({ who, message, text }: NewDraft): SqlSteps<string> {
  const at = currentInstant();
  yield* execute(
    `insert into draft (who, message, at, body) values (?, ?, ?, ?)
     on conflict (message, who) do update set at = excluded.at, body = excluded.body`,
    ...[who, message, at, text],
  );
  return at;
}

export function* findDraft(who: string, message: number): SqlSteps<Draft | undefined> {
  const row = yield* selectRow('select at, body from draft where message = ? and who = ?', message, who);
  return row && { text: String(row.body), at: String(row.at) };
}

export function* deleteDraft(who: string, message: number): SqlSteps<void> {
  yield* execute('delete from draft where message = ? and who = ?', message, who);
}
