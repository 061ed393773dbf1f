import { z } from 'zod';
import type { ReplayCandidate, StoredReplayRecord } from '../journal.ts';
import type { LostPath, ReplayRecord } from '../model/message.ts';
import { type LastStepRow, lostSchema, parseMessage } from '../sql/parse-message.ts';
import { jsonColumn, optionalMember } from '../sql/row-columns.ts';
import {
  type ColumnValues,
  currentInstant,
  execute,
  placeholders,
  type Row,
  type SqlDialect,
  type SqlSteps,
  selectRow,
  selectRows,
} from '../sql/sql-engine.ts';
import { linkPart } from './blobs.ts';
import { hashState, packState, unpackState } from './packed-state.ts';

/**
 * What the last check or prepare of each message saw, so that it can be run again. No commit of its own. Order states stand in a
 * table by themselves, each once: a row of a few hundred bytes, where bodies by their hash take pages.
 */

/** A message, as far as its record needs it. */
export interface RecordedMessage {
  readonly id: number;
  readonly channel: string;
  /** The state that its record names, if any. */
  readonly seenState: number | undefined;
}

/** The columns of a message that are its record. */
type RecordColumns = ColumnValues & { readonly seen_state: number | null };

/** Stores a record, if any, in the place of the one before: `write` writes its columns with what else becomes of the message. */
export function* withReplayRecord<T>(
  dialect: SqlDialect,
  message: RecordedMessage,
  record: ReplayRecord | undefined,
  write: (columns: ColumnValues) => SqlSteps<T>,
): SqlSteps<T> {
  if (record === undefined) return yield* write({});
  const columns = yield* keepRecordedThings(dialect, message, record);
  const written = yield* write(columns);
  yield* dropReplacedState(dialect, message, columns);
  return written;
}

export const parseRecordedMessage = ({ id, channel, seen_state: seen }: Row): RecordedMessage => ({
  id: Number(id),
  channel: String(channel),
  seenState: typeof seen === 'number' ? seen : undefined,
});

/** Stores what a record names outside of its message; resolves to what is to be written into that. */
function* keepRecordedThings(
  dialect: SqlDialect,
  { id, channel }: RecordedMessage,
  { step, at, said, forced, state, bodies, generation, lost }: ReplayRecord,
): SqlSteps<RecordColumns> {
  const seen = state === undefined ? null : yield* storeState(dialect, Buffer.from(state));
  for (const hash of bodies) yield* linkNamedBody(dialect, id, hash);
  if (lost) yield* noteLostPaths(id, channel, lost);
  const lastStep: LastStepRow = { step, at: Date.parse(at), said, ...(forced ? { forced } : {}) };
  return {
    saw: JSON.stringify(lastStep),
    seen_state: seen,
    generation: generation ?? null,
    lost: lost === undefined ? null : JSON.stringify(lost),
  };
}

/** Called when the message has its new record. */
function* dropReplacedState(
  dialect: SqlDialect,
  { seenState }: RecordedMessage,
  { seen_state: now }: RecordColumns,
): SqlSteps<void> {
  if (seenState !== undefined && seenState !== now) yield* deleteUnusedStates(dialect, [seenState]);
}

/** Of one message, at once. */
const mostLostPaths = 200;

/** Of each channel and path the first one, kept longer than its message; in one order, since several gateways may note the same. */
function* noteLostPaths(id: number, channel: string, lost: readonly LostPath[]): SqlSteps<void> {
  const told = lost.filter((one) => one.told).slice(0, mostLostPaths);
  if (told.length === 0) return;
  const rows = told.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  yield* execute(
    `insert into lost_path (channel, path, count, message, at) values ${rows.map(() => '(?, ?, ?, ?, ?)').join(', ')}
     on conflict (channel, path) do nothing`,
    ...rows.flatMap(({ path, count }) => [channel, path, count, id, currentInstant()]),
  );
}

function* storeState(dialect: SqlDialect, state: Uint8Array): SqlSteps<number> {
  const hash = hashState(state);
  const known = yield* selectRow(`select id from seen_state where hash = ?${dialect.keep}`, hash);
  if (known) return Number(known.id);
  // another gateway may have it by now: a row that is updated is told, one that is left alone is not
  const row = yield* selectRow(
    'insert into seen_state (hash, body) values (?, ?) on conflict (hash) do update set body = excluded.body returning id',
    hash,
    packState(state),
  );
  return Number(row?.id);
}

/** What is there still stays as long as the message's own documents. */
function* linkNamedBody(dialect: SqlDialect, id: number, hash: string): SqlSteps<void> {
  const known = "select 1 as n from part where message = ? and role = 'named' and hash = ?";
  if (yield* selectRow(known, id, hash)) return;
  if (yield* selectRow(`select 1 as n from blob where hash = ?${dialect.keep}`, hash))
    yield* linkPart(id, 'named', hash);
}

/** Drops the states of these messages: without their documents they cannot be replayed. */
export function* forgetSeenStates(dialect: SqlDialect, messages: readonly number[]): SqlSteps<void> {
  const of = `id in (${placeholders(messages)}) and seen_state is not null`;
  const rows = yield* selectRows(`select distinct seen_state as n from message where ${of}`, ...messages);
  yield* execute(`update message set seen_state = 0 where ${of}`, ...messages);
  yield* deleteUnusedStates(
    dialect,
    rows.map(({ n }) => Number(n)).filter((n) => n !== 0),
  );
}

/** Deletes states that no record names any more. */
function* deleteUnusedStates(dialect: SqlDialect, ids: readonly number[]): SqlSteps<void> {
  if (ids.length === 0) return;
  const these = `id in (${placeholders(ids)})`;
  // whoever is about to name one has locked it
  if (dialect.lock)
    yield* selectRows(`select 1 from seen_state where ${these} order by id${dialect.lock}`, ...ids);
  yield* execute(
    `delete from seen_state where ${these} and not exists (select 1 from message m where m.seen_state = seen_state.id and m.seen_state > 0)`,
    ...ids,
  );
}

export function* findReplayRecord(id: number): SqlSteps<StoredReplayRecord | undefined> {
  const row = yield* selectRow('select * from message where id = ?', id);
  const lastStep = row && parseMessage(row).lastStep;
  if (lastStep === undefined) return undefined;
  if (row?.seen_state === null) return { ...lastStep, lost: false };
  const found = yield* selectRow('select body from seen_state where id = ?', Number(row?.seen_state));
  if (!(found?.body instanceof Uint8Array)) return { ...lastStep, lost: true };
  return { ...lastStep, lost: false, state: unpackState(found.body).toString() };
}

export function* listReplayCandidates(after: number, most: number): SqlSteps<readonly ReplayCandidate[]> {
  const rows = yield* selectRows(
    `select id, channel, address, received_at, generation, lost from message
     where id > ? and (saw is not null or revision is not null) order by id limit ?`,
    after,
    most,
  );
  return rows.map(parseReplayCandidate);
}

const replayCandidateRow = z
  .object({
    id: z.number(),
    channel: z.string(),
    address: z.string().nullable(),
    received_at: z.string(),
    generation: z.string().nullable(),
    lost: jsonColumn(z.array(lostSchema)).nullable(),
  })
  .transform(({ address, received_at: receivedAt, generation, lost, ...rest }) => ({
    ...{ ...rest, receivedAt },
    ...optionalMember('address', address),
    ...optionalMember('generation', generation),
    ...optionalMember('lost', lost),
  }));

const parseReplayCandidate = (row: unknown): ReplayCandidate => replayCandidateRow.parse(row);
