import type { ReplayCandidate } from '../../journal/journal.ts';
import type { ReplayJournal } from './message-record.ts';

/** Messages of one page. */
const pageSize = 1000;

/** All messages that may be run again, one after the other by their ids. */
export async function* iterateCandidates(
  journal: Pick<ReplayJournal, 'listReplayCandidates'>,
): AsyncGenerator<ReplayCandidate, void> {
  for (let [after, ended] = [0, false]; !ended; ) {
    const page = await journal.listReplayCandidates(after, pageSize);
    yield* page;
    ended = page.length < pageSize;
    after = page.at(-1)?.id ?? after;
  }
}
