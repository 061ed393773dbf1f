import { buildMendedCondition } from '../browse/mended-refusals.ts';
import { isOpenRefusal } from '../sql/page-tables.ts';
import { execute, placeholders, type SqlDialect, type SqlSteps, selectRows } from '../sql/sql-engine.ts';

/** Refusals of which one round asks whether they were mended. */
const refusalsAtOnce = 200;

/**
 * Notes which refusals a later document mended: those beyond the id. Resolves to the last id that was looked at; undefined: these
 * were the last.
 */
export function* noteMended(dialect: SqlDialect, after: number): SqlSteps<number | undefined> {
  const rows = yield* selectRows(
    `select id from message${dialect.indexedBy('message_refused')} where ${isOpenRefusal} and id > ? order by id limit ?`,
    after,
    refusalsAtOnce,
  );
  const ids = rows.map(({ id }) => Number(id));
  if (ids.length > 0)
    yield* execute(
      `update message set mended = 1 where id in (${placeholders(ids)}) and ${isOpenRefusal}
         and ${buildMendedCondition('message')}`,
      ...ids,
    );
  return ids.length < refusalsAtOnce ? undefined : ids.at(-1);
}
