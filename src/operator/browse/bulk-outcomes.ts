import type { BulkDecisions, PageReader } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import { type MessageRow, rowOf } from './message-rows.ts';

/** What became of the messages of a decision on many. */
export interface BulkOutcomes {
  /** How the first of them stand now, the most frequent first. */
  readonly standings: readonly { readonly row: MessageRow; readonly count: number }[];
  /** Those that need somebody again, in their order; `moreStuck`: or more. */
  readonly stuck: readonly MessageRow[];
  readonly moreStuck: boolean;
  /** The message, where it is about one. */
  readonly only: number | undefined;
}

/** Messages whose standing is counted, and those that need somebody and are shown one by one. */
const most = { counted: 500, stuck: 50 };

type OutcomeReader = Pick<BulkDecisions, 'listBulkItems'> & { readonly pages: Pick<PageReader, 'message'> };

export async function readBulkOutcomes(journal: OutcomeReader, decision: number): Promise<BulkOutcomes> {
  const [items, stuck] = await Promise.all([
    journal.listBulkItems({ decision, limit: most.counted }),
    journal.listBulkItems({ decision, only: 'stuck', limit: most.stuck + 1 }),
  ]);
  const decided = items.filter(({ result, refused }) => result !== undefined && !refused);
  const rows = (await readMessages(journal, decided)).map(rowOf);
  const groups = [...Map.groupBy(rows, ({ standing }) => standing.name).values()];
  return {
    standings: groups
      .flatMap((group) => (group[0] ? [{ row: group[0], count: group.length }] : []))
      .sort((a, b) => b.count - a.count),
    stuck: (await readMessages(journal, stuck.slice(0, most.stuck))).map(rowOf),
    moreStuck: stuck.length > most.stuck,
    only: items.length === 1 ? items[0]?.message : undefined,
  };
}

async function readMessages(
  { pages }: OutcomeReader,
  items: readonly { readonly message: number }[],
): Promise<readonly Message[]> {
  const read = await Promise.all(items.map(({ message }) => pages.message(message)));
  return read.filter((one) => one !== undefined);
}
