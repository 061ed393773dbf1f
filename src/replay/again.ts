import type { Channel } from '../pipeline/channel.ts';
import type { Snapshot } from '../pipeline/workers/snapshot.ts';
import type { ReplayPool } from './pool.ts';
import { givenOf, type Reading, type Record, recordOf, type Unknown } from './record.ts';
import { type Made, made, type Result } from './result.ts';
import { type Version, versionOf } from './version.ts';
import type { Again, AgainTask } from './worker.ts';

/** Runs a message again as it was, and says whether the same comes of it. */
export type Replayed =
  | {
      readonly kind: 'same' | 'different';
      readonly record: Record;
      readonly result: Result;
      readonly version: Version;
      readonly now: Again;
    }
  | { readonly kind: 'unknown'; readonly why: Unknown };

/** What is there to replay with: the journal, the channels of the config, the XSDs of own folders. */
export interface Site {
  readonly journal: Reading;
  readonly channels: readonly Channel[];
  readonly xsds: Snapshot['files'];
}

/** A message with the version that made it, ready to be run. */
export interface Ready {
  readonly record: Record;
  readonly version: Version;
  readonly task: AgainTask;
}

const unknown = (why: Unknown): Replayed => ({ kind: 'unknown', why });

/** `name`: by which the pool knows the version. Undefined: there is no such message. */
export async function readied(
  { journal, channels, xsds }: Site,
  id: number,
  name: (generation: string) => string = (generation) => generation,
): Promise<Ready | Unknown | undefined> {
  const record = await recordOf(journal, id);
  if (record === undefined || typeof record === 'string') return record;
  const { generation, channel: of } = record.message;
  if (generation === undefined || record.seen.said === 'failed') return 'did not end';
  const channel = channels.find((one) => one.name === of);
  if (channel === undefined) return 'no channel';
  const version = await versionOf(journal, generation, channel, xsds);
  if (version === undefined) return 'no texts';
  const given = await givenOf(journal, record, version.channel);
  return typeof given === 'string' ? given : { record, version, task: { version: name(generation), given } };
}

/** Rejects with DoesNotEnd. */
export async function replayed(ready: Ready | Unknown, pool: Pick<ReplayPool, 'run'>): Promise<Replayed> {
  if (typeof ready === 'string') return unknown(ready);
  return judged(ready, await pool.run<Again>('again', ready.task));
}

/** Is what ran now the same as then? */
export function judged<T extends Again>({ record, version }: Ready, now: T) {
  const kind: 'same' | 'different' = isSame(record, made(now.result)) ? 'same' : 'different';
  return { kind, record, version, result: now.result, now };
}

/** Is it what the journal has of it? A reason is held against it where nobody has decided on the message since. */
export function isSame({ message, seen, prepared }: Record, result: Made): boolean {
  if (result.step !== seen.step || result.said !== seen.said) return false;
  if (result.said === 'deliver') return result.hash !== undefined && result.hash === prepared;
  const ended = message.state === 'parked' ? 'park' : message.state === 'waiting' ? 'wait' : message.outcome;
  return ended !== seen.said || message.reason === result.reason;
}

/** What the version of then has otherwise than what ran now: the gateway's own version, XSDs. */
export const changedSince = ({ ingredients }: Version, now: Again): readonly string[] =>
  [...new Set([...Object.keys(ingredients), ...Object.keys(now.ingredients)])].filter(
    (what) => ingredients[what] !== now.ingredients[what],
  );
