import { z } from 'zod';
import { enqueueCommand } from '../decisions/decision-commands.ts';
import type { BulkDecision, BulkItem, BulkItemQuery, BulkState, NewBulkDecision } from '../journal.ts';
import { isOpenRefusal } from '../sql/page-tables.ts';
import {
  currentInstant,
  execute,
  type Row,
  type SqlDialect,
  type SqlSteps,
  selectNumber,
  selectRow,
  selectRows,
} from '../sql/sql-engine.ts';
import { beginDeferred } from './deferred-decisions.ts';

/** Decisions on many messages: the commands of each are left part by part, so that the gateway works on between two of them. */

/** Commands of one decision that are left at once. */
const partSize = 200;

/** Messages that one statement writes. */
export const itemsAtOnce = 500;

/** Milliseconds in which the messages of a decision are written. */
const planningLasts = 3_600_000;

/** Nothing of it happens before it is begun. */
export function* insertBulkDecision(
  decision: NewBulkDecision,
  state: BulkState = 'planned',
): SqlSteps<number> {
  const { action, force, reason, who, filter, messages, heldBack, behind } = decision;
  return yield* selectNumber(
    `insert into bulk_decision (at, action, force, reason, who, filter, state, total, held_back, behind)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id as n`,
    currentInstant(),
    action,
    force ? 1 : 0,
    reason,
    who,
    filter,
    state,
    messages.length,
    heldBack,
    behind,
  );
}

/** `from`: the place of the first. */
export function* insertBulkItems(
  decision: number,
  from: number,
  messages: readonly number[],
): SqlSteps<void> {
  yield* execute(
    `insert into bulk_item (decision, n, message) values ${messages.map(() => '(?, ?, ?)').join()}`,
    ...messages.flatMap((message, at) => [decision, from + at, message]),
  );
}

/** All of them, in the transaction that it is called in. */
export function* insertAllItems(decision: number, messages: readonly number[]): SqlSteps<void> {
  for (let at = 0; at < messages.length; at += itemsAtOnce)
    yield* insertBulkItems(decision, at + 1, messages.slice(at, at + itemsAtOnce));
}

export function* beginBulkDecision(decision: number): SqlSteps<void> {
  yield* execute("update bulk_decision set state = 'running' where id = ? and state = 'planned'", decision);
}

export function* stopBulkDecision(decision: number, who: string): SqlSteps<boolean> {
  const row = yield* selectRow(
    `update bulk_decision set state = 'stopping', stopped_by = ? where id = ? and ended is null and state <> 'stopping' returning id`,
    who,
    decision,
  );
  return row !== undefined;
}

/** True: some are open that have begun. */
export function* advanceBulkDecisions(dialect: SqlDialect, now: number): SqlSteps<boolean> {
  yield* execute(
    "update bulk_decision set state = 'stopped', ended = ? where ended is null and state = 'planned' and at < ?",
    currentInstant(),
    new Date(now - planningLasts).toISOString(),
  );
  yield* beginDeferred(dialect);
  const rows = yield* selectRows(
    `select * from bulk_decision where ended is null and state not in ('planned', 'deferred') order by id${dialect.lock}`,
  );
  for (const row of rows) yield* advance(dialect, row);
  return rows.length > 0;
}

function* advance(dialect: SqlDialect, row: Row): SqlSteps<void> {
  const decision = Number(row.id);
  yield* noteResults(decision);
  const open = yield* selectNumber(countOpen, decision);
  const next =
    row.state === 'running'
      ? yield* selectRows(
          'select n, message from bulk_item where decision = ? and command is null order by n limit ?',
          decision,
          Math.max(0, partSize - open),
        )
      : [];
  for (const { n, message } of next) yield* leaveCommand(dialect, row, Number(n), Number(message));
  if (open + next.length > 0) return;
  yield* execute(
    'update bulk_decision set state = ?, ended = ? where id = ?',
    row.state === 'running' ? 'done' : 'stopped',
    currentInstant(),
    decision,
  );
}

const countOpen =
  'select count(*) as n from bulk_item where decision = ? and command is not null and result is null';

/** A command of a message that was deleted meanwhile is gone with it, and so is its item. */
function* noteResults(decision: number): SqlSteps<void> {
  yield* execute(
    `update bulk_item set result = (select c.result from command c where c.id = bulk_item.command),
       refused = (select c.refused from command c where c.id = bulk_item.command)
     where decision = ? and command is not null and result is null
       and exists (select 1 from command c where c.id = bulk_item.command and c.result is not null)`,
    decision,
  );
}

function* leaveCommand(dialect: SqlDialect, row: Row, n: number, message: number): SqlSteps<void> {
  const { action, force, reason, who } = bulkRow.parse(row);
  // the audit has the decision as one
  const each = { action, force: force === 1, reason, who, message, origin: 'page' } as const;
  const command = yield* enqueueCommand(dialect, each);
  yield* execute('update bulk_item set command = ? where decision = ? and n = ?', command, Number(row.id), n);
}

const bulkRow = z.object({
  id: z.number(),
  at: z.string(),
  action: z.enum(['retry', 'release', 'discard', 'close']),
  force: z.number(),
  reason: z.string(),
  who: z.string(),
  filter: z.string(),
  state: z.enum(['planned', 'deferred', 'running', 'stopping', 'done', 'stopped']),
  total: z.number(),
  held_back: z.number(),
  behind: z.number(),
  ended: z.string().nullable(),
  stopped_by: z.string().nullable(),
  publication: z.number().nullable(),
  mappings: z.string().nullable(),
  overtaken: z.number().nullable(),
});

export function* findBulkDecision(id: number): SqlSteps<BulkDecision | undefined> {
  const row = yield* selectRow('select * from bulk_decision where id = ?', id);
  return row && (yield* withProgress(row));
}

export function* listPublicationDecisions(limit: number): SqlSteps<readonly BulkDecision[]> {
  const those = 'select * from bulk_decision where publication is not null order by id desc limit ?';
  const found: BulkDecision[] = [];
  for (const row of yield* selectRows(those, limit)) found.push(yield* withProgress(row));
  return found;
}

function* withProgress(row: Row): SqlSteps<BulkDecision> {
  const {
    held_back: heldBack,
    stopped_by: stoppedBy,
    force,
    ended,
    publication,
    mappings,
    overtaken,
    ...rest
  } = bulkRow.parse(row);
  const { id, total } = rest;
  const open = yield* selectNumber(countOpen, id);
  const left = yield* selectNumber(
    'select count(*) as n from bulk_item where decision = ? and command is null',
    id,
  );
  const refused = yield* selectNumber(
    'select count(*) as n from bulk_item where decision = ? and refused = 1',
    id,
  );
  // those of messages that are deleted are gone, and were decided on before
  const progress = { done: total - left - open, refused, open, left };
  return {
    ...rest,
    ...progress,
    ...{ force: force === 1, heldBack },
    ...(ended === null ? {} : { ended }),
    ...(stoppedBy === null ? {} : { stoppedBy }),
    ...(publication === null ? {} : { publication }),
    ...(mappings === null ? {} : { mappings }),
    ...(overtaken === null ? {} : { overtaken }),
  };
}

const onlyThese = {
  refused: ' and refused = 1',
  left: ' and command is null',
  stuck: ` and result is not null and refused = 0 and exists (
    select 1 from message where message.id = bulk_item.message and (state = 'parked' or (${isOpenRefusal})))`,
} as const;

export function* listBulkItems({
  decision,
  only,
  after = 0,
  limit,
}: BulkItemQuery): SqlSteps<readonly BulkItem[]> {
  const rows = yield* selectRows(
    `select n, message, result, refused from bulk_item where decision = ? and n > ?${only === undefined ? '' : onlyThese[only]}
     order by n limit ?`,
    decision,
    after,
    limit,
  );
  return rows.map(({ n, message, result, refused }) => ({
    n: Number(n),
    message: Number(message),
    refused: refused === 1,
    ...(typeof result === 'string' ? { result } : {}),
  }));
}
