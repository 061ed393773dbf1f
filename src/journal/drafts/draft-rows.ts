import type { Draft } from '../seams/draft-store.ts';
import {
  execute,
  type Row,
  type SqlDialect,
  type SqlSteps,
  selectRow,
  selectRows,
} from '../sql/sql-engine.ts';

export function* findDraft(who: string, subject: string): SqlSteps<Draft | undefined> {
  const row = yield* selectRow('select * from draft where who = ? and subject = ?', who, subject);
  return row && parseDraft(row);
}

export function* listDrafts(subject: string): SqlSteps<readonly Draft[]> {
  return (yield* selectRows('select * from draft where subject = ? order by who', subject)).map(parseDraft);
}

export function* listDraftSubjects(who: string): SqlSteps<readonly string[]> {
  const rows = yield* selectRows('select subject from draft where who = ? order by subject', who);
  return rows.map(({ subject }) => String(subject));
}

export function* saveDraft(
  { now }: SqlDialect,
  { who, subject, base, content }: Pick<Draft, 'who' | 'subject' | 'base' | 'content'>,
  seen: number,
): SqlSteps<Draft | undefined> {
  const row =
    seen === 0
      ? yield* selectRow(
          `insert into draft (who, subject, base, content, edition, at) values (?, ?, ?, ?, 1, ${now})
           on conflict (who, subject) do nothing returning *`,
          ...[who, subject, base, content],
        )
      : yield* selectRow(
          `update draft set base = ?, content = ?, edition = edition + 1, at = ${now}
           where who = ? and subject = ? and edition = ? returning *`,
          ...[base, content, who, subject, seen],
        );
  return row && parseDraft(row);
}

export function* removeDraft(who: string, subject: string, seen?: number): SqlSteps<boolean> {
  if (seen === undefined) {
    yield* execute('delete from draft where who = ? and subject = ?', who, subject);
    return true;
  }
  yield* execute('delete from draft where who = ? and subject = ? and edition = ?', who, subject, seen);
  return (yield* findDraft(who, subject)) === undefined;
}

const parseDraft = ({ who, subject, base, content, edition, at }: Row): Draft => ({
  ...{ who: String(who), subject: String(subject), base: String(base), content: String(content) },
  ...{ edition: Number(edition), at: new Date(Number(at)).toISOString() },
});
