import { crashPoint } from '../crash-point.ts';
import { steadyNow } from '../steady-clock.ts';
import { addPart, hashOf } from './blobs.ts';
import { keyText, shown } from './business-keys.ts';
import type { Cursor, CursorMove } from './interface.ts';
import { assertLead, type Led } from './leases.ts';
import { largeFrom, type NewMessage, placesOfOne, type Source } from './message.ts';
import { isNewFile } from './remembering.ts';
import { all, type Dialect, now, number, one, run, type Steps } from './sql.ts';

/** Documents and the move of the cursor, in the order given. Undefined in the answer: not news. */
export function* receive(
  dialect: Dialect,
  documents: readonly NewMessage[],
  move?: CursorMove,
  led?: Led,
): Steps<readonly (number | undefined)[]> {
  yield* lockLanes(
    dialect,
    documents.map(({ lane }) => lane ?? ''),
  );
  if (led && dialect.shared) yield* assertLead(dialect, led);
  const ids: (number | undefined)[] = [];
  for (const document of documents) ids.push(yield* receiveOne(dialect, document));
  for (const { source } of documents) if (isFromOutside(source)) crashPoint(`storing-${source.kind}`);
  if (move) yield* moveCursor(move);
  return ids;
}

type FromOutside = Extract<Source, { readonly kind: 'file' | 'webhook' | 'search' }>;

const isFromOutside = (source: Source): source is FromOutside =>
  source.kind !== 'notice' && source.kind !== 'correction';

function* receiveOne(dialect: Dialect, document: NewMessage): Steps<number | undefined> {
  const hash = hashOf(document.bytes);
  if (document.seen && !(yield* isNews(document.channel, keyText(document.seen), hash))) return undefined;
  const { remember, source } = document;
  if (remember !== undefined && source.kind === 'file' && !(yield* isNewFile(remember, source, hash)))
    return undefined;
  const id = yield* insertMessage(dialect, { ...document, hash, size: document.bytes.length });
  yield* addPart(dialect, id, 'received', document.bytes);
  return id;
}

/**
 * Whoever inserts messages holds their lanes until the end of the transaction: what is received in one lane becomes visible in
 * its order. Call it once in a transaction, before the first of them.
 */
export function* lockLanes(dialect: Dialect, lanes: readonly string[]): Steps<void> {
  const lock = lanes.length > 0 ? dialect.inOrder([...new Set(lanes)]) : undefined;
  if (lock) yield lock;
}

type NewRow = Omit<NewMessage, 'bytes'> & { readonly hash: string; readonly size: number };

/** In the column `large`. */
export const sizeClass = (size: number): 0 | 1 => (size >= largeFrom ? 1 : 0);

/** A message in state `received`; its lane is ours. */
export function* insertMessage(dialect: Dialect, message: NewRow): Steps<number> {
  const { channel, direction, lane = '', name, source, hash, size, corrects = null } = message;
  return yield* number(
    `insert into message (id, arrival, received_at, channel, direction, lane, name, source, file, state, hash, large, corrects)
     select id, id * ${placesOfOne}, ?, ?, ?, ?, ?, ?, ?, 'received', ?, ?, ? from (select ${dialect.nextId} as id) next
     returning id as n`,
    now(),
    channel,
    direction,
    lane,
    shown(name),
    JSON.stringify(source),
    source.kind === 'file' ? source.id : null,
    hash,
    sizeClass(size),
    corrects,
  );
}

/** Milliseconds. */
const day = 86_400_000;

/** Notes the hash under the key; false when it was the last one there already. */
function* isNews(channel: string, key: string, hash: string): Steps<boolean> {
  const last = yield* one('select hash, at from seen where channel = ? and key = ?', channel, key);
  const isSame = last?.hash === hash;
  // once a day is enough to say that it still comes
  if (isSame && steadyNow() - Date.parse(String(last.at)) < day) return false;
  yield* run(
    `insert into seen (channel, key, hash, at) values (?, ?, ?, ?)
     on conflict (channel, key) do update set hash = excluded.hash, at = excluded.at`,
    channel,
    key,
    hash,
    now(),
  );
  return !isSame;
}

/** Where somebody moved it by hand since it was read, it stays there. */
function* moveCursor({ channel, value, noting, from }: CursorMove): Steps<void> {
  const there = from === undefined ? undefined : yield* cursor(channel);
  if (there && there.value !== from) return;
  yield* run(
    `insert into cursor_at (channel, value, noting) values (?, ?, ?)
     on conflict (channel) do update set value = excluded.value, noting = excluded.noting`,
    channel,
    value,
    noting ? 1 : 0,
  );
  crashPoint('moving-cursor');
}

export function* uploaded(hash: string): Steps<string | undefined> {
  const row = yield* one('select object_id from uploaded where hash = ?', hash);
  return row ? String(row.object_id) : undefined;
}

export function* noteUpload(hash: string, objectId: string): Steps<void> {
  yield* run(
    'insert into uploaded (hash, object_id) values (?, ?) on conflict (hash) do update set object_id = excluded.object_id',
    hash,
    objectId,
  );
}

export function* cursor(channel: string): Steps<Cursor | undefined> {
  const row = yield* one('select value, noting from cursor_at where channel = ?', channel);
  return row ? { value: String(row.value), noting: row.noting === 1 } : undefined;
}

/** Ids of one query: PostgreSQL and SQLite take many more. */
const idsAtOnce = 500;

export function* knownFiles(claimIds: readonly string[]): Steps<ReadonlySet<string>> {
  const known = new Set<string>();
  for (let at = 0; at < claimIds.length; at += idsAtOnce) {
    const ids = claimIds.slice(at, at + idsAtOnce);
    const places = ids.map(() => '?').join(', ');
    for (const { file } of yield* all(`select file from message where file in (${places})`, ...ids))
      known.add(String(file));
  }
  return known;
}
