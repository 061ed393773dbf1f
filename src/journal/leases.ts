import { LeaseLost } from './errors.ts';
import { leaseLength } from './sequence.ts';
import { type Dialect, number, one, run, type Steps } from './sql.ts';

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

/** A sign of life: what is in our hands stays there. */
export function* renew(dialect: Dialect, owner: string): Steps<void> {
  for (const table of ['message', 'lead'])
    yield* run(`update ${table} set lease = ${dialect.now} + ${leaseLength} where owner = ?`, owner);
  yield* run(`update message set filer_lease = ${dialect.now} + ${leaseLength} where filer = ?`, owner);
}

/** We stop: everything is free at once. */
export function* letGo(owner: string): Steps<void> {
  yield* run('update message set owner = null where owner = ?', owner);
  yield* run('update message set filer = null where filer = ?', owner);
  yield* run('delete from lead where owner = ?', owner);
}
