import { crashAt } from '../../system/crash-point.ts';
import type { Finding } from '../../types.ts';
import { deleteUnusedBlobs } from '../blobs/blobs.ts';
import { withReplayRecord } from '../blobs/replay-records.ts';
import type { ParkOptions, WaitOptions } from '../journal.ts';
import type { Message, Settlement } from '../model/message.ts';
import { parseMessage } from '../sql/parse-message.ts';
import {
  assignColumns,
  type ColumnValues,
  currentInstant,
  execute,
  type Row,
  type SqlDialect,
  type SqlSteps,
  selectRow,
  selectRows,
} from '../sql/sql-engine.ts';
import { endAttempt } from './attempts.ts';
import { assertChecked, type HeldMessage } from './held-message.ts';
import { applyTaskChanges } from './open-tasks.ts';
import { findOrderState, storeOrderState } from './order-states.ts';

/** Messages of one answer of `unfiled`. */
const unfiledAtOnce = 200;

export function* wait(
  dialect: SqlDialect,
  message: HeldMessage,
  due: number,
  reason: string,
  { saw, away = false }: WaitOptions = {},
): SqlSteps<void> {
  assertChecked(message);
  yield* withReplayRecord(dialect, message, saw, (record) => {
    const columns = { due, reason, away: away ? 1 : 0, ...record };
    return execute(
      `update message set state = 'waiting', owner = null, ${assignColumns(columns)} where id = ?`,
      ...Object.values(columns),
      message.id,
    );
  });
}

/** Back to its check, in its place of arrival: what it was judged by is not what would be made of it now. */
export function* recheck({ id }: HeldMessage, reason: string): SqlSteps<void> {
  yield* execute(
    "update message set state = 'received', claimable = 0, due = 0, reason = ?, owner = null where id = ?",
    reason,
    id,
  );
}

export function* park(
  dialect: SqlDialect,
  message: HeldMessage,
  reason: string,
  findings: readonly Finding[],
  { saw, released = false }: ParkOptions = {},
): SqlSteps<void> {
  if (saw?.step === 'prepare') assertChecked(message);
  const { id, channel } = message;
  const row = yield* withReplayRecord(dialect, message, saw, (record) => {
    const [cause, value] = causeOf(findings);
    const columns = { reason, findings: JSON.stringify(findings), cause, cause_value: value, ...record };
    return selectRow(
      `update message set state = 'parked', claimable = 0, owner = null, ${assignColumns(columns)},
       released = case when ? = 1 then 1 else released end, ${noteEnd} where id = ? returning parent`,
      ...Object.values(columns),
      released ? 1 : 0,
      id,
    );
  });
  yield* execute('insert into parking (at, channel) values (?, ?)', currentInstant(), channel);
  yield* noteDocumentEnded(dialect, row);
}

/** Code and value of the finding that decided; empty: there is none. */
function causeOf(findings: readonly Finding[]): readonly [code: string, value: string] {
  const finding = findings.find(({ severity }) => severity !== 'warning');
  return [finding?.code ?? '', finding?.value ?? ''];
}

/** SQL: it has come to an end, and its file is to be moved; a document of a file has none of its own. */
const noteEnd = `ends = ends + 1, order_key = coalesce(order_key, 'message:' || id),
  filed = case when parent is null then 0 else 1 end`;

/** The file of a document is to be moved when none of its documents is on its way any more. */
function* noteDocumentEnded(dialect: SqlDialect, row: Row | undefined): SqlSteps<void> {
  if (typeof row?.parent === 'number') yield* queueFiling(dialect, row.parent);
}

/**
 * Of two documents that end at the same time the later must see the earlier, so both lock the row of the
 * file.
 */
export function* queueFiling(dialect: SqlDialect, file: number): SqlSteps<void> {
  if (dialect.lock) yield* selectRow(`select id from message where id = ?${dialect.lock}`, file);
  yield* execute(
    `update message set filed = 0, ends = ends + 1 where id = ? and outcome = 'split'
       and not exists (select 1 from message d where d.parent = ? and d.state in ('received', 'ready', 'waiting'))`,
    file,
    file,
  );
}

/** The outcome and the order state, and the end of the attempt that led to it. */
export function* settle(dialect: SqlDialect, message: HeldMessage, settlement: Settlement): SqlSteps<void> {
  const { id } = message;
  const { ended, change, outcome, reason, findings, published, saw } = settlement;
  if (ended || saw?.step === 'prepare') assertChecked(message);
  // the record first: it keeps bodies that the state of the order lets go
  yield* withReplayRecord(dialect, message, saw, function* (record) {
    if (ended) {
      yield* endAttempt(dialect, message, ended.attempt, ended);
      crashAt('before-settle');
    }
    const revision = change && (yield* changeState(dialect, message, change));
    yield* applyTaskChanges(id, settlement);
    yield* settleRow(dialect, id, outcome, reason, findings, {
      ...record,
      ...(revision === undefined ? {} : { revision }),
      ...(published ? { place: published.name, folder: published.folder ?? null } : {}),
    });
  });
}

/** `more`: what else is written into its row. */
export function* settleRow(
  dialect: SqlDialect,
  id: number,
  outcome: string,
  reason: string,
  findings: readonly Finding[] | undefined,
  more: ColumnValues = {},
): SqlSteps<void> {
  const [cause, value] = outcome === 'rejected' ? causeOf(findings ?? []) : [null, null];
  const end = { outcome, reason, settled_at: currentInstant(), cause, cause_value: value, ...more };
  const row = yield* selectRow(
    `update message set state = 'settled', claimable = 0, owner = null, findings = coalesce(?, findings),
     ${assignColumns(end)}, ${noteEnd} where id = ? returning parent`,
    findings ? JSON.stringify(findings) : null,
    ...Object.values(end),
    id,
  );
  yield* noteDocumentEnded(dialect, row);
}

/** Of the order that it is about, where that is known. Resolves to the revision that this makes. */
export function* changeState(
  dialect: SqlDialect,
  { address }: Pick<HeldMessage, 'address'>,
  change: NonNullable<Settlement['change']>,
): SqlSteps<number | undefined> {
  if (address === undefined) return undefined;
  const after = change(yield* findOrderState(address, dialect.lock));
  yield* storeOrderState(address, after.state);
  yield* replaceBodyReferences(dialect, address, after.bodies);
  return after.revision;
}

export function* noteRevision(id: number, revision: number): SqlSteps<void> {
  yield* execute('update message set revision = ? where id = ?', revision, id);
}

/** What the state of an address refers to from now on; what it lets go may be deleted. */
function* replaceBodyReferences(
  dialect: SqlDialect,
  address: string,
  bodies: readonly string[],
): SqlSteps<void> {
  const rows = yield* selectRows('select hash from state_body where address = ?', address);
  const known = rows.map(({ hash }) => String(hash));
  const gone = known.filter((hash) => !bodies.includes(hash));
  for (const hash of new Set(bodies))
    if (!known.includes(hash))
      yield* execute('insert into state_body (address, hash) values (?, ?)', address, hash);
  for (const hash of gone)
    yield* execute('delete from state_body where address = ? and hash = ?', address, hash);
  yield* deleteUnusedBlobs(dialect, gone);
}

/** Notes where the file lies. Nothing changes when a decision came while it was moved. */
export function* noteFiled(
  owner: string,
  { id, ends }: Pick<Message, 'id' | 'ends'>,
  place: string,
): SqlSteps<void> {
  const isStill = "ends = ? and state in ('settled', 'parked')";
  yield* execute(
    `update message set filed = case when ${isStill} then 1 else filed end, place = case when ${isStill} then ? else place end,
     filer = case when filer = ? then null else filer end where id = ? and (${isStill} or filer = ?)`,
    ...[ends, ends, place || null, owner, id, ends, owner],
  );
}

/** The oldest that have to be moved; where several gateways share the journal, others leave their files to us. */
export function* listUnfiled(
  dialect: SqlDialect,
  owner: string,
  except: readonly string[],
): SqlSteps<readonly Message[]> {
  const open = `filed = 0 and state in ('settled', 'parked') and channel not in (${except.map(() => '?').join() || "''"})`;
  const rows = dialect.shared
    ? yield* selectRows(
        `with free as (select id from message m where ${open}
           and (filer is null or filer = ?) order by id limit ${unfiledAtOnce}${dialect.skipLocked})
         update message set filer = ? where id in (select id from free)
         returning *`,
        ...except,
        owner,
        owner,
      )
    : // without statistics SQLite would rather read all that has ever settled
      yield* selectRows(
        `select * from message indexed by message_unfiled where ${open} order by id limit ${unfiledAtOnce}`,
        ...except,
      );
  return rows.map(parseMessage).sort((a, b) => a.id - b.id);
}
