import { execute, type SqlSteps, selectNumber, selectRow } from '../sql/sql-engine.ts';

/** Unclean ends in a row after which documents are suspected. One power cut is none of them. */
const suspectAfter = 2;

/**
 * Called when a gateway opens the journal; `name` tells it from others on the same journal. Resolves to the newest message
 * that may be what ends it again and again, or 0. It proves nothing of any of them: see src/pipeline/step-retries.ts.
 */
export function* noteStart(name: string): SqlSteps<number> {
  const row = yield* selectRow(
    `insert into meta (key, value) values (?, '0') on conflict (key) do update
     set value = cast(cast(meta.value as integer) + 1 as text) returning value`,
    keyOf(name),
  );
  if (Number(row?.value) < suspectAfter) return 0;
  return yield* selectNumber('select coalesce(max(id), 0) as n from message');
}

/** Called when it closes the journal. */
export function* noteCleanClose(name: string): SqlSteps<void> {
  yield* execute('delete from meta where key = ?', keyOf(name));
}

const keyOf = (name: string): string => `unclosed ${name}`.trim();
