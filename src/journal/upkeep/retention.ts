import { outcomes } from '../../types.ts';
import { deleteUnusedBlobs } from '../blobs/blobs.ts';
import { forgetSeenStates } from '../blobs/replay-records.ts';
import type { RetentionCutoff } from '../journal.ts';
import { execute, placeholders, type SqlDialect, type SqlSteps, selectRows } from '../sql/sql-engine.ts';

/**
 * What is deleted of settled messages, by age and outcome, found by these: with nothing to delete nothing is read. Whatever waits or is
 * parked is not looked at. It is asked for one outcome, with or without bodies, oldest first, which is the order of this index: PostgreSQL, which
 * plans before it knows the day, would else read every message that there is.
 */
const settledIndex = 'message_settled';

/** Nothing reached the exchange or the ERP. */
const noNewsOutcomes: readonly string[] = ['duplicate', 'unchanged', 'ignored', 'superseded', 'outdated'];

/** One bite; resolves to how many messages lost something, less than `most` when nothing is left to delete. */
export function* prune(dialect: SqlDialect, expiry: RetentionCutoff, most: number): SqlSteps<number> {
  let done = 0;
  for (const outcome of outcomes) {
    for (const bodies of [0, 1] as const) {
      const before = messageCutoff(outcome, expiry);
      const messages = yield* listExpired(dialect, { outcome, bodies, before, family: '0, 1' }, most - done);
      yield* deleteMessages(dialect, messages);
      done += messages.length;
    }
    const withBodies = { outcome, bodies: 1, before: expiry.bodies, family: '1' } as const;
    const bodies = yield* listExpired(dialect, withBodies, most - done);
    yield* deleteBodies(dialect, bodies);
    done += bodies.length;
  }
  return done + (yield* forgetOldNews(expiry.seen, most - done));
}

/** What came so long ago is taken as news when it comes again. */
function* forgetOldNews(before: string | undefined, most: number): SqlSteps<number> {
  if (before === undefined || most <= 0) return 0;
  const rows = yield* selectRows(
    `delete from seen where (channel, key) in (select channel, key from seen where at < ? order by at limit ?)
     returning key`,
    before,
    most,
  );
  return rows.length;
}

/** The cutoff for messages of this outcome. Where two ages apply, the shorter one. */
function messageCutoff(outcome: string, expiry: RetentionCutoff): string | undefined {
  const ends = noNewsOutcomes.includes(outcome) ? [expiry.messages, expiry.noNews] : [expiry.messages];
  return ends
    .filter((end) => end !== undefined)
    .sort()
    .at(-1);
}

/** What has expired when it settled before, with or without bodies; a file waits for those of its documents that are `family`. */
interface Expiry {
  readonly outcome: string;
  readonly bodies: 0 | 1;
  readonly before: string | undefined;
  readonly family: '0, 1' | '1';
}

/** Settled before, its file in its place, and what was published collected where that is watched. */
function* listExpired(
  dialect: SqlDialect,
  { before, ...expiry }: Expiry,
  most: number,
): SqlSteps<readonly number[]> {
  if (before === undefined || most <= 0) return [];
  const { outcome, bodies, family } = expiry;
  const documents =
    outcome === 'split' ? yield* listExpiredDocuments(dialect, { ...expiry, before }, most) : [];
  if (documents.length === most) return documents;
  const alone =
    outcome === 'split'
      ? `not exists (select 1 from message d where d.parent = m.id and d.bodies in (${family}))`
      : 'parent is null';
  // the newest stays, so that its number is never given again
  const rows = yield* selectRows(
    `select id from message m${dialect.indexedBy(settledIndex)} where state = 'settled' and outcome = ? and bodies = ${bodies} and settled_at < ?
     and ${alone}
     and id < (select max(id) from message) and filed = 1 and (folder is null or collected is not null)
     order by settled_at limit ?${dialect.skipLocked}`,
    outcome,
    before,
    most - documents.length,
  );
  return [...documents, ...rows.map(({ id }) => Number(id))];
}

/** A file and its documents go together, when the youngest of them has expired: the documents first, by and by. */
function* listExpiredDocuments(
  dialect: SqlDialect,
  { bodies, before, family }: Expiry & { readonly before: string },
  most: number,
): SqlSteps<readonly number[]> {
  const rows = yield* selectRows(
    `select m.id from message f${dialect.indexedBy(settledIndex)} join message m on m.parent = f.id
     where f.state = 'settled' and f.outcome = 'split' and f.bodies = ${bodies} and f.settled_at < ? and f.filed = 1
       and m.bodies in (${family}) and m.id < (select max(id) from message)
       and not exists (select 1 from message d where d.parent = f.id and (d.state <> 'settled' or d.settled_at >= ?))
     order by f.settled_at limit ?${dialect.lock === '' ? '' : ' for update of m skip locked'}`,
    before,
    before,
    most,
  );
  return rows.map(({ id }) => Number(id));
}

/** With everything about them. */
export function* deleteMessages(dialect: SqlDialect, ids: readonly number[]): SqlSteps<void> {
  if (ids.length === 0) return;
  const of = `message in (${placeholders(ids)})`;
  const corrected = yield* selectRows(`select body from command where ${of} and body is not null`, ...ids);
  for (const table of ['attempt', 'history', 'business_key', 'finding', 'bulk_item'])
    yield* execute(`delete from ${table} where ${of}`, ...ids);
  yield* execute(`delete from command where ${of} and result is not null`, ...ids);
  yield* deleteParts(
    dialect,
    ids,
    corrected.map(({ body }) => String(body)),
  );
  yield* execute(`delete from message where id in (${placeholders(ids)})`, ...ids);
}

function* deleteBodies(dialect: SqlDialect, ids: readonly number[]): SqlSteps<void> {
  if (ids.length === 0) return;
  yield* deleteParts(dialect, ids, []);
  yield* execute(`update message set bodies = 0 where id in (${placeholders(ids)})`, ...ids);
}

function* deleteParts(dialect: SqlDialect, ids: readonly number[], more: readonly string[]): SqlSteps<void> {
  const of = `message in (${placeholders(ids)})`;
  const hashes = (yield* selectRows(`select distinct hash from part where ${of}`, ...ids)).map(({ hash }) =>
    String(hash),
  );
  yield* execute(`delete from part where ${of}`, ...ids);
  const drafts = ids.map((id) => `message ${id}`);
  yield* execute(`delete from draft where subject in (${placeholders(drafts)})`, ...drafts);
  yield* forgetSeenStates(dialect, ids);
  yield* deleteUnusedBlobs(dialect, [...hashes, ...more]);
}
