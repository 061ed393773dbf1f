import { ended, startAttempt } from './attempts.ts';
import { namePart, putBlob } from './blobs.ts';
import { settleRow } from './ending.ts';
import type { Command, HistoryEntry, TakenCommand } from './interface.ts';
import type { Message } from './message.ts';
import { insertMessage, lockLanes } from './receiving.ts';
import { readCommand, readHistory, readMessage } from './rows.ts';
import { all, type Dialect, now, one, type Row, run, type Steps } from './sql.ts';

/** Decisions of people: left as rows, carried out by a gateway, kept with their reasons. */

export function* leave(
  dialect: Dialect,
  { action, message, force, reason, who, bytes }: Command,
): Steps<void> {
  yield* run(
    'insert into command (at, action, message, force, reason, who, body) values (?, ?, ?, ?, ?, ?, ?)',
    now(),
    action,
    message,
    force ? 1 : 0,
    reason,
    who ?? '',
    bytes ? yield* putBlob(dialect, bytes) : null,
  );
}

export function* takeCommands(dialect: Dialect): Steps<readonly TakenCommand[]> {
  const rows = yield* all(`select * from command where result is null order by id${dialect.skipLocked}`);
  yield* lockCorrected(dialect, rows);
  const taken: TakenCommand[] = [];
  for (const row of rows) {
    const { id, body, ...command } = readCommand(row);
    const result = yield* carryOut(dialect, command, body);
    yield* run('update command set result = ? where id = ?', result, id);
    yield* note(command, result);
    taken.push({ ...command, result });
  }
  return taken;
}

/** A correction may arrive as a message of its own. */
function* lockCorrected(dialect: Dialect, commands: readonly Row[]): Steps<void> {
  const ids = commands.filter(({ action }) => action === 'resend').map(({ message }) => Number(message));
  if (ids.length === 0) return;
  const marks = ids.map(() => '?').join();
  const rows = yield* all(`select distinct lane from message where id in (${marks})`, ...ids);
  yield* lockLanes(
    dialect,
    rows.map(({ lane }) => String(lane)),
  );
}

function* note({ message, action, who, reason }: Command, result: string): Steps<void> {
  yield* run(
    'insert into history (message, at, action, who, reason, result) values (?, ?, ?, ?, ?, ?)',
    message,
    now(),
    action,
    who ?? '',
    reason,
    result,
  );
}

export function* history(id: number): Steps<readonly HistoryEntry[]> {
  return (yield* all('select * from history where message = ? order by id', id)).map(readHistory);
}

/** `body`: the hash of a corrected document. */
function* carryOut(dialect: Dialect, command: Command, body: string | null): Steps<string> {
  const row = yield* one(
    `select * from message where id = ? and owner is null${dialect.lock}`,
    command.message,
  );
  if (!row) return 'No such message, or it is being worked on: try again.';
  const message = readMessage(row);
  if (command.action === 'resend') return yield* resend(dialect, message, body);
  if (message.state !== 'parked' && message.state !== 'waiting')
    return `It is ${message.state}: nothing to decide.`;
  return yield* decide(message.id, command);
}

function* decide(id: number, { action, reason, force }: Command): Steps<string> {
  if (action === 'discard') {
    yield* settleRow(id, 'discarded', reason || 'Discarded by a person.', undefined);
    return 'It was discarded.';
  }
  if (action === 'release') {
    yield* run('update message set released = 1 where id = ?', id);
    return 'Its successors may pass.';
  }
  yield* again(id, force);
  return 'It is tried again.';
}

function* again(id: number, force: boolean): Steps<void> {
  yield* run("update message set state = 'received', due = 0, forced = ? where id = ?", force ? 1 : 0, id);
}

/**
 * An edited document. A waiting or parked message keeps its place of arrival and is checked again with the new bytes; for
 * a settled one a new message is made that names it. The original is kept as the part `received`.
 */
function* resend(dialect: Dialect, message: Message, hash: string | null): Steps<string> {
  if (hash === null) return 'There is no corrected document.';
  if (message.source.kind === 'notice') return 'It is a notice: there is no document to correct.';
  if (message.state === 'settled') return yield* correction(dialect, message, hash);
  if (message.state !== 'parked' && message.state !== 'waiting')
    return `It is ${message.state}: wait until it has ended, or until it waits.`;
  yield* namePart(message.id, 'corrected', hash);
  yield* run('update message set hash = ? where id = ?', hash, message.id);
  // an attempt that ended closes those before it: what was prepared from the old bytes is not sent again
  const given = yield* startAttempt(message.id, 'deliver');
  yield* ended(dialect, message.id, given, {
    status: 0,
    detail: 'the document was corrected',
    unknown: false,
  });
  yield* again(message.id, false);
  return 'The corrected document is checked and sent in its place.';
}

function* correction(dialect: Dialect, message: Message, hash: string): Steps<string> {
  const { id: of, channel, direction, lane, name } = message;
  const source = { kind: 'correction', of } as const;
  const id = yield* insertMessage(dialect, { channel, direction, lane, name, source, hash, corrects: of });
  yield* namePart(id, 'received', hash);
  return `Message ${id} carries the corrected document.`;
}
