import { crashPoint } from '../crash-point.ts';
import { addPart, hashOf } from './blobs.ts';
import type { Cursor, CursorMove } from './interface.ts';
import { assertLead, type Led } from './leases.ts';
import type { NewMessage, Source } from './message.ts';
import { isNewFile } from './remembering.ts';
import { all, type Dialect, now, one, run, type Steps } from './sql.ts';

/** Documents and the move of the cursor, in the order given. Undefined in the answer: not news. */
export function* receive(
  dialect: Dialect,
  documents: readonly NewMessage[],
  move?: CursorMove,
  led?: Led,
): Steps<readonly (number | undefined)[]> {
  if (dialect.inOrder) yield* run(dialect.inOrder);
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
  if (document.seen && !(yield* isNews(document.channel, document.seen, hash))) return undefined;
  const { remember, source } = document;
  if (remember !== undefined && source.kind === 'file' && !(yield* isNewFile(remember, source, hash)))
    return undefined;
  const row = yield* one(
    `insert into message (received_at, channel, direction, name, source, file, state, hash, corrects)
     values (?, ?, ?, ?, ?, ?, 'received', ?, ?) returning id`,
    now(),
    document.channel,
    document.direction,
    document.name,
    JSON.stringify(document.source),
    document.source.kind === 'file' ? document.source.id : null,
    hash,
    document.corrects ?? null,
  );
  const id = Number(row?.id);
  yield* addPart(dialect, id, 'received', document.bytes);
  return id;
}

/** Notes the hash under the key; false when it was the last one there already. */
function* isNews(channel: string, key: string, hash: string): Steps<boolean> {
  const last = yield* one('select hash from seen where channel = ? and key = ?', channel, key);
  if (last?.hash === hash) return false;
  yield* run(
    `insert into seen (channel, key, hash) values (?, ?, ?)
     on conflict (channel, key) do update set hash = excluded.hash`,
    channel,
    key,
    hash,
  );
  return true;
}

function* moveCursor({ channel, value, noting }: CursorMove): Steps<void> {
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
