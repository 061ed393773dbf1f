import type { NotReplayable } from './rerun/message-record.ts';
import { iterateCandidates } from './rerun/replay-candidates.ts';
import {
  listChangedIngredients,
  type PreparedReplay,
  prepareReplay,
  type ReplayOutcome,
  type ReplaySite,
  rememberVersions,
  runReplay,
} from './rerun/replay-message.ts';
import { ReplayPool, ReplayTimeout } from './rerun/replay-pool.ts';

/** What `verifyReplay` found. */
export interface ReplayVerification {
  readonly same: number;
  /** Those that come out otherwise, with why that may be. */
  readonly different: readonly { readonly id: number; readonly words: string }[];
  /** Those that cannot be run again: how many, for each reason. */
  readonly unknown: ReadonlyMap<NotReplayable, number>;
}

/** Messages that are run at once. */
const messagesAtOnce = 200;

/** Runs every message of the journal again. `progress`: called after each bite with how many have been looked at. One generation after the other: a journal of years holds many. */
export async function verifyReplay(
  given: ReplaySite,
  progress?: (done: number) => void,
): Promise<ReplayVerification> {
  const site = rememberVersions(given);
  const found: ReplayTally = { same: 0, different: [], unknown: new Map() };
  let done = 0;
  for (const ids of (await groupByGeneration(site)).values()) {
    const pools = new GenerationPool();
    try {
      for (let n = 0; n < ids.length; n += messagesAtOnce) {
        const some = ids.slice(n, n + messagesAtOnce);
        const answers = await Promise.all(some.map((id) => replayOne(site, id, pools)));
        for (const [at, answer] of answers.entries()) countAnswer(found, some[at] ?? 0, answer);
        done += some.length;
        progress?.(done);
      }
    } finally {
      await pools.close();
    }
  }
  return { ...found, different: found.different.sort((a, b) => a.id - b.id) };
}

interface ReplayTally {
  same: number;
  readonly different: { id: number; words: string }[];
  readonly unknown: Map<NotReplayable, number>;
}

async function groupByGeneration({ journal }: ReplaySite): Promise<ReadonlyMap<string, readonly number[]>> {
  const found = new Map<string, number[]>();
  for await (const { id, generation = '' } of iterateCandidates(journal)) {
    const ids = found.get(generation);
    if (ids) ids.push(id);
    else found.set(generation, [id]);
  }
  return found;
}

type ReplayAnswer = ReplayOutcome | { readonly kind: 'endless'; readonly words: string };

async function replayOne(site: ReplaySite, id: number, pools: GenerationPool): Promise<ReplayAnswer> {
  const ready = await prepareReplay(site, id);
  if (ready === undefined || typeof ready === 'string') return { kind: 'unknown', why: ready ?? 'not seen' };
  try {
    return await runReplay(ready, pools.getOrOpen(ready));
  } catch (error) {
    if (error instanceof ReplayTimeout) return { kind: 'endless', words: error.message };
    throw error;
  }
}

function countAnswer(found: ReplayTally, id: number, answer: ReplayAnswer): void {
  if (answer.kind === 'same') found.same += 1;
  else if (answer.kind === 'unknown') found.unknown.set(answer.why, (found.unknown.get(answer.why) ?? 0) + 1);
  else
    found.different.push({ id, words: answer.kind === 'endless' ? answer.words : renderDifference(answer) });
}

/** `then deliver, now rejected: …; since then other: gateway`. */
export function renderDifference({
  record,
  result,
  version,
  now,
}: ReplayOutcome & { kind: 'same' | 'different' }): string {
  const same = record.seen.said === result.said;
  const what = same
    ? result.said === 'deliver'
      ? 'then and now it delivers, and the bytes are others'
      : `then and now ${result.said}, for another reason: ${result.reason}`
    : `then ${record.seen.said}, now ${result.said}${result.reason === '' ? '' : `: ${result.reason}`}`;
  const changed = listChangedIngredients(version, now);
  return changed.length === 0 ? what : `${what} (other than then: ${changed.join(', ')})`;
}

/** The threads of one generation, in whose channels there may be other settings: none until they are needed. */
class GenerationPool {
  #pool: ReplayPool | undefined;

  getOrOpen({ task, version }: PreparedReplay): ReplayPool {
    this.#pool ??= new ReplayPool({ [task.version]: version.snapshot });
    return this.#pool;
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }
}
