import { crashAt } from '../../system/crash-point.ts';
import {
  currentInstant,
  execute,
  type SqlDialect,
  type SqlSteps,
  selectRow,
  selectRows,
} from '../sql/sql-engine.ts';
import { isRunning } from '../troubles/running-gateways.ts';
import { listTroubles } from '../troubles/trouble-rows.ts';

/** Decisions that begin once every gateway uses what was published with them: before, their messages would end as they did. */

export function* deferBulkDecision(id: number, publication: number, mappings: string): SqlSteps<void> {
  yield* execute(
    'update bulk_decision set publication = ?, mappings = ? where id = ?',
    publication,
    mappings,
    id,
  );
}

/** There is a new publication: what waits for those of which everything stands in it waits for it, the others are given up. */
export function* followPublication(
  { id, who, mappings }: { readonly id: number; readonly who: string; readonly mappings: string },
  standing: readonly number[],
): SqlSteps<void> {
  const waiting = yield* selectRows("select id, publication from bulk_decision where state = 'deferred'");
  for (const { id: decision, publication } of waiting)
    if (standing.includes(Number(publication)))
      yield* execute(
        "update bulk_decision set mappings = ? where id = ? and state = 'deferred'",
        ...[mappings, Number(decision)],
      );
    else
      yield* execute(
        "update bulk_decision set state = 'stopped', ended = ?, stopped_by = ?, overtaken = ? where id = ? and state = 'deferred'",
        ...[currentInstant(), who, id, Number(decision)],
      );
}

/** Whoever looks first begins it, in the transaction that leaves its first commands; or gives it up where all run what was edited by hand since. */
export function* beginDeferred(dialect: SqlDialect): SqlSteps<void> {
  const waiting = yield* selectRows(
    `select id, mappings from bulk_decision where state = 'deferred' order by id${dialect.lock}`,
  );
  if (waiting.length === 0) return;
  const running = (yield* listTroubles(dialect)).filter(isRunning);
  if (running.length === 0) return;
  const newest = yield* findNewestState();
  for (const { id, mappings: wanted } of waiting)
    if (running.every(({ mappings }) => mappings?.hash === wanted)) {
      yield* execute("update bulk_decision set state = 'running' where id = ?", Number(id));
      crashAt('deferred-begun');
    } else if (running.every(({ mappings }) => mappings && isLater(mappings, String(wanted), newest)))
      yield* execute(
        "update bulk_decision set state = 'stopped', ended = ? where id = ?",
        ...[currentInstant(), Number(id)],
      );
}

const isLater = (
  { hash, published }: { readonly hash: string; readonly published: string },
  wanted: string,
  newest: string | undefined,
): boolean => hash !== wanted && published === newest;

/**
 * The folder as it was published last: where it named this before it was read and held something else, somebody edited it since.
 * Undefined: it was published like that before too, and who names it may mean that time.
 */
function* findNewestState(): SqlSteps<string | undefined> {
  const row = yield* selectRow(
    `select folder_after from publication p where id = (select max(id) from publication)
     and not exists (select 1 from publication o where o.folder_after = p.folder_after and o.id < p.id)`,
  );
  return row && String(row.folder_after);
}
