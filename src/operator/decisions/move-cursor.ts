import type { ChannelCursor, CursorDecision, HistoryEntry, Journal } from '../../journal/journal.ts';
import type { DecisionAccess } from './decision-access.ts';
import { type DecisionResult, doneResult, refusedResult } from './decision-result.ts';

/** How far the searches have come, and who moved them by hand. */
export interface Cursors {
  readonly cursors: readonly ChannelCursor[];
  readonly moves: readonly HistoryEntry[];
}

/** Of one channel, or of all. */
export async function readCursors(
  journal: Pick<Journal, 'cursors' | 'history'>,
  channel: string | undefined,
): Promise<Cursors> {
  const cursors = await journal.cursors();
  const moves = (await journal.history()).filter(({ action }) => action === 'cursor');
  const isAsked = (name: string): boolean => channel === undefined || channel === name;
  return {
    cursors: cursors.filter((one) => isAsked(one.channel)),
    moves: moves.filter(({ subject }) => isAsked(subject)),
  };
}

/** The next search of the channel begins there, also in a gateway that runs. `now`: milliseconds since the epoch. */
export async function moveCursor(
  { write }: Pick<DecisionAccess, 'write'>,
  decision: CursorDecision,
  now: number,
): Promise<DecisionResult> {
  const { channel, to } = decision;
  if (Date.parse(to) > now) return refusedResult('cursor-future');
  const before = await write((journal) => journal.moveCursor(decision));
  if (before === undefined) return refusedResult('cursor-none', { channel });
  return doneResult(to < before ? 'cursor-back' : 'cursor-on', { before, to });
}
