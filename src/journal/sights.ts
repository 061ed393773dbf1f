import { namePart } from './blobs.ts';
import type { Seen, Sighting } from './interface.ts';
import type { LostPath, Saw } from './message.ts';
import { readMessage, readSighting, type SightRow } from './rows.ts';
import { all, type Dialect, marks, now, one, run, type Steps } from './sql.ts';
import { packedState, stateHash, unpackedState } from './state-body.ts';

/**
 * What the last check or prepare of each message saw, so that it can be run again. No commit of its own. Order states stand in a
 * table by themselves, each once: a row of a few hundred bytes, where bodies by their hash take pages.
 */

/** Notes it; what was noted before goes. */
export function* noteSight(
  dialect: Dialect,
  id: number,
  { step, at, said, forced, state, bodies, generation, lost }: Saw,
): Steps<void> {
  const row = yield* one('select seen_state as n, channel from message where id = ?', id);
  const before = row?.n;
  const seen = state === undefined ? null : yield* stateRow(dialect, Buffer.from(state));
  for (const hash of bodies) yield* name(dialect, id, hash);
  const sight: SightRow = { step, at: Date.parse(at), said, ...(forced ? { forced } : {}) };
  yield* run(
    'update message set saw = ?, seen_state = ?, generation = ?, lost = ? where id = ?',
    JSON.stringify(sight),
    seen,
    generation ?? null,
    lost === undefined ? null : JSON.stringify(lost),
    id,
  );
  if (typeof before === 'number' && before !== seen) yield* dropStates(dialect, [before]);
  if (row && lost) yield* noteLostPaths(id, String(row.channel), lost);
}

/** Of one message, at once. */
const mostPaths = 200;

/** Of each channel and path the first one, kept longer than its message; in one order, since several gateways may note the same. */
function* noteLostPaths(id: number, channel: string, lost: readonly LostPath[]): Steps<void> {
  const told = lost.filter((one) => one.told).slice(0, mostPaths);
  if (told.length === 0) return;
  const rows = told.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  yield* run(
    `insert into lost_path (channel, path, count, message, at) values ${rows.map(() => '(?, ?, ?, ?, ?)').join(', ')}
     on conflict (channel, path) do nothing`,
    ...rows.flatMap(({ path, count }) => [channel, path, count, id, now()]),
  );
}

function* stateRow(dialect: Dialect, state: Uint8Array): Steps<number> {
  const hash = stateHash(state);
  const known = yield* one(`select id from seen_state where hash = ?${dialect.keep}`, hash);
  if (known) return Number(known.id);
  // another gateway may have it by now: a row that is updated is told, one that is left alone is not
  const row = yield* one(
    'insert into seen_state (hash, body) values (?, ?) on conflict (hash) do update set body = excluded.body returning id',
    hash,
    packedState(state),
  );
  return Number(row?.id);
}

/** What is there still stays as long as the message's own documents. */
function* name(dialect: Dialect, id: number, hash: string): Steps<void> {
  const known = "select 1 as n from part where message = ? and role = 'named' and hash = ?";
  if (yield* one(known, id, hash)) return;
  if (yield* one(`select 1 as n from blob where hash = ?${dialect.keep}`, hash))
    yield* namePart(id, 'named', hash);
}

/** The documents of these messages go: what they saw cannot be run again. */
export function* forgetStates(dialect: Dialect, messages: readonly number[]): Steps<void> {
  const of = `id in (${marks(messages)}) and seen_state is not null`;
  const rows = yield* all(`select distinct seen_state as n from message where ${of}`, ...messages);
  yield* run(`update message set seen_state = 0 where ${of}`, ...messages);
  yield* dropStates(
    dialect,
    rows.map(({ n }) => Number(n)).filter((n) => n !== 0),
  );
}

/** Those that no message has seen any more. */
function* dropStates(dialect: Dialect, ids: readonly number[]): Steps<void> {
  if (ids.length === 0) return;
  const these = `id in (${marks(ids)})`;
  // whoever is about to name one has locked it
  if (dialect.lock) yield* all(`select 1 from seen_state where ${these} order by id${dialect.lock}`, ...ids);
  yield* run(
    `delete from seen_state where ${these} and not exists (select 1 from message m where m.seen_state = seen_state.id and m.seen_state > 0)`,
    ...ids,
  );
}

export function* seen(id: number): Steps<Seen | undefined> {
  const row = yield* one('select * from message where id = ?', id);
  const sight = row && readMessage(row).sight;
  if (sight === undefined) return undefined;
  if (row?.seen_state === null) return { ...sight, lost: false };
  const found = yield* one('select body from seen_state where id = ?', Number(row?.seen_state));
  if (!(found?.body instanceof Uint8Array)) return { ...sight, lost: true };
  return { ...sight, lost: false, state: unpackedState(found.body).toString() };
}

/** Ended by check or prepare, which always keep what they saw: an older version of the gateway did that. */
const ofOlderVersion = `state in ('settled', 'parked') and coalesce(outcome, '') not in ('superseded', 'discarded', 'split', 'duplicate')
       and not exists (select 1 from message d where d.parent = message.id)`;

export function* sightings(after: number, most: number): Steps<readonly Sighting[]> {
  const rows = yield* all(
    `select id, channel, address, received_at, generation, bodies, lost from message
     where id > ? and (saw is not null or revision is not null or ${ofOlderVersion}) order by id limit ?`,
    after,
    most,
  );
  return rows.map(readSighting);
}
