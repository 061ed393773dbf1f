import { outcomes } from '../types.ts';
import { dropUnused } from './blobs.ts';
import type { Expiry } from './interface.ts';
import { forgetStates } from './sights.ts';
import { all, type Dialect, marks, run, type Steps } from './sql.ts';

/** What is deleted of settled messages, by age and outcome. Whatever waits or is parked is not looked at. */

/** Nothing reached the exchange or the ERP. */
const noNews: readonly string[] = ['duplicate', 'unchanged', 'ignored', 'superseded', 'outdated'];

/** One bite; resolves to how many messages lost something, less than `most` when nothing is left to delete. */
export function* prune(dialect: Dialect, expiry: Expiry, most: number): Steps<number> {
  let done = 0;
  for (const outcome of outcomes) {
    const messages = yield* expired(dialect, outcome, '0, 1', messagesBefore(outcome, expiry), most - done);
    yield* deleteMessages(dialect, messages);
    const bodies = yield* expired(dialect, outcome, '1', expiry.bodies, most - done - messages.length);
    yield* deleteBodies(dialect, bodies);
    done += messages.length + bodies.length;
  }
  return done + (yield* forgetSeen(expiry.seen, most - done));
}

/** What came so long ago is taken as news when it comes again. */
function* forgetSeen(before: string | undefined, most: number): Steps<number> {
  if (before === undefined || most <= 0) return 0;
  const rows = yield* all(
    `delete from seen where (channel, key) in (select channel, key from seen where at < ? order by at limit ?)
     returning key`,
    before,
    most,
  );
  return rows.length;
}

/** The later of two instants: whichever age is shorter counts. */
function messagesBefore(outcome: string, expiry: Expiry): string | undefined {
  const ends = noNews.includes(outcome) ? [expiry.messages, expiry.noNews] : [expiry.messages];
  return ends
    .filter((end) => end !== undefined)
    .sort()
    .at(-1);
}

/** Settled before, its file in its place, and what was published collected where that is watched. */
function* expired(
  dialect: Dialect,
  outcome: string,
  bodies: string,
  before: string | undefined,
  most: number,
): Steps<readonly number[]> {
  if (before === undefined || most <= 0) return [];
  const documents = outcome === 'split' ? yield* expiredDocuments(dialect, bodies, before, most) : [];
  if (documents.length === most) return documents;
  const alone =
    outcome === 'split'
      ? `not exists (select 1 from message d where d.parent = m.id and d.bodies in (${bodies}))`
      : 'parent is null';
  // the newest stays, so that its number is never given again
  const rows = yield* all(
    `select id from message m where state = 'settled' and outcome = ? and bodies in (${bodies}) and settled_at < ?
     and ${alone}
     and id < (select max(id) from message) and filed = 1 and (folder is null or collected is not null) limit ?${dialect.skipLocked}`,
    outcome,
    before,
    most - documents.length,
  );
  return [...documents, ...rows.map(({ id }) => Number(id))];
}

/** A file and its documents go together, when the youngest of them has expired: the documents first, by and by. */
function* expiredDocuments(
  dialect: Dialect,
  bodies: string,
  before: string,
  most: number,
): Steps<readonly number[]> {
  const rows = yield* all(
    `select m.id from message f join message m on m.parent = f.id
     where f.state = 'settled' and f.outcome = 'split' and f.bodies in (${bodies}) and f.settled_at < ? and f.filed = 1
       and m.bodies in (${bodies}) and m.id < (select max(id) from message)
       and not exists (select 1 from message d where d.parent = f.id and (d.state <> 'settled' or d.settled_at >= ?))
     limit ?${dialect.lock === '' ? '' : ' for update of m skip locked'}`,
    before,
    before,
    most,
  );
  return rows.map(({ id }) => Number(id));
}

/** With everything about them. */
export function* deleteMessages(dialect: Dialect, ids: readonly number[]): Steps<void> {
  if (ids.length === 0) return;
  const of = `message in (${marks(ids)})`;
  const corrected = yield* all(`select body from command where ${of} and body is not null`, ...ids);
  for (const table of ['attempt', 'history', 'business_key'])
    yield* run(`delete from ${table} where ${of}`, ...ids);
  yield* run(`delete from command where ${of} and result is not null`, ...ids);
  yield* deleteParts(
    dialect,
    ids,
    corrected.map(({ body }) => String(body)),
  );
  yield* run(`delete from message where id in (${marks(ids)})`, ...ids);
}

function* deleteBodies(dialect: Dialect, ids: readonly number[]): Steps<void> {
  if (ids.length === 0) return;
  yield* deleteParts(dialect, ids, []);
  yield* run(`update message set bodies = 0 where id in (${marks(ids)})`, ...ids);
}

function* deleteParts(dialect: Dialect, ids: readonly number[], more: readonly string[]): Steps<void> {
  const of = `message in (${marks(ids)})`;
  const hashes = (yield* all(`select distinct hash from part where ${of}`, ...ids)).map(({ hash }) =>
    String(hash),
  );
  yield* run(`delete from part where ${of}`, ...ids);
  yield* forgetStates(dialect, ids);
  yield* dropUnused(dialect, [...hashes, ...more]);
}
