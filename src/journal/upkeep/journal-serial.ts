import { execute, type SqlDialect, type SqlSteps, selectRow, selectRows } from '../sql/sql-engine.ts';

/**
 * A number that only grows. Folders note it, so that an older copy of the journal is known by what they have noted. It is the time in
 * milliseconds where that is higher: a journal that was put back by `journal restore` is above whatever was noted before.
 */
export function* readSerial(): SqlSteps<number> {
  return Number((yield* selectRow("select value from meta where key = 'serial'"))?.value ?? 0);
}

/** `now`: milliseconds since the epoch. */
export function* raiseSerial(dialect: SqlDialect, now: number): SqlSteps<number> {
  yield* execute("insert into meta (key, value) values ('serial', '0') on conflict (key) do nothing");
  const [row] = yield* selectRows(`select value from meta where key = 'serial'${dialect.lock}`);
  const next = Math.max(Number(row?.value ?? 0) + 1, now);
  yield* execute("update meta set value = ? where key = 'serial'", String(next));
  return next;
}
