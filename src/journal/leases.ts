import { leaseLength } from './order.ts';
import { type Dialect, one, run, type Steps } from './sql.ts';

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

/** A sign of life: what is in our hands stays there. */
export function* renew(dialect: Dialect, owner: string): Steps<void> {
  for (const table of ['message', 'lead'])
    yield* run(`update ${table} set lease = ${dialect.now} + ${leaseLength} where owner = ?`, owner);
}

/** We stop: everything is free at once. */
export function* letGo(owner: string): Steps<void> {
  yield* run('update message set owner = null where owner = ?', owner);
  yield* run('delete from lead where owner = ?', owner);
}
