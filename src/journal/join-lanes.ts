import { isDry } from '../dry-run.ts';
import { lockLanes } from './receiving.ts';
import { all, type Dialect, run, type Steps } from './sql.ts';

interface Move {
  readonly channel: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Messages that have not ended stand in the lane that their channel has now (by channel): a folder is called otherwise when a channel
 * joins or leaves it, and what came before must not be passed by what comes then. Those of a dry run keep to themselves, and those
 * of an older version, without a lane, hold back all as before.
 */
export function* joinLanes(dialect: Dialect, lanes: ReadonlyMap<string, string>): Steps<void> {
  const open = yield* all(
    "select distinct channel, lane from message where state <> 'settled' and lane <> ''",
  );
  const moves = open.flatMap(({ channel, lane }) => moveOf(String(channel), String(lane), lanes));
  if (moves.length === 0) return;
  yield* lockLanes(
    dialect,
    moves.flatMap(({ from, to }) => [from, to]),
  );
  for (const { channel, from, to } of moves)
    yield* run(
      "update message set lane = ? where state <> 'settled' and channel = ? and lane = ?",
      to,
      channel,
      from,
    );
}

function moveOf(channel: string, from: string, lanes: ReadonlyMap<string, string>): readonly Move[] {
  const to = lanes.get(channel);
  const stays = to === undefined || to === from || isDry({ lane: to }) !== isDry({ lane: from });
  return stays ? [] : [{ channel, from, to }];
}
