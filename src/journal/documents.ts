import type { Finding } from '../types.ts';
import { namePart, putBlob } from './blobs.ts';
import { fileWhenEnded, settleRow } from './ending.ts';
import { LeaseLost } from './errors.ts';
import { type DocumentPlace, type FileDocument, type Message, placesOfOne } from './message.ts';
import { sizeClass } from './receiving.ts';
import { deleteMessages } from './retention.ts';
import { readMessage } from './rows.ts';
import { all, type Dialect, number, one, run, type Steps } from './sql.ts';

/**
 * The documents of a file, each a message of its own at the file's place of arrival. While they are added the file stays
 * `received`, at the place of the last one that was added: so those before it go on already, and nothing of its lane that came later
 * can pass.
 */

/** Adds some, in the order given. Those that are there stay as they are; all but the last of them may go on. */
export function* addDocuments(
  dialect: Dialect,
  id: number,
  documents: readonly FileDocument[],
  generation: string,
): Steps<void> {
  const file = yield* fileUnderCheck(dialect, id);
  yield* startAnew(dialect, file, generation);
  const place = placeOf(file);
  for (const document of documents) yield* addDocument(dialect, file, place, document);
  const last = documents.at(-1)?.number ?? 0;
  yield* run('update message set arrival = ? where id = ? and arrival < ?', place + last, id, place + last);
}

/** The file's own place of arrival, however far it has come with its documents. */
const placeOf = ({ arrival }: Message): number => arrival - (arrival % placesOfOne);

/** The file was cut: the last of its documents goes on too, and what came after it. Throws when they are not all there. */
export function* split(
  dialect: Dialect,
  id: number,
  count: number,
  reason: string,
  findings: readonly Finding[],
): Steps<void> {
  const place = placeOf(yield* fileUnderCheck(dialect, id));
  const there = yield* number('select count(*) as n from message where parent = ?', id);
  if (there !== count)
    throw new Error(`Of ${count} documents of message ${id}, ${there} are in the journal.`);
  yield* settleRow(dialect, id, 'split', reason, findings);
  yield* run('update message set filed = 1, arrival = ? where id = ?', place, id);
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

/**
 * Where an edited format cuts it otherwise than before a crash, what was made of it goes. What went on already stays, as messages
 * by themselves, right before the file's place: what is cut anew and says the same ends as unchanged.
 */
function* startAnew(dialect: Dialect, file: Message, generation: string): Steps<void> {
  const { id, generation: before } = file;
  if (before === generation) return;
  const rows = yield* all(`select id, ${wentOn} as went from message where parent = ? order by number`, id);
  const ids = (went: boolean): readonly number[] =>
    rows.filter((row) => Boolean(row.went) === went).map((row) => Number(row.id));
  yield* deleteMessages(dialect, ids(false));
  for (const [n, one] of ids(true).toReversed().entries())
    yield* run(
      'update message set parent = null, number = null, arrival = ? where id = ?',
      placeOf(file) - 1 - n,
      one,
    );
  yield* run('update message set generation = ?, arrival = ? where id = ?', generation, placeOf(file), id);
}

const wentOn = "(owner is not null or attempts > 0 or state not in ('received', 'ready'))";

function* addDocument(dialect: Dialect, file: Message, arrival: number, document: FileDocument): Steps<void> {
  const { id: of, receivedAt, direction, lane, name } = file;
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
