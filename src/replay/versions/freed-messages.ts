import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Journal, Publication } from '../../journal/journal.ts';

/** What `map replay` wrote: other members are for people. */
const saved = z.object({ journal: z.string(), freed: z.array(z.int()) });

/**
 * The parked messages that a replay said its edit frees: `replay` is the file of its report, or the number of what was published. Throws
 * an Error in words.
 */
export async function readFreedMessages(
  journal: Pick<Journal, 'id' | 'publications'>,
  replay: string,
): Promise<readonly number[]> {
  if (/^\d+$/.test(replay)) return findFreedMessages(await journal.publications(), Number(replay));
  if (!existsSync(replay)) throw new Error(`There is no file ${replay}.`);
  const report = saved.safeParse(jsonIn(replay));
  if (!report.success)
    throw new Error(`${replay} is not the report of a replay: gateway map replay --save FILE writes one.`);
  if (report.data.journal !== journal.id)
    throw new Error(
      `${replay} is about the messages of another journal: nothing can be said by its numbers.`,
    );
  return report.data.freed;
}

function findFreedMessages(all: readonly Publication[], number: number): readonly number[] {
  const found = all.find(({ id }) => id === number);
  if (found === undefined) throw new Error(`Nothing was published as number ${number}.`);
  return found.freed;
}

function jsonIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
