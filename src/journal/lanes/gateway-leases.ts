import { LeaseLost } from '../model/journal-errors.ts';
import {
  execute,
  placeholders,
  type SqlDialect,
  type SqlSteps,
  selectNumber,
  selectRow,
} from '../sql/sql-engine.ts';

/** Milliseconds for which a gateway counts as alive after a sign of life. */
const leaseLength = 20_000;

/** A lease and the gateway that claims to hold it. */
export interface LeaseHolder {
  readonly name: string;
  readonly owner: string;
}

/** Takes or renews a lease, such as that for polling a search. True while it is ours. */
export function* acquireLease(dialect: SqlDialect, owner: string, name: string): SqlSteps<boolean> {
  const row = yield* selectRow(
    `insert into lease (name, owner, until) values (?, ?, ${dialect.now} + ${leaseLength})
     on conflict (name) do update set owner = excluded.owner, until = excluded.until
       where lease.owner = excluded.owner or lease.until < ${dialect.now}
     returning owner`,
    name,
    owner,
  );
  return row !== undefined;
}

/** True while it is ours. One that the journal has forgotten (postgres/server-change.ts) is not. */
export function* renewLease(dialect: SqlDialect, owner: string, name: string): SqlSteps<boolean> {
  const row = yield* selectRow(
    `update lease set until = ${dialect.now} + ${leaseLength} where name = ? and owner = ? returning owner`,
    name,
    owner,
  );
  return row !== undefined;
}

/** Rejects when it is not ours; nobody else can get it before our transaction ends. */
export function* assertLease(dialect: SqlDialect, { name, owner }: LeaseHolder): SqlSteps<void> {
  const row = yield* selectRow(`select owner from lease where name = ?${dialect.lock}`, name);
  if (row?.owner === owner) return;
  throw new LeaseLost(
    row ? `Another gateway holds the lease "${name}" now.` : `The lease "${name}" is free.`,
  );
}

export function* releaseLease(owner: string, name: string): SqlSteps<void> {
  yield* execute('delete from lease where name = ? and owner = ?', name, owner);
}

export function* releaseOtherLeases(owner: string, but: string): SqlSteps<void> {
  yield* execute('delete from lease where owner = ? and name <> ?', owner, but);
}

/** Microseconds. A turn further away than this comes from a clock that was put back. */
const farthestReserved = 600_000_000;

/** The next turns after those that were taken; resolves to the milliseconds until the first. */
export function* reserveTurns(dialect: SqlDialect, count: number, interval: number): SqlSteps<number> {
  const now = `(${dialect.now} * 1000)`;
  const length = Math.ceil(count * interval * 1000);
  const wait = yield* selectNumber(
    `insert into pace (name, next) values ('exchange', ${now} + ?)
     on conflict (name) do update set next = ? +
       case when pace.next between ${now} and ${now} + ${farthestReserved} then pace.next else ${now} end
     returning next - ? - ${now} as n`,
    length,
    length,
    length,
  );
  return wait / 1000;
}

/**
 * A sign of life: what is in our hands stays there. One row for all of it, so that it never waits for a message that is being
 * worked on, and no message for it.
 */
export function* renew(dialect: SqlDialect, owner: string): SqlSteps<void> {
  const until = `${dialect.now} + ${leaseLength}`;
  yield* execute(
    `insert into gateway (owner, until) values (?, ${until})
     on conflict (owner) do update set until = excluded.until`,
    owner,
  );
  yield* execute(`update lease set until = ${until} where owner = ?`, owner);
}

/**
 * `busy`: of those alive, who has a message in hand, and `owner`. One that gave no sign of life for too long stands there for as
 * long again: each of the others sees it.
 */
export function* countGateways(
  dialect: SqlDialect,
  owner: string,
): SqlSteps<Record<'alive' | 'busy' | 'dead', number>> {
  const isAlive = `until >= ${dialect.now}`;
  const isBusy = 'owner = ? or exists (select 1 from message where message.owner = gateway.owner)';
  const row = yield* selectRow(
    `select count(*) as n, sum(case when ${isAlive} then 1 else 0 end) as alive,
       sum(case when ${isAlive} and (${isBusy}) then 1 else 0 end) as busy from gateway`,
    owner,
  );
  const alive = Number(row?.alive ?? 0);
  return { alive, busy: Number(row?.busy ?? 0), dead: Number(row?.n) - alive };
}

/** What dead gateways had in hand is nobody's. A message that somebody changes at this moment is in living hands. */
export function* freeDeadGateways(dialect: SqlDialect): SqlSteps<void> {
  const alive = `select owner from gateway where until >= ${dialect.now}`;
  for (const hand of ['owner', 'filer'])
    yield* execute(
      `update message set ${hand} = null where id in (
         select id from message where ${hand} is not null and ${hand} not in (${alive})${dialect.skipLocked})`,
    );
  yield* execute(`delete from gateway where until < ${dialect.now} - ${leaseLength}`);
}

/** What is ours and in no hand of ours is nobody's: it comes again. */
export function* releaseLostClaims(owner: string, ids: readonly number[]): SqlSteps<void> {
  yield* execute(
    `update message set owner = null where owner = ? and id in (${placeholders(ids)})`,
    owner,
    ...ids,
  );
}

/** We stop: everything is free at once. */
export function* releaseEverything(owner: string): SqlSteps<void> {
  yield* execute('update message set owner = null where owner = ?', owner);
  yield* execute('update message set filer = null where filer = ?', owner);
  for (const table of ['lease', 'gateway']) yield* execute(`delete from ${table} where owner = ?`, owner);
}
