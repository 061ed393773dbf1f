import { changedSince, type Ready, type Replayed, readied, replayed, type Site } from './again.ts';
import { DoesNotEnd, ReplayPool } from './pool.ts';
import type { Unknown } from './record.ts';

/** Every message that can be run again, as it was: does the same come of it? */
export interface Verified {
  readonly same: number;
  /** Those that come out otherwise, with why that may be. */
  readonly different: readonly { readonly id: number; readonly words: string }[];
  /** Those that cannot be run again: how many, for each reason. */
  readonly unknown: ReadonlyMap<Unknown, number>;
}

/** Messages that are read at once. */
const atOnce = 200;

/** `progress`: told after each bite how many have been looked at. One generation after the other: a journal of years holds many. */
export async function verifyReplay(site: Site, progress?: (done: number) => void): Promise<Verified> {
  const found: Found = { same: 0, different: [], unknown: new Map() };
  let done = 0;
  for (const ids of (await byGeneration(site)).values()) {
    const pools = new Pools();
    try {
      for (let n = 0; n < ids.length; n += atOnce) {
        const some = ids.slice(n, n + atOnce);
        const answers = await Promise.all(some.map((id) => one(site, id, pools)));
        for (const [at, answer] of answers.entries()) note(found, some[at] ?? 0, answer);
        done += some.length;
        progress?.(done);
      }
    } finally {
      await pools.close();
    }
  }
  return { ...found, different: found.different.sort((a, b) => a.id - b.id) };
}

interface Found {
  same: number;
  readonly different: { id: number; words: string }[];
  readonly unknown: Map<Unknown, number>;
}

/** Also those that nothing is known of: it is said why. */
async function byGeneration({ journal }: Site): Promise<ReadonlyMap<string, readonly number[]>> {
  const found = new Map<string, number[]>();
  for (let after = 0; ; ) {
    const some = await journal.sightings(after, atOnce);
    for (const { id, generation = '' } of some) {
      const ids = found.get(generation);
      if (ids) ids.push(id);
      else found.set(generation, [id]);
    }
    after = some.at(-1)?.id ?? after;
    if (some.length < atOnce) return found;
  }
}

type Answer = Replayed | { readonly kind: 'endless'; readonly words: string };

async function one(site: Site, id: number, pools: Pools): Promise<Answer> {
  const ready = await readied(site, id);
  if (ready === undefined || typeof ready === 'string') return { kind: 'unknown', why: ready ?? 'not seen' };
  try {
    return await replayed(ready, pools.of(ready));
  } catch (error) {
    if (error instanceof DoesNotEnd) return { kind: 'endless', words: error.message };
    throw error;
  }
}

function note(found: Found, id: number, answer: Answer): void {
  if (answer.kind === 'same') found.same += 1;
  else if (answer.kind === 'unknown') found.unknown.set(answer.why, (found.unknown.get(answer.why) ?? 0) + 1);
  else
    found.different.push({ id, words: answer.kind === 'endless' ? answer.words : differenceWords(answer) });
}

/** `then deliver, now rejected: …; since then other: gateway`. */
export function differenceWords({
  record,
  result,
  version,
  now,
}: Replayed & { kind: 'same' | 'different' }): string {
  const same = record.seen.said === result.said;
  const what = same
    ? result.said === 'deliver'
      ? 'then and now it delivers, and the bytes are others'
      : `then and now ${result.said}, for another reason: ${result.reason}`
    : `then ${record.seen.said}, now ${result.said}${result.reason === '' ? '' : `: ${result.reason}`}`;
  const changed = changedSince(version, now);
  return changed.length === 0 ? what : `${what} (other than then: ${changed.join(', ')})`;
}

/** The threads of one generation, in whose channels there may be other settings: none until they are needed. */
class Pools {
  #pool: ReplayPool | undefined;

  of({ task, version }: Ready): ReplayPool {
    this.#pool ??= new ReplayPool({ [task.version]: version.snapshot });
    return this.#pool;
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }
}
