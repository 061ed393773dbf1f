import { hashOf, namePart, putBlob, readBlob } from './blobs.ts';
import type { Seen, Sighting } from './interface.ts';
import type { Saw } from './message.ts';
import { readMessage, readSighting, type SightRow, statePart } from './rows.ts';
import { all, type Dialect, type Engine, one, run, type Steps } from './sql.ts';

/** What the last check or prepare of each message saw, so that it can be run again. No commit of its own. */

/** Notes it; what was noted before goes, but for the parts, which cost nothing where nothing has changed. */
export function* noteSight(
  dialect: Dialect,
  id: number,
  { step, at, said, forced, state, bodies, generation }: Saw,
): Steps<void> {
  const part = state === undefined ? undefined : yield* statePartOf(dialect, id, Buffer.from(state));
  for (const hash of bodies) yield* name(dialect, id, hash);
  const sight: SightRow = {
    ...{ step, at: Date.parse(at), said },
    ...(forced ? { forced } : {}),
    ...(part === undefined ? {} : { state: part }),
  };
  yield* run(
    'update message set saw = ?, generation = ? where id = ?',
    JSON.stringify(sight),
    generation ?? null,
    id,
  );
}

/** Its number: a message that is prepared again and again on the same state has it once. */
function* statePartOf(dialect: Dialect, id: number, state: Uint8Array): Steps<number> {
  const known = yield* partWith(id, 'state', hashOf(state));
  if (known !== undefined) return known;
  const hash = yield* putBlob(dialect, state);
  yield* namePart(id, 'state', hash);
  return (yield* partWith(id, 'state', hash)) ?? 0;
}

function* partWith(id: number, role: 'state' | 'named', hash: string): Steps<number | undefined> {
  const row = yield* one('select n from part where message = ? and role = ? and hash = ?', id, role, hash);
  return row && Number(row.n);
}

/** What is there still stays as long as the message's own documents. */
function* name(dialect: Dialect, id: number, hash: string): Steps<void> {
  if ((yield* partWith(id, 'named', hash)) !== undefined) return;
  if (yield* one(`select 1 as n from blob where hash = ?${dialect.keep}`, hash))
    yield* namePart(id, 'named', hash);
}

export async function seen(engine: Engine, id: number): Promise<Seen | undefined> {
  const row = await engine.read(() => one('select * from message where id = ?', id));
  const sight = row && readMessage(row).sight;
  if (sight === undefined) return undefined;
  const n = statePart(row?.saw);
  if (n === undefined) return { ...sight, lost: false };
  const part = await engine.read(() => one('select hash from part where message = ? and n = ?', id, n));
  const state = part && (await readBlob(engine, String(part.hash)));
  return { ...sight, lost: !state, ...(state ? { state: Buffer.from(state).toString() } : {}) };
}

export function* sightings(after: number, most: number): Steps<readonly Sighting[]> {
  const rows = yield* all(
    `select id, channel, address, received_at, generation, bodies from message
     where id > ? and (saw is not null or revision is not null) order by id limit ?`,
    after,
    most,
  );
  return rows.map(readSighting);
}
