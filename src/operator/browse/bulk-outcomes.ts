import type { BulkDecisions, PageReader } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import { needsPerson } from '../messages/follow-up.ts';
import { type MessageRow, rowOf } from './message-rows.ts';

/** What became of the messages of a decision on many. */
export interface BulkOutcomes {
  /** How they stand now, the most frequent first. */
  readonly standings: readonly { readonly row: MessageRow; readonly count: number }[];
  /** Those that need somebody again. */
  readonly stuck: readonly MessageRow[];
}

/** Messages that are looked at, and those that are told one by one. */
const most = { read: 500, told: 50 };

/** Of those that were decided on. */
export async function readBulkOutcomes(
  journal: Pick<BulkDecisions, 'listBulkItems'> & { readonly pages: Pick<PageReader, 'message'> },
  decision: number,
): Promise<BulkOutcomes> {
  const items = await journal.listBulkItems({ decision, limit: most.read });
  const decided = items.filter(({ result, refused }) => result !== undefined && !refused);
  const read = await Promise.all(decided.map(({ message }) => journal.pages.message(message)));
  const messages = read.filter((one): one is Message => one !== undefined);
  const rows = messages.map(rowOf);
  const groups = [...Map.groupBy(rows, ({ standing }) => standing.name).values()];
  return {
    standings: groups
      .flatMap((group) => (group[0] ? [{ row: group[0], count: group.length }] : []))
      .sort((a, b) => b.count - a.count),
    stuck: messages
      .filter((message) => needsPerson(message) && message.closed === undefined)
      .slice(0, most.told)
      .map(rowOf),
  };
}
