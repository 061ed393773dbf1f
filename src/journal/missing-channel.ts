import { again, note } from './commands.ts';
import { all, type Dialect, type Steps } from './sql.ts';

/** Messages whose channel is not in the config are parked, and go on by themselves when it is there again. */

const missing = (channel: string): string => `The channel ${channel} is no longer in the config.`;

/** Why such a message is parked. */
export const missingChannel = (channel: string): string =>
  `${missing(channel)} The message goes on by itself when the channel is there again; or discard it.`;

/** Messages of one transaction. */
export const returnedAtOnce = 500;

/** Resolves to how many went on: as many as `returnedAtOnce` where there may be more. */
export function* returnToChannels(dialect: Dialect, channels: readonly string[]): Steps<number> {
  const there = new Set(channels);
  const parked = yield* all(
    `select id, channel, reason from message where state = 'parked' order by id${dialect.lock}`,
  );
  const back = parked
    .map(({ id, channel, reason }) => ({ id: Number(id), channel: String(channel), reason: String(reason) }))
    .filter(({ channel, reason }) => there.has(channel) && reason.startsWith(missing(channel)))
    .slice(0, returnedAtOnce);
  for (const { id, channel } of back) {
    yield* again(id, false);
    const reason = `The channel ${channel} is in the config again.`;
    yield* note({ message: id, action: 'retry', who: 'gateway', reason, result: 'It is tried again.' });
  }
  return back.length;
}
