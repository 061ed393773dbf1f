import { isDryRunMessage } from '../../dry-run-names.ts';
import { execute, type SqlDialect, type SqlSteps, selectRows } from '../sql/sql-engine.ts';
import { lockLanes } from './receive-messages.ts';

interface LaneMove {
  readonly channel: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Messages that have not ended stand in the lane that their channel has now (by channel): a folder is called otherwise when a channel
 * joins or leaves it, and what came before must not be passed by what comes then. Those of a dry run keep to themselves.
 */
export function* joinLanes(dialect: SqlDialect, lanes: ReadonlyMap<string, string>): SqlSteps<void> {
  const open = yield* selectRows("select distinct channel, lane from message where state <> 'settled'");
  const moves = open.flatMap(({ channel, lane }) => findLaneMove(String(channel), String(lane), lanes));
  if (moves.length === 0) return;
  yield* lockLanes(
    dialect,
    moves.flatMap(({ from, to }) => [from, to]),
  );
  for (const { channel, from, to } of moves)
    yield* execute(
      "update message set lane = ? where state <> 'settled' and channel = ? and lane = ?",
      to,
      channel,
      from,
    );
}

function findLaneMove(
  channel: string,
  from: string,
  lanes: ReadonlyMap<string, string>,
): readonly LaneMove[] {
  const to = lanes.get(channel);
  const stays =
    to === undefined || to === from || isDryRunMessage({ lane: to }) !== isDryRunMessage({ lane: from });
  return stays ? [] : [{ channel, from, to }];
}
