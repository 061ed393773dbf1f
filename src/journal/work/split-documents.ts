import { setImmediate } from 'node:timers/promises';
import type { Finding } from '../../types.ts';
import { linkPart, storeBlob } from '../blobs/blobs.ts';
import { sizeClassOf } from '../messages/receive-messages.ts';
import { LeaseLost } from '../model/journal-errors.ts';
import {
  arrivalsPerMessage,
  type DocumentOrigin,
  type Message,
  type NumberedDocument,
} from '../model/message.ts';
import { parseMessage } from '../sql/parse-message.ts';
import {
  execute,
  type Row,
  type SqlDialect,
  type SqlEngine,
  type SqlSteps,
  selectNumber,
  selectRow,
  selectRows,
} from '../sql/sql-engine.ts';
import { deleteMessages } from '../upkeep/retention.ts';
import { queueFiling, settleRow } from './settle-messages.ts';

/**
 * The documents of a file, each a message of its own at the file's place of arrival. While they are added the file stays
 * `received`, at the place of the last one that was added: so those before it go on already, and nothing of its lane that came later
 * can pass.
 */

/** Adds some, in the order given. Those that are there stay as they are; all but the last of them may go on. */
export function* addDocuments(
  dialect: SqlDialect,
  id: number,
  documents: readonly NumberedDocument[],
  generation: string,
): SqlSteps<void> {
  const file = yield* lockFileUnderCheck(dialect, id);
  yield* dropEarlierCut(dialect, file, generation);
  const place = placeOf(file);
  for (const document of documents) yield* addDocument(dialect, file, place, document);
  const last = documents.at(-1)?.number ?? 0;
  yield* execute(
    'update message set arrival = ? where id = ? and arrival < ?',
    place + last,
    id,
    place + last,
  );
}

/** The file's own place of arrival, however far it has come with its documents. */
const placeOf = ({ arrival }: Message): number => arrival - (arrival % arrivalsPerMessage);

/** The file was cut: the last of its documents goes on too, and what came after it. Throws when they are not all there. */
export function* split(
  dialect: SqlDialect,
  id: number,
  count: number,
  reason: string,
  findings: readonly Finding[],
): SqlSteps<void> {
  const place = placeOf(yield* lockFileUnderCheck(dialect, id));
  const there = yield* selectNumber('select count(*) as n from message where parent = ?', id);
  if (there !== count)
    throw new Error(`Of ${count} documents of message ${id}, ${there} are in the journal.`);
  yield* settleRow(dialect, id, 'split', reason, findings);
  yield* execute('update message set filed = 1, arrival = ? where id = ?', place, id);
  yield* queueFiling(dialect, id);
}

/** Documents of one answer: some 10 ms. */
const documentsAtOnce = 250;

/** In their order in the file, read by and by: there may be 200,000. */
export async function listDocuments(engine: SqlEngine, id: number): Promise<readonly Message[]> {
  const all: Message[] = [];
  for (let after = 0; ; await setImmediate()) {
    const rows = await engine.read(() => listDocumentRows(id, after));
    all.push(...rows.map(parseMessage));
    if (rows.length < documentsAtOnce) return all;
    after = Number(rows.at(-1)?.number);
  }
}

/** The next ones behind that number. */
const listDocumentRows = (id: number, after: number): SqlSteps<readonly Row[]> =>
  selectRows(
    'select * from message where parent = ? and number > ? order by number limit ?',
    id,
    after,
    documentsAtOnce,
  );

function* lockFileUnderCheck(dialect: SqlDialect, id: number): SqlSteps<Message> {
  const row = yield* selectRow(`select * from message where id = ?${dialect.lock}`, id);
  if (row?.state !== 'received') throw new LeaseLost(`Message ${id} is no longer under check.`);
  return parseMessage(row);
}

/**
 * Where an edited format cuts it otherwise than before a crash, what was made of it goes. What went on already stays, as messages
 * by themselves, right before the file's place: what is cut anew and says the same ends as unchanged.
 */
function* dropEarlierCut(dialect: SqlDialect, file: Message, generation: string): SqlSteps<void> {
  const { id, generation: before } = file;
  if (before === generation) return;
  const rows = yield* selectRows(
    `select id, ${wentOn} as went from message where parent = ? order by number`,
    id,
  );
  const ids = (went: boolean): readonly number[] =>
    rows.filter((row) => Boolean(row.went) === went).map((row) => Number(row.id));
  yield* deleteMessages(dialect, ids(false));
  for (const [n, one] of ids(true).toReversed().entries())
    yield* execute(
      'update message set parent = null, number = null, arrival = ? where id = ?',
      placeOf(file) - 1 - n,
      one,
    );
  yield* execute(
    'update message set generation = ?, arrival = ? where id = ?',
    generation,
    placeOf(file),
    id,
  );
}

const wentOn = "(owner is not null or attempts > 0 or state not in ('received', 'ready'))";

function* addDocument(
  dialect: SqlDialect,
  file: Message,
  arrival: number,
  document: NumberedDocument,
): SqlSteps<void> {
  const { id: of, receivedAt, direction, lane, name, possiblyTwice } = file;
  const { number: n, at, bytes, channel, findings } = document;
  const hash = yield* storeBlob(dialect, bytes);
  const envelope = document.envelope && (yield* storeBlob(dialect, document.envelope));
  const place: DocumentOrigin = {
    ...{ number: n, at },
    ...(envelope === undefined ? {} : { envelope }),
    ...(findings.length === 0 ? {} : { findings }),
  };
  const row = yield* selectRow(
    `insert into message (id, arrival, received_at, channel, direction, lane, name, source, state, hash, large, findings, parent, number, possibly_twice)
     select id, ?, ?, ?, ?, ?, ?, ?, 'received', ?, ?, ?, ?, ?, ? from (select ${dialect.nextId} as id) next where true
     on conflict (parent, number) where parent is not null do nothing returning id`,
    arrival + n,
    receivedAt,
    channel,
    direction,
    lane,
    buildDocumentName(name, n),
    JSON.stringify({ kind: 'document', of, ...place }),
    hash,
    sizeClassOf(bytes.length),
    JSON.stringify(findings),
    of,
    n,
    possiblyTwice ? 1 : 0,
  );
  if (row === undefined) return;
  yield* linkPart(Number(row.id), 'received', hash);
  if (envelope !== undefined) yield* linkPart(Number(row.id), 'envelope', envelope);
}

/** Characters of a file's name that are kept in the names of its documents. */
const longest = 190;

const buildDocumentName = (file: string, n: number): string => `${file.slice(0, longest)} #${n}`;
