import type { ChannelCursor, CursorDecision, HistoryEntry } from '../../journal/journal.ts';
import { type JournalSettings, readJournal, withJournalBeside } from '../../journal/open/open-journal.ts';
import type { DecisionResult } from './decide.ts';

/** How far the searches have come, and who moved them by hand. */
export interface Cursors {
  readonly cursors: readonly ChannelCursor[];
  readonly moves: readonly HistoryEntry[];
}

/** Of one channel, or of all. */
export async function readCursors(settings: JournalSettings, channel: string | undefined): Promise<Cursors> {
  const journal = await readJournal(settings);
  try {
    const cursors = await journal.cursors();
    const moves = (await journal.history()).filter(({ action }) => action === 'cursor');
    const isAsked = (name: string): boolean => channel === undefined || channel === name;
    return {
      cursors: cursors.filter((one) => isAsked(one.channel)),
      moves: moves.filter(({ subject }) => isAsked(subject)),
    };
  } finally {
    await journal.close();
  }
}

/** The next search of the channel begins there, also in a gateway that runs. */
export async function moveCursor(
  settings: JournalSettings,
  decision: CursorDecision,
): Promise<DecisionResult> {
  const { channel, to } = decision;
  if (Date.parse(to) > Date.now())
    return refusedResult('That lies in the future: what changes until then would never be found.');
  const before = await withJournalBeside(settings, (journal) => journal.moveCursor(decision));
  if (before === undefined)
    return refusedResult(
      `No search of ${channel} has come anywhere yet: its first begins at from.search.since.`,
    );
  const text =
    to < before
      ? `From ${before} back to ${to}: what changed since is asked for again; what was seen before is not handled twice.`
      : `From ${before} on to ${to}: what changed between the two is not asked for any more.`;
  return { kind: 'done', text };
}

const refusedResult = (text: string): DecisionResult => ({ kind: 'refused', text });
