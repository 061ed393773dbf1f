import { hostname } from 'node:os';
import { z } from 'zod';
import { addAuditEntry } from '../accounts/audit-rows.ts';
import type { DecisionOrigin, HistoryEntry, RecentHistoryEntry } from '../journal.ts';
import { currentInstant, execute, type SqlDialect, type SqlSteps, selectRows } from '../sql/sql-engine.ts';

/** All that was decided, with who and why. */

/** Where a decision was made, as its row keeps it. */
export interface KeptOrigin {
  /** At whose command line; empty: on the pages, or by the gateway itself. */
  readonly machine: string;
  /** The audit has it, or needs none. */
  readonly audited: boolean;
}

export const originOf = (origin: DecisionOrigin | undefined): KeptOrigin => ({
  machine: origin === 'page' || origin === 'gateway' ? '' : hostname(),
  audited: origin !== undefined,
});

/** Keeps a decision: on a message, or without one on its `subject`. The audit gets it in the same transaction, unless it has it. */
export function* addHistoryEntry(
  dialect: SqlDialect,
  entry: NewHistoryEntry,
  { machine, audited } = originOf(entry.origin),
): SqlSteps<void> {
  const { message, subject = '', action, who = '', reason, result, refused = false } = entry;
  yield* execute(
    'insert into history (message, subject, at, action, who, reason, result, machine) values (?, ?, ?, ?, ?, ?, ?, ?)',
    ...[message ?? null, subject, currentInstant(), action, who, reason, result, machine],
  );
  if (audited) return;
  yield* addAuditEntry(dialect, {
    by: { kind: who === '' ? 'unknown' : 'system', name: who, address: machine },
    ...{ action, object: message === undefined ? subject : `${message}`, reason },
    ...(message === undefined ? { detail: result } : {}),
    result: refused ? 'refused' : 'done',
  });
}

interface NewHistoryEntry {
  readonly message?: number;
  readonly subject?: string;
  readonly action: string;
  readonly who?: string | undefined;
  readonly reason: string;
  readonly result: string;
  readonly refused?: boolean;
  readonly origin?: DecisionOrigin | undefined;
}

/** The newest first. */
export function* listRecentHistory(limit: number): SqlSteps<readonly RecentHistoryEntry[]> {
  const rows = yield* selectRows('select * from history order by id desc limit ?', limit);
  return rows.map((row) => ({
    ...parseHistoryEntry(row),
    ...(row.message === null ? {} : { message: Number(row.message) }),
  }));
}

export function* listHistory(id: number | undefined): SqlSteps<readonly HistoryEntry[]> {
  const rows =
    id === undefined
      ? yield* selectRows('select * from history where message is null order by id')
      : yield* selectRows('select * from history where message = ? order by id', id);
  return rows.map(parseHistoryEntry);
}

const historyRow = z
  .object({
    subject: z.string(),
    at: z.string(),
    action: z.string(),
    who: z.string(),
    reason: z.string(),
    result: z.string(),
    machine: z.string(),
  })
  .transform(({ machine, ...rest }) => (machine === '' ? rest : { ...rest, machine }));

const parseHistoryEntry = (row: unknown): HistoryEntry => historyRow.parse(row);
