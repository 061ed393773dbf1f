import type { Journal, Seen } from '../journal/interface.ts';
import type { Message } from '../journal/message.ts';
import type { Channel } from '../pipeline/channel.ts';
import { Tasks } from '../pipeline/tasks.ts';
import type { Given } from './rerun.ts';

/** What the journal is asked for replay: never for a change. */
export type Reading = Pick<
  Journal,
  | 'message'
  | 'seen'
  | 'parts'
  | 'part'
  | 'body'
  | 'artifact'
  | 'sightings'
  | 'generations'
  | 'mappingVersions'
>;

/** Why a message cannot be run again. */
export type Unknown =
  | 'not seen'
  | 'older version'
  | 'bodies deleted'
  | 'no channel'
  | 'did not end'
  | 'no texts';

/** A message as it was when its last check or prepare ended. */
export interface Record {
  readonly message: Message;
  readonly seen: Seen;
  /** SHA-256 of what was prepared, where prepare said `deliver`. */
  readonly prepared?: string;
  /** What was fetched, by then. */
  readonly gathered?: string;
}

/** What the journal keeps of it. Undefined: there is no such message. */
export async function recordOf(journal: Reading, id: number): Promise<Record | Unknown | undefined> {
  const message = await journal.message(id);
  if (message === undefined) return undefined;
  const seen = await journal.seen(id);
  if (seen === undefined) return unseen(message);
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

/** Ends that neither check nor prepare decides; what older versions prepared looks otherwise. */
function unseen({ state, outcome }: Message): Unknown {
  const byOthers: readonly unknown[] = ['superseded', 'discarded', 'split', 'duplicate'];
  return byOthers.includes(outcome) || state === 'received' || state === 'ready'
    ? 'not seen'
    : 'older version';
}

/** What check and prepare are given to run it again in that channel, on an order state. */
export async function givenOf(
  journal: Reading,
  { message, seen, gathered: hash }: Record,
  channel: Channel,
  state: string | undefined = seen.state,
): Promise<Given | Unknown> {
  const bodies = eachOnce(journal);
  const gathered = hash === undefined ? undefined : await bodies.body(hash);
  if ((hash !== undefined && !gathered) || !(await bodies.body(message.hash))) return 'bodies deleted';
  const { at: now, forced } = seen;
  const tasks = new Tasks({ journal: bodies, channels: [channel] });
  const prepare = await tasks.prepare({ ...message, forced }, channel, state, gathered);
  return { check: await tasks.check(message, channel), prepare: { ...prepare, now } };
}

/** Each body is read once, and goes to the thread once: check and prepare are given the very same. */
function eachOnce(journal: Reading): Pick<Reading, 'body' | 'part' | 'parts'> {
  const read = new Map<string, ReturnType<Reading['body']>>();
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
