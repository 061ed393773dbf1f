import { note } from './commands.ts';
import type { ChannelCursor, CursorDecision } from './interface.ts';
import { cursor } from './receiving.ts';
import { all, run, type Steps } from './sql.ts';

/** How far searches have come, for people. */

export function* cursors(): Steps<readonly ChannelCursor[]> {
  const rows = yield* all('select channel, value, noting from cursor_at order by channel');
  return rows.map(({ channel, value, noting }) => ({
    channel: String(channel),
    value: String(value),
    noting: noting === 1,
  }));
}

/** Resolves to where it stood; undefined, and nothing is changed, where the channel has none. */
export function* moveByHand({ channel, to, who, reason }: CursorDecision): Steps<string | undefined> {
  const before = yield* cursor(channel);
  if (!before) return undefined;
  yield* run('update cursor_at set value = ? where channel = ?', to, channel);
  yield* note({ subject: channel, action: 'cursor', who, reason, result: `From ${before.value} to ${to}.` });
  return before.value;
}
