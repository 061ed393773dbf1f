import { crashAt } from '../../system/crash-point.ts';
import { steadyNow } from '../../time/steady-clock.ts';
import { addPart, hashBlob } from '../blobs/blobs.ts';
import type { Cursor, CursorMove } from '../journal.ts';
import { assertLease, type LeaseHolder } from '../lanes/gateway-leases.ts';
import {
  arrivalsPerMessage,
  largeDocumentSize,
  type MessageSource,
  type NewMessage,
} from '../model/message.ts';
import {
  currentInstant,
  execute,
  type SqlDialect,
  type SqlSteps,
  selectNumber,
  selectRow,
  selectRows,
} from '../sql/sql-engine.ts';
import { buildKeyText, shortenForDisplay } from './business-keys.ts';
import { rememberIfNew } from './remembered-files.ts';

/** Documents and the move of the cursor, in the order given. Undefined in the answer: not news. */
export function* receive(
  dialect: SqlDialect,
  documents: readonly NewMessage[],
  move?: CursorMove,
  holder?: LeaseHolder,
): SqlSteps<readonly (number | undefined)[]> {
  yield* lockLanes(dialect, documents.map(laneOf));
  if (holder && dialect.shared) yield* assertLease(dialect, holder);
  const ids: (number | undefined)[] = [];
  for (const document of documents) ids.push(yield* receiveOne(dialect, document));
  for (const { source } of documents) if (isExternal(source)) crashAt(`storing-${source.kind}`);
  if (move) yield* moveCursor(move);
  return ids;
}

type ExternalSource = Extract<MessageSource, { readonly kind: 'file' | 'webhook' | 'search' }>;

const isExternal = (source: MessageSource): source is ExternalSource =>
  source.kind !== 'notice' && source.kind !== 'correction';

function* receiveOne(dialect: SqlDialect, document: NewMessage): SqlSteps<number | undefined> {
  const hash = hashBlob(document.bytes);
  if (document.seen && !(yield* isNews(document.channel, buildKeyText(document.seen), hash)))
    return undefined;
  const { remember, source } = document;
  if (remember !== undefined && source.kind === 'file' && !(yield* rememberIfNew(remember, source, hash)))
    return undefined;
  const id = yield* insertMessage(dialect, { ...document, hash, size: document.bytes.length });
  yield* addPart(dialect, id, 'received', document.bytes);
  return id;
}

/**
 * Whoever inserts messages holds their lanes until the end of the transaction: what is received in one lane becomes visible in
 * its order. Call it once in a transaction, before the first of them.
 */
export function* lockLanes(dialect: SqlDialect, lanes: readonly string[]): SqlSteps<void> {
  const lock = lanes.length > 0 ? dialect.lockLanes([...new Set(lanes)]) : undefined;
  if (lock) yield lock;
}

const laneOf = ({ lane, channel }: Pick<NewMessage, 'lane' | 'channel'>): string => lane ?? channel;

type NewMessageRow = Omit<NewMessage, 'bytes'> & { readonly hash: string; readonly size: number };

/** In the column `large`. */
export const sizeClassOf = (size: number): 0 | 1 => (size >= largeDocumentSize ? 1 : 0);

/** SQL: a file of that time, which the journal may have had before it forgot its last commits (postgres/server-change.ts). */
const isOfBefore =
  "case when cast(? as bigint) < (select cast(value as bigint) from meta where key = 'forgot') then 1 else 0 end";

/** A message in state `received`; its lane is ours. */
export function* insertMessage(dialect: SqlDialect, message: NewMessageRow): SqlSteps<number> {
  const { channel, direction, name, source, hash, size, corrects = null } = message;
  return yield* selectNumber(
    `insert into message (id, arrival, received_at, channel, direction, lane, name, source, file, state, hash, large, corrects, possibly_twice)
     select id, id * ${arrivalsPerMessage}, ?, ?, ?, ?, ?, ?, ?, 'received', ?, ?, ?, ${isOfBefore}
     from (select ${dialect.nextId} as id) next returning id as n`,
    currentInstant(),
    channel,
    direction,
    laneOf(message),
    shortenForDisplay(name),
    JSON.stringify(source),
    source.kind === 'file' ? source.id : null,
    hash,
    sizeClassOf(size),
    corrects,
    source.kind === 'file' ? Math.floor(source.mtime) : null,
  );
}

/** Milliseconds. */
const day = 86_400_000;

/** Notes the hash under the key; false when it was the last one there already. */
function* isNews(channel: string, key: string, hash: string): SqlSteps<boolean> {
  const last = yield* selectRow('select hash, at from seen where channel = ? and key = ?', channel, key);
  const isSame = last?.hash === hash;
  // once a day is enough to say that it still comes
  if (isSame && steadyNow() - Date.parse(String(last.at)) < day) return false;
  yield* execute(
    `insert into seen (channel, key, hash, at) values (?, ?, ?, ?)
     on conflict (channel, key) do update set hash = excluded.hash, at = excluded.at`,
    channel,
    key,
    hash,
    currentInstant(),
  );
  return !isSame;
}

/** Where somebody moved it by hand since it was read, it stays there. */
function* moveCursor({ channel, value, noting, from }: CursorMove): SqlSteps<void> {
  const there = from === undefined ? undefined : yield* findCursor(channel);
  if (there && there.value !== from) return;
  yield* execute(
    `insert into cursor_at (channel, value, noting) values (?, ?, ?)
     on conflict (channel) do update set value = excluded.value, noting = excluded.noting`,
    channel,
    value,
    noting ? 1 : 0,
  );
  crashAt('moving-cursor');
}

export function* findUpload(hash: string): SqlSteps<string | undefined> {
  const row = yield* selectRow('select object_id from uploaded where hash = ?', hash);
  return row ? String(row.object_id) : undefined;
}

export function* noteUpload(hash: string, objectId: string): SqlSteps<void> {
  yield* execute(
    'insert into uploaded (hash, object_id) values (?, ?) on conflict (hash) do update set object_id = excluded.object_id',
    hash,
    objectId,
  );
}

export function* findCursor(channel: string): SqlSteps<Cursor | undefined> {
  const row = yield* selectRow('select value, noting from cursor_at where channel = ?', channel);
  return row ? { value: String(row.value), noting: row.noting === 1 } : undefined;
}

/** Ids of one query: PostgreSQL and SQLite take many more. */
const idsAtOnce = 500;

export function* findKnownFiles(claimIds: readonly string[]): SqlSteps<ReadonlySet<string>> {
  const known = new Set<string>();
  for (let at = 0; at < claimIds.length; at += idsAtOnce) {
    const ids = claimIds.slice(at, at + idsAtOnce);
    const places = ids.map(() => '?').join(', ');
    for (const { file } of yield* selectRows(`select file from message where file in (${places})`, ...ids))
      known.add(String(file));
  }
  return known;
}
