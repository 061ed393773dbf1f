import { LeaseLost } from './errors.ts';
import { type Dialect, marks, number, one, run, type Steps } from './sql.ts';

/** Milliseconds for which a gateway counts as alive after a sign of life. */
const leaseLength = 20_000;

/** Who does something, or believes so. */
export interface Led {
  readonly name: string;
  readonly owner: string;
}

/** Something that one gateway at a time does, such as polling a search: true while it is ours. */
export function* lead(dialect: Dialect, owner: string, name: string): Steps<boolean> {
  const row = yield* one(
    `insert into lead (name, owner, lease) values (?, ?, ${dialect.now} + ${leaseLength})
     on conflict (name) do update set owner = excluded.owner, lease = excluded.lease
       where lead.owner = excluded.owner or lead.lease < ${dialect.now}
     returning owner`,
    name,
    owner,
  );
  return row !== undefined;
}

/** Rejects when another has it; that one can't get it before our transaction ends. */
export function* assertLead(dialect: Dialect, { name, owner }: Led): Steps<void> {
  const row = yield* one(`select owner from lead where name = ?${dialect.lock}`, name);
  if (row && row.owner !== owner) throw new LeaseLost(`Another gateway has the lead of "${name}" now.`);
}

export function* leave(owner: string, name: string): Steps<void> {
  yield* run('delete from lead where name = ? and owner = ?', name, owner);
}

export function* leaveAll(owner: string, but: string): Steps<void> {
  yield* run('delete from lead where owner = ? and name <> ?', owner, but);
}

/** Microseconds. A turn further away than this comes from a clock that was put back. */
const farthestTurn = 600_000_000;

/** The next turns after those that were taken; resolves to the milliseconds until the first. */
export function* turns(dialect: Dialect, count: number, interval: number): Steps<number> {
  const now = `(${dialect.now} * 1000)`;
  const length = Math.ceil(count * interval * 1000);
  const wait = yield* number(
    `insert into pace (name, next) values ('exchange', ${now} + ?)
     on conflict (name) do update set next = ? +
       case when pace.next between ${now} and ${now} + ${farthestTurn} then pace.next else ${now} end
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
export function* renew(dialect: Dialect, owner: string): Steps<void> {
  const lease = `${dialect.now} + ${leaseLength}`;
  yield* run(
    `insert into gateway (owner, lease) values (?, ${lease})
     on conflict (owner) do update set lease = excluded.lease`,
    owner,
  );
  yield* run(`update lead set lease = ${lease} where owner = ?`, owner);
}

/** What dead gateways had in hand is nobody's. A message that somebody changes at this moment is in living hands. */
export function* freeDead(dialect: Dialect): Steps<void> {
  const alive = `select owner from gateway where lease >= ${dialect.now}`;
  for (const hand of ['owner', 'filer'])
    yield* run(
      `update message set ${hand} = null where id in (
         select id from message where ${hand} is not null and ${hand} not in (${alive}) order by id${dialect.skipLocked})`,
    );
  yield* run(`delete from gateway where lease < ${dialect.now} - ${leaseLength}`);
}

/** What is ours and in no hand of ours is nobody's: it comes again. */
export function* freeLost(owner: string, ids: readonly number[]): Steps<void> {
  yield* run(`update message set owner = null where owner = ? and id in (${marks(ids)})`, owner, ...ids);
}

/** We stop: everything is free at once. */
export function* letGo(owner: string): Steps<void> {
  yield* run('update message set owner = null where owner = ?', owner);
  yield* run('update message set filer = null where filer = ?', owner);
  for (const table of ['lead', 'gateway']) yield* run(`delete from ${table} where owner = ?`, owner);
}
