import { parseRecordedMessage, type RecordedMessage } from '../blobs/replay-records.ts';
import { LeaseLost } from '../model/journal-errors.ts';
import { type Row, type SqlDialect, type SqlSteps, selectRow } from '../sql/sql-engine.ts';

/** A message that is ours while we change it. */
export interface HeldMessage extends RecordedMessage {
  readonly state: string;
  readonly direction: string;
  readonly lane: string;
  /** How many have begun. */
  readonly attempts: number;
  /** Of the state of its order, where that is known. */
  readonly address: string | undefined;
}

const parseHeldMessage = (row: Row): HeldMessage => ({
  ...parseRecordedMessage(row),
  state: String(row.state),
  direction: String(row.direction),
  lane: String(row.lane),
  attempts: Number(row.attempts),
  address: typeof row.address === 'string' ? row.address : undefined,
});

/** Locks it. Throws LeaseLost when another gateway has it in hand, or has brought it to its end. */
export function* holdMessage(dialect: SqlDialect, owner: string, id: number): SqlSteps<HeldMessage> {
  const row = yield* selectRow(
    `select id, owner, state, channel, direction, lane, attempts, address, seen_state from message where id = ?${dialect.lock}`,
    id,
  );
  if (row?.state === 'settled')
    throw new LeaseLost(
      `Message ${id} has ended: a person or another gateway did that, or this one did and the answer was lost.`,
    );
  if (row && (yield* isOurs(dialect, owner, row))) return parseHeldMessage(row);
  throw new LeaseLost(`Message ${id} is in the hands of another gateway now.`);
}

/** As `holdMessage`, for what is done to a checked message alone. */
export function* holdCheckedMessage(dialect: SqlDialect, owner: string, id: number): SqlSteps<HeldMessage> {
  const message = yield* holdMessage(dialect, owner, id);
  assertChecked(message);
  return message;
}

/** Throws LeaseLost for one that is not checked: that it was, the journal has forgotten (postgres/server-change.ts). It is checked again. */
export function assertChecked({ id, state }: HeldMessage): void {
  if (state === 'received')
    throw new LeaseLost(`Message ${id} is not checked yet, as the journal knows it now.`);
}

/** Embedded, all of them are. */
function* isOurs(dialect: SqlDialect, owner: string, row: Row): SqlSteps<boolean> {
  if (!dialect.shared || row.owner === owner) return true;
  return row.owner === null && (yield* reclaimMessage(owner, Number(row.id)));
}

/**
 * Our lease had run out and nobody took it: it is ours again, unless another one of its key is in hand now. What has ended or
 * is not claimed yet has no owner.
 */
function* reclaimMessage(owner: string, id: number): SqlSteps<boolean> {
  const row = yield* selectRow(
    `update message set owner = case when state in ('ready', 'waiting') then ? end
     where id = ? and state <> 'settled' and (state not in ('ready', 'waiting') or (select 1 from message h
       where h.order_key = message.order_key and h.id <> message.id
         and h.owner is not null and h.state in ('ready', 'waiting') limit 1) is null)
     returning id`,
    owner,
    id,
  );
  return row !== undefined;
}
