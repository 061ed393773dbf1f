import { storeBlob } from '../blobs/blobs.ts';
import type { CarriedOutCommand, Command, CommandResult } from '../journal.ts';
import { lockLanes } from '../messages/receive-messages.ts';
import {
  currentInstant,
  execute,
  type Row,
  type SqlDialect,
  type SqlSteps,
  selectNumber,
  selectRow,
  selectRows,
} from '../sql/sql-engine.ts';
import { carryOutCommand } from './carry-out-command.ts';
import { addHistoryEntry, originOf } from './decision-history.ts';
import { parseCommand } from './parse-command.ts';

/** Decisions of people: left as rows, carried out by a gateway, kept with their reasons. */

/** Resolves to the command's number. */
export function* enqueueCommand(
  dialect: SqlDialect,
  { action, message, force, reason, who, bytes, line, origin }: Command,
): SqlSteps<number> {
  const { machine, audited } = originOf(origin);
  return yield* selectNumber(
    `insert into command (at, action, message, force, reason, who, body, line, machine, audited)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id as n`,
    currentInstant(),
    action,
    message,
    force ? 1 : 0,
    reason,
    who ?? '',
    bytes ? yield* storeBlob(dialect, bytes) : null,
    line ?? null,
    machine,
    Number(audited),
  );
}

export function* carryOutCommands(dialect: SqlDialect): SqlSteps<readonly CarriedOutCommand[]> {
  const rows = yield* selectRows(`${openCommands} order by id limit ${atOnce}${dialect.skipLocked}`);
  yield* lockLanesOfCorrected(dialect, rows);
  return yield* carryOutAll(dialect, rows);
}

/** Carries out discards that waited until nobody worked on the message. */
export function* carryOutWaitingDiscards(dialect: SqlDialect, id: number): SqlSteps<void> {
  const asked = `${openCommands} and message = ? and action = 'discard' order by id${dialect.skipLocked}`;
  yield* carryOutAll(dialect, yield* selectRows(asked, id));
}

const openCommands = 'select * from command where result is null';

export function* hasOpenCommands(): SqlSteps<boolean> {
  return (yield* selectRow('select 1 as n from command where result is null limit 1')) !== undefined;
}

/** Decisions of one transaction: thousands at once would hold up the work. */
const atOnce = 500;

function* carryOutAll(dialect: SqlDialect, rows: readonly Row[]): SqlSteps<readonly CarriedOutCommand[]> {
  const taken: CarriedOutCommand[] = [];
  for (const row of rows) {
    const { id, body, machine, audited, ...command } = parseCommand(row);
    const outcome = yield* carryOutCommand(dialect, command, body);
    if (!outcome) continue;
    yield* execute(
      'update command set result = ?, refused = ? where id = ?',
      outcome.result,
      outcome.refused ? 1 : 0,
      id,
    );
    yield* addHistoryEntry(dialect, { ...command, ...outcome }, { machine, audited });
    taken.push({ ...command, ...outcome });
  }
  return taken;
}

/** A correction may arrive as a message of its own. */
function* lockLanesOfCorrected(dialect: SqlDialect, commands: readonly Row[]): SqlSteps<void> {
  const ids = commands.filter(({ action }) => action === 'resend').map(({ message }) => Number(message));
  if (ids.length === 0) return;
  const marks = ids.map(() => '?').join();
  const rows = yield* selectRows(`select distinct lane from message where id in (${marks})`, ...ids);
  yield* lockLanes(
    dialect,
    rows.map(({ lane }) => String(lane)),
  );
}

/** What became of a command; undefined until a gateway has carried it out. */
export function* findCommandResult(id: number): SqlSteps<CommandResult | undefined> {
  const row = yield* selectRow('select result, refused from command where id = ? and result is not null', id);
  return row && { result: String(row.result), refused: row.refused === 1 };
}
