import { type SqlDialect, type SqlSteps, selectRows } from '../sql/sql-engine.ts';
import { restartFromCheck } from './carry-out-command.ts';
import { addHistoryEntry } from './decision-history.ts';

/** Messages whose channel is not in the config are parked, and go on by themselves when it is there again. */

const renderMissing = (channel: string): string => `The channel ${channel} is no longer in the config.`;

/** Why such a message is parked. */
export const renderMissingChannel = (channel: string): string =>
  `${renderMissing(channel)} The message goes on by itself when the channel is there again; or discard it.`;

/** Messages of one transaction. */
export const returnedAtOnce = 500;

/** Resolves to how many went on: as many as `returnedAtOnce` where there may be more. */
export function* returnToChannels(dialect: SqlDialect, channels: readonly string[]): SqlSteps<number> {
  const there = new Set(channels);
  const parked = yield* selectRows(
    `select id, channel, reason from message where state = 'parked' order by id${dialect.lock}`,
  );
  const back = parked
    .map(({ id, channel, reason }) => ({ id: Number(id), channel: String(channel), reason: String(reason) }))
    .filter(({ channel, reason }) => there.has(channel) && reason.startsWith(renderMissing(channel)))
    .slice(0, returnedAtOnce);
  for (const { id, channel } of back) {
    yield* restartFromCheck(id, false);
    const reason = `The channel ${channel} is in the config again.`;
    yield* addHistoryEntry(dialect, {
      ...{ message: id, action: 'retry', who: 'gateway', origin: 'gateway' },
      ...{ reason, result: 'It is tried again.' },
    });
  }
  return back.length;
}
