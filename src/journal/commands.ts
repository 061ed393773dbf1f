import { ended, startAttempt } from './attempts.ts';
import { namePart, putBlob } from './blobs.ts';
import { settleRow } from './ending.ts';
import type { Command, CommandResult, HistoryEntry, TakenCommand } from './interface.ts';
import type { Message } from './message.ts';
import { insertMessage, lockLanes, sizeClass } from './receiving.ts';
import { readCommand, readHistory, readMessage } from './rows.ts';
import { all, type Dialect, now, number, one, type Row, run, type Steps } from './sql.ts';
import { endByPerson } from './tasks.ts';

/** Decisions of people: left as rows, carried out by a gateway, kept with their reasons. */

/** Resolves to the command's number. */
export function* leave(
  dialect: Dialect,
  { action, message, force, reason, who, bytes, line }: Command,
): Steps<number> {
  return yield* number(
    'insert into command (at, action, message, force, reason, who, body, line) values (?, ?, ?, ?, ?, ?, ?, ?) returning id as n',
    now(),
    action,
    message,
    force ? 1 : 0,
    reason,
    who ?? '',
    bytes ? yield* putBlob(dialect, bytes) : null,
    line ?? null,
  );
}

/** What became of a command; undefined: its message is in hand, and it is looked at again when that has ended. */
type Outcome = Omit<CommandResult, 'command'> | undefined;

const done = (result: string): Outcome => ({ result, refused: false });
const refused = (result: string): Outcome => ({ result, refused: true });

export function* takeCommands(dialect: Dialect): Steps<readonly TakenCommand[]> {
  const rows = yield* all(`${open} order by id limit ${atOnce}${dialect.skipLocked}`);
  yield* lockCorrected(dialect, rows);
  return yield* takeAll(dialect, rows);
}

/** A message leaves our hands: who wanted it to end meanwhile has waited for that. */
export function* afterHands(dialect: Dialect, id: number): Steps<void> {
  const asked = `${open} and message = ? and action = 'discard' order by id${dialect.skipLocked}`;
  yield* takeAll(dialect, yield* all(asked, id));
}

const open = 'select * from command where result is null';

/** Decisions of one transaction: thousands at once would hold up the work. */
const atOnce = 500;

function* takeAll(dialect: Dialect, rows: readonly Row[]): Steps<readonly TakenCommand[]> {
  const taken: TakenCommand[] = [];
  for (const row of rows) {
    const { id, body, ...command } = readCommand(row);
    const outcome = yield* carryOut(dialect, command, body);
    if (!outcome) continue;
    yield* run(
      'update command set result = ?, refused = ? where id = ?',
      outcome.result,
      outcome.refused ? 1 : 0,
      id,
    );
    yield* note({ ...command, ...outcome });
    taken.push({ ...command, ...outcome });
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

/** What became of a command; undefined until a gateway has carried it out. */
export function* commandResult(id: number): Steps<CommandResult | undefined> {
  const row = yield* one('select result, refused from command where id = ? and result is not null', id);
  return row && { result: String(row.result), refused: row.refused === 1 };
}

/** Keeps a decision: on a message, or without one on its `subject`. */
export function* note({ message, subject = '', action, who = '', reason, result }: Noted): Steps<void> {
  yield* run(
    'insert into history (message, subject, at, action, who, reason, result) values (?, ?, ?, ?, ?, ?, ?)',
    message ?? null,
    subject,
    now(),
    action,
    who,
    reason,
    result,
  );
}

interface Noted {
  readonly message?: number;
  readonly subject?: string;
  readonly action: string;
  readonly who?: string | undefined;
  readonly reason: string;
  readonly result: string;
}

export function* history(id: number | undefined): Steps<readonly HistoryEntry[]> {
  const rows =
    id === undefined
      ? yield* all('select * from history where message is null order by id')
      : yield* all('select * from history where message = ? order by id', id);
  return rows.map(readHistory);
}

/** `body`: the hash of a corrected document. */
function* carryOut(dialect: Dialect, command: Command, body: string | null): Steps<Outcome> {
  if (command.action === 'done') return yield* endByPerson(command.message, command.line, command);
  const row = yield* one(`select * from message where id = ?${dialect.lock}`, command.message);
  if (!row) return refused(`There is no message ${command.message}.`);
  const message = readMessage(row);
  if (command.action === 'close') return yield* close(message);
  if (message.outcome === 'split') return yield* decideOnFile(dialect, message.id, command);
  const over = overFor(message, command);
  if (over !== undefined) return refused(over);
  if (message.inHand && command.action === 'discard') return undefined;
  if (message.inHand) return refused('It is being worked on at this moment: try again when that has ended.');
  if (command.action === 'discard') return yield* discard(dialect, message.id, command.reason);
  if (command.action === 'resend') return yield* resend(dialect, message, body);
  if (message.outcome === 'delivered')
    return yield* sendLines(dialect, message, row.bodies === 1, command.line);
  if (message.state === 'settled') return yield* reopen(message.id, row.bodies === 1, command.line);
  if (message.state !== 'parked' && message.state !== 'waiting')
    return refused(`It is ${message.state}: it goes on by itself.`);
  return yield* goOn(message.id, command);
}

/** A refusal stays what it is, and is no longer something that somebody has to mend. */
function* close(message: Message): Steps<Outcome> {
  const over = overFor(message, { action: 'close', force: false });
  if (over !== undefined) return refused(over);
  yield* run('update message set closed = ? where id = ?', now(), message.id);
  return done('It was closed: nobody has to mend it any more.');
}

/** Why nothing can be decided on a message that has ended; undefined: something can. */
export function overFor(
  { state, outcome, closed }: Pick<Message, 'state' | 'outcome' | 'closed'>,
  { action, force, line }: Pick<Command, 'action' | 'force' | 'line'>,
): string | undefined {
  if (action === 'close') return notToClose(outcome, closed);
  if (state !== 'settled' || action === 'resend' || action === 'done') return undefined;
  if (action === 'retry' && (outcome === 'outdated' || outcome === 'unchanged'))
    return force ? undefined : `It is settled (${outcome}): retry with --force sends it all the same.`;
  if (action === 'retry' && outcome === 'delivered' && force && line !== undefined) return undefined;
  if (outcome === 'rejected' && closed === undefined)
    return 'It was refused: mend it and export it again, or end it with `gateway journal close ID --reason …`.';
  return `It is settled (${outcome}): nothing to decide.`;
}

function notToClose(outcome: Message['outcome'], closed: string | undefined): string | undefined {
  if (outcome !== 'rejected') return 'It was not refused: only a refused document is closed.';
  return closed === undefined ? undefined : 'It is closed already.';
}

/** Lines of an order that was delivered without them: a message of their own, with the same document. */
function* sendLines(
  dialect: Dialect,
  message: Message,
  hasBodies: boolean,
  lines: string | undefined,
): Steps<Outcome> {
  if (!hasBodies) return refused('Its document is no longer kept: export it again.');
  const outcome = yield* correction(dialect, message, message.hash);
  const id = yield* number('select max(id) as n from message where corrects = ?', message.id);
  yield* run('update message set forced = 1, forced_lines = ? where id = ?', lines ?? null, id);
  return outcome && done(`Message ${id} sends ${lines === undefined ? 'it' : `line ${lines}`} all the same.`);
}

/** What was not sent, or lines of it, is to go all the same: once more from its check on, in its place of arrival. */
function* reopen(id: number, hasBodies: boolean, lines: string | undefined): Steps<Outcome> {
  if (!hasBodies) return refused('Its document is no longer kept: export it again.');
  yield* run('update message set outcome = null, settled_at = null where id = ?', id);
  yield* again(id, true, lines);
  return done('It is sent all the same.');
}

function* discard(dialect: Dialect, id: number, reason: string): Steps<Outcome> {
  yield* settleRow(dialect, id, 'discarded', reason || 'Discarded by a person.', undefined);
  // it was being cut
  const open = yield* openDocuments(dialect, id);
  yield* discardEach(
    dialect,
    open.filter(({ inHand }) => !inHand),
    reason,
  );
  const left = open.filter(({ inHand }) => inHand).map((document) => document.id);
  return done(
    left.length === 0
      ? 'It was discarded.'
      : `It was discarded, and what was cut of it but for what is being worked on at this moment (${left.join(', ')}).`,
  );
}

/** A file of several documents: each of them is a message that is decided on by itself, or all that are open end here. */
function* decideOnFile(dialect: Dialect, id: number, { action, reason }: Command): Steps<Outcome> {
  const open = yield* openDocuments(dialect, id);
  const titles = open.map((document) => document.id).join(', ');
  if (open.length === 0)
    return refused('It is settled (split), and so are its documents: nothing to decide.');
  if (action !== 'discard')
    return refused(`It is a file of several documents: decide on each of those that are open (${titles}).`);
  yield* discardEach(
    dialect,
    open.filter(({ inHand }) => !inHand),
    reason,
  );
  return open.some(({ inHand }) => inHand)
    ? undefined
    : done(`Its open documents were discarded (${titles}).`);
}

function* openDocuments(dialect: Dialect, file: number): Steps<readonly Message[]> {
  const rows = yield* all(
    `select * from message where parent = ? and state <> 'settled' order by number${dialect.lock}`,
    file,
  );
  return rows.map(readMessage);
}

function* discardEach(dialect: Dialect, documents: readonly Message[], reason: string): Steps<void> {
  for (const { id } of documents)
    yield* settleRow(dialect, id, 'discarded', reason || 'Discarded by a person.', undefined);
}

function* goOn(id: number, { action, force, line }: Command): Steps<Outcome> {
  if (action === 'release') {
    yield* run('update message set released = 1 where id = ?', id);
    return done('Its successors may pass.');
  }
  yield* again(id, force, line);
  return done('It is tried again.');
}

/** It goes first again, too: what has an unknown outcome is sent again before its successors, though they might pass before. */
export function* again(id: number, force: boolean, lines?: string): Steps<void> {
  yield* run(
    "update message set state = 'received', due = 0, forced = ?, forced_lines = ?, released = 0 where id = ?",
    force ? 1 : 0,
    (force && lines) || null,
    id,
  );
}

/**
 * An edited document. A waiting or parked message keeps its place of arrival and is checked again with the new bytes; for
 * a settled one a new message is made that names it. The original is kept as the part `received`.
 */
function* resend(dialect: Dialect, message: Message, hash: string | null): Steps<Outcome> {
  if (hash === null) return refused('There is no corrected document.');
  if (message.source.kind === 'notice') return refused('It is a notice: there is no document to correct.');
  if (message.state === 'settled') return yield* correction(dialect, message, hash);
  if (message.state !== 'parked' && message.state !== 'waiting')
    return refused(`It is ${message.state}: wait until it has ended, or until it waits.`);
  yield* namePart(message.id, 'corrected', hash);
  const large = sizeClass(yield* sizeOf(hash));
  yield* run('update message set hash = ?, large = ? where id = ?', hash, large, message.id);
  // an attempt that ended closes those before it: what was prepared from the old bytes is not sent again
  const given = yield* startAttempt(message.id, 'deliver');
  yield* ended(dialect, message.id, given, {
    status: 0,
    detail: 'the document was corrected',
    unknown: false,
  });
  yield* again(message.id, false);
  return done('The corrected document is checked and sent in its place.');
}

const sizeOf = (hash: string): Steps<number> => number('select size as n from blob where hash = ?', hash);

function* correction(dialect: Dialect, message: Message, hash: string): Steps<Outcome> {
  const { id: of, channel, direction, lane, name } = message;
  const source = { kind: 'correction', of } as const;
  const corrected = { hash, size: yield* sizeOf(hash), corrects: of };
  const id = yield* insertMessage(dialect, { channel, direction, lane, name, source, ...corrected });
  yield* namePart(id, 'received', hash);
  return done(`Message ${id} carries the corrected document.`);
}
