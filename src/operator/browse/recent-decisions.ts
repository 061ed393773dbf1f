import type { HistoryEntry, PageReader } from '../../journal/journal.ts';

/** Decisions of one person for one reason, made in one go. */
export interface RecentDecision extends Pick<HistoryEntry, 'at' | 'action' | 'who' | 'reason' | 'subject'> {
  readonly count: number;
  /** The last message that it was about. */
  readonly message?: number;
}

/** Entries that are read, and what is told of them. */
const most = { read: 500, told: 6 };

/** What people have decided last, the newest first: a decision on many messages is one. */
export async function readRecentDecisions(
  pages: Pick<PageReader, 'recentHistory'>,
): Promise<readonly RecentDecision[]> {
  const groups: RecentDecision[] = [];
  for (const entry of await pages.recentHistory(most.read)) {
    const { at, action, who, reason, subject, message } = entry;
    // each of the many has an entry too
    if (action.endsWith('-many')) continue;
    const last = groups.at(-1);
    if (
      last &&
      last.action === action &&
      last.who === who &&
      last.reason === reason &&
      last.subject === subject
    )
      groups[groups.length - 1] = { ...last, count: last.count + 1 };
    else
      groups.push({
        ...{ at, action, who, reason, subject, count: 1 },
        ...(message === undefined ? {} : { message }),
      });
  }
  return groups.slice(0, most.told);
}
