import { z } from 'zod';
import type { Outage, OutageSummary, UnansweredAttempt } from '../journal.ts';
import {
  execute,
  type Row,
  type SqlDialect,
  type SqlSteps,
  selectNumber,
  selectRow,
} from '../sql/sql-engine.ts';

/** Attempts of so many different orders, one after the other and with no answer in between, are an outage. */
const ordersToOpen = 3;

/** Milliseconds between two probes: doubled from the first to the longest, or what the exchange asks for. */
const pauses = { first: 1000, longest: 30_000 };

/** Milliseconds. A probe that is to come later than this was planned by a clock that was put back since. */
const farthestProbe = 2 * 3_600_000;

const textSchema = z.object({ en: z.string(), nl: z.string() });
const keysSchema = z.array(z.string());

/** One row, for the one exchange that a journal is bound to. */
interface StoredOutage extends Omit<Outage, 'since'> {
  readonly keys: readonly string[];
  readonly opened: number | undefined;
  readonly probes: number;
  readonly probe: number | undefined;
}

const numberOrNone = (value: unknown): number | undefined =>
  value === null || value === undefined ? undefined : Number(value);

const parseStored = (row: Row): StoredOutage => ({
  keys: keysSchema.parse(JSON.parse(String(row.keys))),
  opened: numberOrNone(row.opened),
  asked: Number(row.asked),
  next: Number(row.next),
  probes: Number(row.probes),
  probe: numberOrNone(row.probe),
  said: textSchema.parse(JSON.parse(String(row.said))),
});

function* findStored(lock = ''): SqlSteps<StoredOutage | undefined> {
  const row = yield* selectRow(`select * from outage where name = 'exchange'${lock}`);
  return row && parseStored(row);
}

const outageOf = (stored: StoredOutage | undefined): Outage | undefined => {
  if (stored?.opened === undefined) return undefined;
  const { opened: since, asked, next, said } = stored;
  return { since, asked, next, said };
};

/** With how many wait, counted only where there is one. */
export function* findOutage(): SqlSteps<OutageSummary | undefined> {
  const outage = outageOf(yield* findStored());
  if (!outage) return undefined;
  const waiting = yield* selectNumber(
    "select count(*) as n from message where state in ('ready', 'waiting') and direction = 'inbound'",
  );
  return { ...outage, waiting };
}

/** SQL: 0: attempts failed, fewer than open an outage; else since when one is open. Null: nothing is known against the exchange. */
export const outageStandingQuery = "(select coalesce(opened, 0) from outage where name = 'exchange')";

export function* noteUnanswered(
  dialect: SqlDialect,
  failure: UnansweredAttempt,
): SqlSteps<Outage | undefined> {
  if (failure.orderKey !== undefined) yield* createRow(failure);
  const before = yield* findStored(dialect.lock);
  if (!before) return undefined;
  const after = before.opened === undefined ? countFailure(before, failure) : delayProbe(before, failure);
  yield* execute(
    "update outage set keys = ?, opened = ?, asked = ?, next = ?, probes = ?, probe = ?, said = ? where name = 'exchange'",
    JSON.stringify(after.keys),
    after.opened ?? null,
    after.asked,
    after.next,
    after.probes,
    after.probe ?? null,
    JSON.stringify(after.said),
  );
  return outageOf(after);
}

function* createRow({ at, said }: UnansweredAttempt): SqlSteps<void> {
  yield* execute(
    "insert into outage (name, keys, asked, next, said) values ('exchange', '[]', ?, 0, ?) on conflict (name) do nothing",
    at,
    JSON.stringify(said),
  );
}

/** The same order counts once: one document that always fails says nothing of the exchange. */
function countFailure(
  before: StoredOutage,
  { orderKey, at, retryAfter = 0, said }: UnansweredAttempt,
): StoredOutage {
  if (orderKey === undefined) return before;
  const keys = [...new Set([...before.keys, orderKey])];
  const opens = keys.length >= ordersToOpen;
  const next = opens ? at + Math.max(pauses.first, retryAfter) : 0;
  return { ...before, keys, said, asked: at, next, ...(opens ? { opened: at } : {}) };
}

/** After its probe the next one waits longer; what was under way when it opened can only put it off. */
function delayProbe(
  before: StoredOutage,
  { message, at, retryAfter = 0, said }: UnansweredAttempt,
): StoredOutage {
  const wasProbe = before.probe === message;
  const probes = before.probes + (wasProbe ? 1 : 0);
  const pause = Math.min(pauses.first * 2 ** probes, pauses.longest);
  const next = wasProbe ? at + Math.max(pause, retryAfter) : Math.max(before.next, at + retryAfter);
  return { ...before, probes, next, asked: at, said, probe: wasProbe ? undefined : before.probe };
}

/** What waited for the exchange is due at once. */
export function* noteAnswered(dialect: SqlDialect): SqlSteps<Outage | undefined> {
  const before = yield* findStored(dialect.lock);
  if (!before) return undefined;
  yield* execute("delete from outage where name = 'exchange'");
  if (before.opened !== undefined)
    yield* execute(
      `update message set due = 0, away = 0 where id in (
         select id from message where away = 1 and state = 'waiting'${dialect.lock && ` order by id${dialect.lock}`})`,
    );
  return outageOf(before);
}

/** Before one has opened it is so anyway. */
export function* askSoon(): SqlSteps<void> {
  yield* execute("update outage set next = 0 where name = 'exchange'");
}

/** The outage of which a probe may be sent now; it stays locked. One that is in hand is waited for, whoever has it. */
export function* mayProbe(dialect: SqlDialect, now: number): SqlSteps<boolean> {
  const outage = yield* findStored(dialect.lock);
  if (outage?.opened === undefined) return false;
  if (outage.next > now && outage.next <= now + farthestProbe) return false;
  if (outage.probe === undefined) return true;
  const inHand = yield* selectRow(
    "select 1 as n from message where id = ? and owner is not null and state in ('ready', 'waiting')",
    outage.probe,
  );
  return inHand === undefined;
}

export function* noteProbe(message: number): SqlSteps<void> {
  yield* execute("update outage set probe = ? where name = 'exchange'", message);
}
