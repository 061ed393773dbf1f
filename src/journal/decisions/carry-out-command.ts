import { linkPart } from '../blobs/blobs.ts';
import type { Command, CommandResult } from '../journal.ts';
import { insertMessage, sizeClassOf } from '../messages/receive-messages.ts';
import type { Message } from '../model/message.ts';
import { parseMessage } from '../sql/parse-message.ts';
import {
  currentInstant,
  execute,
  type SqlDialect,
  type SqlSteps,
  selectNumber,
  selectRow,
  selectRows,
} from '../sql/sql-engine.ts';
import { endAttempt, startAttempt } from '../work/attempts.ts';
import { endTasksByPerson } from '../work/open-tasks.ts';
import { settleRow } from '../work/settle-messages.ts';

/** What each decision does to its message, or why it can do nothing. */

/** Undefined: somebody works on the message; the command is tried again when that has ended. */
type CommandOutcome = Omit<CommandResult, 'command'> | undefined;

const succeed = (result: string): CommandOutcome => ({ result, refused: false });
const refuse = (result: string): CommandOutcome => ({ result, refused: true });

/** `body`: the hash of a corrected document. */
export function* carryOutCommand(
  dialect: SqlDialect,
  command: Command,
  body: string | null,
): SqlSteps<CommandOutcome> {
  if (command.action === 'done') return yield* endTasksByPerson(command.message, command.line, command);
  const row = yield* selectRow(`select * from message where id = ?${dialect.lock}`, command.message);
  if (!row) return refuse(`There is no message ${command.message}.`);
  const message = parseMessage(row);
  if (command.action === 'close') return yield* closeRefusal(message);
  if (message.outcome === 'split') return yield* decideOnFile(dialect, message.id, command);
  const over = findObstacle(message, command);
  if (over !== undefined) return refuse(over);
  if (message.inHand && command.action === 'discard') return undefined;
  if (message.inHand) return refuse('It is being worked on at this moment: try again when that has ended.');
  if (command.action === 'discard') return yield* discard(dialect, message.id, command.reason);
  if (command.action === 'resend') return yield* resendCorrected(dialect, message, body);
  if (message.outcome === 'delivered')
    return yield* sendLines(dialect, message, row.bodies === 1, command.line);
  if (message.state === 'settled') return yield* reopen(message.id, row.bodies === 1, command.line);
  if (message.state !== 'parked' && message.state !== 'waiting')
    return refuse(`It is ${message.state}: it goes on by itself.`);
  return yield* resumeMessage(message.id, command);
}

/** A refusal stays what it is, and is no longer something that somebody has to mend. */
function* closeRefusal(message: Message): SqlSteps<CommandOutcome> {
  const over = findObstacle(message, { action: 'close', force: false });
  if (over !== undefined) return refuse(over);
  yield* execute('update message set closed = ? where id = ?', currentInstant(), message.id);
  return succeed('It was closed: nobody has to mend it any more.');
}

/** Why nothing can be decided on a message that has ended; undefined: something can. */
export function findObstacle(
  { state, outcome, closed }: Pick<Message, 'state' | 'outcome' | 'closed'>,
  { action, force, line }: Pick<Command, 'action' | 'force' | 'line'>,
): string | undefined {
  if (action === 'close') return findCloseObstacle(outcome, closed);
  if (state !== 'settled' || action === 'resend' || action === 'done') return undefined;
  if (action === 'retry' && (outcome === 'outdated' || outcome === 'unchanged'))
    return force ? undefined : `It is settled (${outcome}): retry with --force sends it all the same.`;
  if (action === 'retry' && outcome === 'delivered' && force && line !== undefined) return undefined;
  if (outcome === 'rejected' && closed === undefined)
    return 'It was refused: mend it and export it again, or end it with `gateway journal close ID --reason …`.';
  return `It is settled (${outcome}): nothing to decide.`;
}

function findCloseObstacle(outcome: Message['outcome'], closed: string | undefined): string | undefined {
  if (outcome !== 'rejected') return 'It was not refused: only a refused document is closed.';
  return closed === undefined ? undefined : 'It is closed already.';
}

/** Lines of an order that was delivered without them: a message of their own, with the same document. */
function* sendLines(
  dialect: SqlDialect,
  message: Message,
  hasBodies: boolean,
  lines: string | undefined,
): SqlSteps<CommandOutcome> {
  if (!hasBodies) return refuse('Its document is no longer kept: export it again.');
  const outcome = yield* insertCorrection(dialect, message, message.hash);
  const id = yield* selectNumber('select max(id) as n from message where corrects = ?', message.id);
  yield* execute('update message set forced = 1, forced_lines = ? where id = ?', lines ?? null, id);
  return (
    outcome && succeed(`Message ${id} sends ${lines === undefined ? 'it' : `line ${lines}`} all the same.`)
  );
}

/** What was not sent, or lines of it, is to go all the same: once more from its check on, in its place of arrival. */
function* reopen(id: number, hasBodies: boolean, lines: string | undefined): SqlSteps<CommandOutcome> {
  if (!hasBodies) return refuse('Its document is no longer kept: export it again.');
  yield* execute('update message set outcome = null, settled_at = null where id = ?', id);
  yield* restartFromCheck(id, true, lines);
  return succeed('It is sent all the same.');
}

function* discard(dialect: SqlDialect, id: number, reason: string): SqlSteps<CommandOutcome> {
  yield* settleRow(dialect, id, 'discarded', reason || 'Discarded by a person.', undefined);
  // it was being cut
  const open = yield* lockOpenDocuments(dialect, id);
  yield* discardEach(
    dialect,
    open.filter(({ inHand }) => !inHand),
    reason,
  );
  const left = open.filter(({ inHand }) => inHand).map((document) => document.id);
  return succeed(
    left.length === 0
      ? 'It was discarded.'
      : `It was discarded, and what was cut of it but for what is being worked on at this moment (${left.join(', ')}).`,
  );
}

/** A file of several documents: each of them is a message that is decided on by itself, or all that are open end here. */
function* decideOnFile(
  dialect: SqlDialect,
  id: number,
  { action, reason }: Command,
): SqlSteps<CommandOutcome> {
  const open = yield* lockOpenDocuments(dialect, id);
  const titles = open.map((document) => document.id).join(', ');
  if (open.length === 0) return refuse('It is settled (split), and so are its documents: nothing to decide.');
  if (action !== 'discard')
    return refuse(`It is a file of several documents: decide on each of those that are open (${titles}).`);
  yield* discardEach(
    dialect,
    open.filter(({ inHand }) => !inHand),
    reason,
  );
  return open.some(({ inHand }) => inHand)
    ? undefined
    : succeed(`Its open documents were discarded (${titles}).`);
}

function* lockOpenDocuments(dialect: SqlDialect, file: number): SqlSteps<readonly Message[]> {
  const rows = yield* selectRows(
    `select * from message where parent = ? and state <> 'settled' order by number${dialect.lock}`,
    file,
  );
  return rows.map(parseMessage);
}

function* discardEach(dialect: SqlDialect, documents: readonly Message[], reason: string): SqlSteps<void> {
  for (const { id } of documents)
    yield* settleRow(dialect, id, 'discarded', reason || 'Discarded by a person.', undefined);
}

function* resumeMessage(id: number, { action, force, line }: Command): SqlSteps<CommandOutcome> {
  if (action === 'release') {
    yield* execute('update message set released = 1 where id = ?', id);
    return succeed('Its successors may pass.');
  }
  yield* restartFromCheck(id, force, line);
  return succeed('It is tried again.');
}

/**
 * Back to its check, and before its successors: what has an unknown outcome is sent again before they go,
 * even if they were released.
 */
export function* restartFromCheck(id: number, force: boolean, lines?: string): SqlSteps<void> {
  yield* execute(
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
function* resendCorrected(
  dialect: SqlDialect,
  message: Message,
  hash: string | null,
): SqlSteps<CommandOutcome> {
  if (hash === null) return refuse('There is no corrected document.');
  if (message.source.kind === 'notice') return refuse('It is a notice: there is no document to correct.');
  if (message.state === 'settled') return yield* insertCorrection(dialect, message, hash);
  if (message.state !== 'parked' && message.state !== 'waiting')
    return refuse(`It is ${message.state}: wait until it has ended, or until it waits.`);
  yield* linkPart(message.id, 'corrected', hash);
  const large = sizeClassOf(yield* sizeOf(hash));
  yield* execute('update message set hash = ?, large = ? where id = ?', hash, large, message.id);
  // an attempt that ended closes those before it: what was prepared from the old bytes is not sent again
  const given = yield* startAttempt(message.id, 'deliver');
  yield* endAttempt(dialect, { id: message.id, attempts: given }, given, {
    status: 0,
    detail: 'the document was corrected',
    unknown: false,
  });
  yield* restartFromCheck(message.id, false);
  return succeed('The corrected document is checked and sent in its place.');
}

const sizeOf = (hash: string): SqlSteps<number> =>
  selectNumber('select size as n from blob where hash = ?', hash);

function* insertCorrection(dialect: SqlDialect, message: Message, hash: string): SqlSteps<CommandOutcome> {
  const { id: of, channel, direction, lane, name } = message;
  const source = { kind: 'correction', of } as const;
  const corrected = { hash, size: yield* sizeOf(hash), corrects: of };
  const id = yield* insertMessage(dialect, { channel, direction, lane, name, source, ...corrected });
  yield* linkPart(id, 'received', hash);
  return succeed(`Message ${id} carries the corrected document.`);
}
