import type { HistoryEntry, PageReader, RecentHistoryEntry } from '../../journal/journal.ts';

/** Decisions of one person for one reason, made in one go. */
export interface RecentDecision extends Pick<HistoryEntry, 'at' | 'action' | 'who' | 'reason' | 'subject'> {
  readonly count: number;
  /** The last message that it was about. */
  readonly message?: number;
}

/** Entries that are read, and decisions of these that are shown. */
const most = { read: 500, shown: 6 };

/** What people have decided last, the newest first: a decision on many messages is one. */
export async function readRecentDecisions(
  pages: Pick<PageReader, 'recentHistory'>,
): Promise<readonly RecentDecision[]> {
  const decisions: RecentDecision[] = [];
  for (const entry of await pages.recentHistory(most.read)) {
    // each of the many has an entry too
    if (entry.action.endsWith('-many')) continue;
    const last = decisions.at(-1);
    if (last && isSameDecision(last, entry))
      decisions[decisions.length - 1] = { ...last, count: last.count + 1 };
    else decisions.push(decisionOf(entry));
  }
  return decisions.slice(0, most.shown);
}

const isSameDecision = (one: RecentDecision, { action, who, reason, subject }: HistoryEntry): boolean =>
  one.action === action && one.who === who && one.reason === reason && one.subject === subject;

function decisionOf({ at, action, who, reason, subject, message }: RecentHistoryEntry): RecentDecision {
  return {
    ...{ at, action, who, reason, subject, count: 1 },
    ...(message === undefined ? {} : { message }),
  };
}
