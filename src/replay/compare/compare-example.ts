import type { Message } from '../../journal/model/message.ts';
import type { ReplayJournal } from '../rerun/message-record.ts';
import { iterateCandidates } from '../rerun/replay-candidates.ts';
import { ReplayPool } from '../rerun/replay-pool.ts';
import { OrderComparer } from './compare-order.ts';
import type { ComparedResults } from './run-both.ts';
import type { TwoVersions } from './two-versions.ts';

/** One message of a comparison, with all that both versions make of it. */
export interface CompareExample {
  readonly message: Message;
  readonly results: ComparedResults;
}

/**
 * Runs the messages of its order once more, as the comparison did: each version on the state that its own results make. Undefined: there is no
 * such message, or it cannot be run.
 */
export async function compareExample(
  journal: ReplayJournal,
  versions: TwoVersions,
  id: number,
): Promise<CompareExample | undefined> {
  const message = await journal.message(id);
  if (message === undefined) return undefined;
  const ran = [...versions.ran].map(([name, snapshot]) => [`running ${name}`, snapshot] as const);
  const pool = new ReplayPool({ ...versions.snapshots, ...Object.fromEntries(ran) }, 1);
  try {
    const comparer = new OrderComparer({ journal, versions, pool, example: id }, new Set([id]));
    await comparer.run(await listOrder(journal, message));
    const results = comparer.resultsOf(id);
    return results && { message, results };
  } finally {
    await pool.close();
  }
}

async function listOrder(journal: ReplayJournal, { id, address }: Message): Promise<readonly number[]> {
  if (address === undefined) return [id];
  const found: number[] = [];
  for await (const one of iterateCandidates(journal)) if (one.address === address) found.push(one.id);
  return found.includes(id) ? found : [id];
}
