import type { Journal, StoredReplayRecord } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import type { Channel } from '../../pipeline/channel/channel.ts';
import { StepTasks } from '../../pipeline/step-tasks.ts';
import type { StepInput } from './rerun-steps.ts';

/** What replay reads from the journal. It never changes it. */
export type ReplayJournal = Pick<
  Journal,
  | 'message'
  | 'findReplayRecord'
  | 'parts'
  | 'part'
  | 'body'
  | 'artifact'
  | 'listReplayCandidates'
  | 'generations'
  | 'mappingVersions'
  | 'listBusinessKeys'
>;

/** Why a message cannot be run again. */
export type NotReplayable = 'not seen' | 'bodies deleted' | 'no channel' | 'did not end' | 'no texts';

/** A message as it was when its last check or prepare ended. */
export interface MessageRecord {
  readonly message: Message;
  readonly seen: StoredReplayRecord;
  /** SHA-256 of what was prepared, where prepare said `deliver`. */
  readonly prepared?: string;
  /** What was fetched, by then. */
  readonly gathered?: string;
}

/** What the journal keeps of it. Undefined: there is no such message. */
export async function readMessageRecord(
  journal: ReplayJournal,
  id: number,
): Promise<MessageRecord | NotReplayable | undefined> {
  const message = await journal.message(id);
  if (message === undefined) return undefined;
  const seen = await journal.findReplayRecord(id);
  if (seen === undefined) return 'not seen';
  const parts = await journal.parts(id);
  if (seen.lost || parts.length === 0) return 'bodies deleted';
  const newest = (role: string, until?: string) =>
    parts.findLast((part) => part.role === role && (until === undefined || part.at <= until))?.hash;
  const prepared = seen.said === 'deliver' ? newest('prepared') : undefined;
  const gathered = newest('gathered', seen.at);
  return {
    ...{ message, seen },
    ...(prepared === undefined ? {} : { prepared }),
    ...(gathered === undefined ? {} : { gathered }),
  };
}

/** What check and prepare are given to run it again in that channel, on an order state. */
export async function readStepInput(
  journal: ReplayJournal,
  { message, seen, gathered: hash }: MessageRecord,
  channel: Channel,
  state: string | undefined = seen.state,
): Promise<StepInput | NotReplayable> {
  const bodies = readEachOnce(journal);
  const gathered = hash === undefined ? undefined : await bodies.body(hash);
  if ((hash !== undefined && !gathered) || !(await bodies.body(message.hash))) return 'bodies deleted';
  const { at: now, forced } = seen;
  const tasks = new StepTasks({ journal: bodies, channels: [channel] });
  const prepare = await tasks.buildPrepare({ ...message, forced }, channel, state, gathered);
  return { check: await tasks.buildCheck(message, channel), prepare: { ...prepare, now } };
}

/** Each body is read once, and goes to the thread once: check and prepare are given the very same. */
function readEachOnce(journal: ReplayJournal): Pick<ReplayJournal, 'body' | 'part' | 'parts'> {
  const read = new Map<string, ReturnType<ReplayJournal['body']>>();
  return {
    part: (id, role) => journal.part(id, role),
    parts: (id) => journal.parts(id),
    body(hash) {
      const found = read.get(hash) ?? journal.body(hash);
      read.set(hash, found);
      return found;
    },
  };
}
