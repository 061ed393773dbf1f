import type { ChannelCursor, CursorDecision } from '../journal.ts';
import { findCursor } from '../messages/receive-messages.ts';
import { execute, type SqlDialect, type SqlSteps, selectRows } from '../sql/sql-engine.ts';
import { addHistoryEntry } from './decision-history.ts';

/** How far searches have come, for people. */

export function* listCursors(): SqlSteps<readonly ChannelCursor[]> {
  const rows = yield* selectRows('select channel, value, noting from cursor_at order by channel');
  return rows.map(({ channel, value, noting }) => ({
    channel: String(channel),
    value: String(value),
    noting: noting === 1,
  }));
}

/** Resolves to where it stood; undefined, and nothing is changed, where the channel has none. */
export function* moveCursorByHand(
  dialect: SqlDialect,
  { channel, to, ...author }: CursorDecision,
): SqlSteps<string | undefined> {
  const before = yield* findCursor(channel);
  if (!before) return undefined;
  yield* execute('update cursor_at set value = ? where channel = ?', to, channel);
  yield* addHistoryEntry(dialect, {
    subject: channel,
    action: 'cursor',
    ...author,
    result: `From ${before.value} to ${to}.`,
  });
  return before.value;
}
