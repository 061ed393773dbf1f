import { z } from 'zod';
import { isDryRunMessage } from '../../dry-run-names.ts';
import type { StagedFile } from '../../folders/folder-types.ts';
import { addPart, addParts } from '../blobs/blobs.ts';
import { withReplayRecord } from '../blobs/replay-records.ts';
import type { TryCounts } from '../journal.ts';
import { LeaseLost } from '../model/journal-errors.ts';
import type { Attempt, AttemptEnd, PreparedParts, RetriedStep } from '../model/message.ts';
import { jsonColumn, optionalMember } from '../sql/row-columns.ts';
import {
  assignColumns,
  currentInstant,
  execute,
  type SqlDialect,
  type SqlSteps,
  selectNumber,
  selectRow,
  selectRows,
} from '../sql/sql-engine.ts';
import type { HeldMessage } from './held-message.ts';

/** Stores what prepare saw and made, and starts the attempt to deliver it. */
export function* startDelivery(
  dialect: SqlDialect,
  message: HeldMessage,
  made: PreparedParts,
): SqlSteps<{ readonly attempt: number; readonly sequence: number }> {
  const { id } = message;
  yield* addParts(dialect, id, [
    ['prepared', made.bytes],
    ['plan', Buffer.from(made.plan)],
  ]);
  const attempt = yield* withReplayRecord(dialect, message, made.saw, (record) => {
    const columns = { mapping: made.mapping || null, findings: JSON.stringify(made.findings), ...record };
    return selectNumber(
      `update message set attempts = attempts + 1, ${assignColumns(columns)} where id = ? returning attempts as n`,
      ...Object.values(columns),
      id,
    );
  });
  yield* insertAttempt(id, attempt, 'deliver');
  return { attempt, sequence: yield* takeNextSequence(message) };
}

/** Throws LeaseLost for a message that the journal has forgotten altogether (postgres/server-change.ts). */
export function* startAttempt(id: number, what: Attempt['what']): SqlSteps<number> {
  const row = yield* selectRow(
    'update message set attempts = attempts + 1 where id = ? returning attempts',
    id,
  );
  if (row === undefined) throw new LeaseLost(`Message ${id} is not in the journal.`);
  const n = Number(row.attempts);
  yield* insertAttempt(id, n, what);
  return n;
}

function* insertAttempt(id: number, n: number, what: Attempt['what']): SqlSteps<void> {
  yield* execute(
    'insert into attempt (message, n, what, started) values (?, ?, ?, ?)',
    id,
    n,
    what,
    currentInstant(),
  );
}

/** SQL: of a channel that has none yet. After a restore another one than 1 (sqlite/restore-journal.ts). */
const firstSequence =
  "1 + coalesce((select cast(value as bigint) from meta where key = 'sequences after'), 0)";

/**
 * The next number of the message's channel; gaps are allowed, repeats are not. What goes to the exchange has no file to name:
 * 0, and no gateway waits for another one. So has what a dry run makes.
 */
function* takeNextSequence({ direction, lane, channel }: HeldMessage): SqlSteps<number> {
  if (direction !== 'outbound' || isDryRunMessage({ lane })) return 0;
  return yield* selectNumber(
    `insert into sequence (channel, value) values (?, ${firstSequence})
     on conflict (channel) do update set value = sequence.value + 1 returning value as n`,
    channel,
  );
}

type TriedMessage = Pick<HeldMessage, 'id' | 'attempts'>;

/**
 * Throws LeaseLost for an attempt that the journal has forgotten (postgres/server-change.ts), and with it what was prepared for it: the
 * message is prepared anew.
 */
function assertBegun(message: TriedMessage, attempt: number): TriedMessage {
  if (attempt <= message.attempts) return message;
  throw new LeaseLost(
    `Attempt ${attempt} of message ${message.id} has not begun, as the journal knows it now.`,
  );
}

export function* noteStaged(message: TriedMessage, attempt: number, file: StagedFile): SqlSteps<void> {
  const { id } = assertBegun(message, attempt);
  yield* execute(
    'update attempt set staged = ? where message = ? and n = ?',
    JSON.stringify(file),
    id,
    attempt,
  );
}

export function* endAttempt(
  dialect: SqlDialect,
  message: TriedMessage,
  attempt: number,
  result: AttemptEnd,
): SqlSteps<void> {
  const { id } = assertBegun(message, attempt);
  yield* execute(
    'update attempt set ended = ?, status = ?, detail = ?, unknown = ?, published = ? where message = ? and n = ?',
    currentInstant(),
    result.status,
    result.detail,
    result.unknown ? 1 : 0,
    result.published ? 1 : 0,
    id,
    attempt,
  );
  if (result.unknown) yield* execute('update message set possibly_twice = 1 where id = ?', id);
  if (result.answer) yield* addPart(dialect, id, 'answer', result.answer);
}

/** What a person decides begins the count anew. A try without an end was cut short by the end of its gateway. */
export function* noteTry(id: number, step: RetriedStep, failure: string | undefined): SqlSteps<TryCounts> {
  const attempt = yield* startAttempt(id, step);
  if (failure !== undefined)
    yield* execute(
      'update attempt set ended = ?, detail = ? where message = ? and n = ?',
      currentInstant(),
      failure,
      id,
      attempt,
    );
  const row = yield* selectRow(
    `select sum(case when detail <> '' then 1 else 0 end) as failures, sum(case when ended is null then 1 else 0 end) as ends
     from attempt where message = ? and what = ?
     and (n = ? or started > coalesce((select max(at) from history where message = ?), ''))`,
    ...[id, step, attempt, id],
  );
  return { attempt, tries: Number(row?.failures), ends: Number(row?.ends) };
}

export function* noteTryEnded(id: number, attempt: number): SqlSteps<void> {
  yield* execute('update attempt set ended = ? where message = ? and n = ?', currentInstant(), id, attempt);
}

export function* listAttempts(id: number): SqlSteps<readonly Attempt[]> {
  return (yield* selectRows('select * from attempt where message = ? order by n', id)).map(parseAttempt);
}

const stagedSchema = z.object({
  temporary: z.string(),
  name: z.string(),
  folder: z.string().exactOptional(),
});

const attemptRow = z.object({
  n: z.number(),
  what: z.enum(['gather', 'deliver', 'check', 'work']),
  started: z.string(),
  ended: z.string().nullable(),
  status: z.number(),
  detail: z.string(),
  unknown: z.number(),
  staged: jsonColumn(stagedSchema).nullable(),
  published: z.number(),
});

function parseAttempt(row: unknown): Attempt {
  const { ended, staged, unknown, published, ...rest } = attemptRow.parse(row);
  return {
    ...rest,
    unknown: unknown === 1,
    published: published === 1,
    ...optionalMember('ended', ended),
    ...optionalMember('staged', staged),
  };
}
