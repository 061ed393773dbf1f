import type { Finding } from '../types.ts';
import { namePart, putBlob } from './blobs.ts';
import { fileWhenEnded, settleRow } from './ending.ts';
import { LeaseLost } from './errors.ts';
import type { DocumentPlace, FileDocument, Message } from './message.ts';
import { sizeClass } from './receiving.ts';
import { deleteMessages } from './retention.ts';
import { readMessage } from './rows.ts';
import { all, type Dialect, number, one, run, type Steps } from './sql.ts';

/**
 * The documents of a file, each a message of its own at the file's place of arrival. While they are added the file stays
 * `received`, so that nothing of its lane that came later can pass, and none of them goes on either.
 */

/** Adds some, in the order given. Those that are there stay as they are. */
export function* addDocuments(
  dialect: Dialect,
  id: number,
  documents: readonly FileDocument[],
  generation: string,
): Steps<void> {
  const file = yield* fileUnderCheck(dialect, id);
  yield* startAnew(dialect, file, generation);
  for (const document of documents) yield* addDocument(dialect, file, document);
}

/** The file was cut: from now on its documents go on by themselves. Throws when they are not all there. */
export function* split(
  dialect: Dialect,
  id: number,
  count: number,
  reason: string,
  findings: readonly Finding[],
): Steps<void> {
  yield* fileUnderCheck(dialect, id);
  const there = yield* number('select count(*) as n from message where parent = ?', id);
  if (there !== count)
    throw new Error(`Of ${count} documents of message ${id}, ${there} are in the journal.`);
  yield* settleRow(dialect, id, 'split', reason, findings);
  yield* run('update message set filed = 1 where id = ?', id);
  yield* fileWhenEnded(dialect, id);
}

/** In their order in the file. */
export function* documentsOf(id: number): Steps<readonly Message[]> {
  return (yield* all('select * from message where parent = ? order by number', id)).map(readMessage);
}

function* fileUnderCheck(dialect: Dialect, id: number): Steps<Message> {
  const row = yield* one(`select * from message where id = ?${dialect.lock}`, id);
  if (row?.state !== 'received') throw new LeaseLost(`Message ${id} is no longer under check.`);
  return readMessage(row);
}

/** Where an edited format cuts it otherwise than before a crash, what was made of it goes: nothing of it went on yet. */
function* startAnew(dialect: Dialect, { id, generation: before }: Message, generation: string): Steps<void> {
  if (before === generation) return;
  const rows = yield* all('select id from message where parent = ?', id);
  yield* deleteMessages(
    dialect,
    rows.map((row) => Number(row.id)),
  );
  yield* run('update message set generation = ? where id = ?', generation, id);
}

function* addDocument(dialect: Dialect, file: Message, document: FileDocument): Steps<void> {
  const { id: of, arrival, receivedAt, direction, lane, name } = file;
  const { number: n, at, bytes, channel, findings } = document;
  const hash = yield* putBlob(dialect, bytes);
  const envelope = document.envelope && (yield* putBlob(dialect, document.envelope));
  const place: DocumentPlace = {
    ...{ number: n, at },
    ...(envelope === undefined ? {} : { envelope }),
    ...(findings.length === 0 ? {} : { findings }),
  };
  const row = yield* one(
    `insert into message (id, arrival, received_at, channel, direction, lane, name, source, state, hash, large, findings, parent, number)
     select id, ?, ?, ?, ?, ?, ?, ?, 'received', ?, ?, ?, ?, ? from (select ${dialect.nextId} as id) next where true
     on conflict (parent, number) where parent is not null do nothing returning id`,
    arrival + n,
    receivedAt,
    channel,
    direction,
    lane,
    nameIn(name, n),
    JSON.stringify({ kind: 'document', of, ...place }),
    hash,
    sizeClass(bytes.length),
    JSON.stringify(findings),
    of,
    n,
  );
  if (row === undefined) return;
  yield* namePart(Number(row.id), 'received', hash);
  if (envelope !== undefined) yield* namePart(Number(row.id), 'envelope', envelope);
}

/** Characters of a file's name that are kept in the names of its documents. */
const longest = 190;

const nameIn = (file: string, n: number): string => `${file.slice(0, longest)} #${n}`;
