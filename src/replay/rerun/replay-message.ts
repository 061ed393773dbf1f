import type { Channel } from '../../pipeline/channel/channel.ts';
import type { RuntimeSnapshot } from '../../pipeline/runtime/runtime-snapshot.ts';
import type { ReplayReply, ReplayTask } from '../replay-worker.ts';
import {
  type MessageRecord,
  type NotReplayable,
  type ReplayJournal,
  readMessageRecord,
  readStepInput,
} from './message-record.ts';
import { type RecordedVersion, readRecordedVersion } from './recorded-version.ts';
import type { ReplayPool } from './replay-pool.ts';
import { type HashedResult, hashResult, type ReplayResult } from './replay-result.ts';

/** What came of running a message again. */
export type ReplayOutcome =
  | {
      readonly kind: 'same' | 'different';
      readonly record: MessageRecord;
      readonly result: ReplayResult;
      readonly version: RecordedVersion;
      readonly now: ReplayReply;
    }
  | { readonly kind: 'unknown'; readonly why: NotReplayable };

/** What is there to replay with: the journal, the channels of the config, the XSDs of own folders. */
export interface ReplaySite {
  readonly journal: ReplayJournal;
  readonly channels: readonly Channel[];
  readonly xsds: RuntimeSnapshot['files'];
  /** Reads the version that made something; absent: `readRecordedVersion`. */
  readonly readVersion?: typeof readRecordedVersion;
}

/** The same site, which reads a version once for messages that come one after the other: dozens of texts. */
export function rememberVersions(site: ReplaySite): ReplaySite {
  const { readVersion = readRecordedVersion } = site;
  let last: { readonly key: string; readonly version: ReturnType<typeof readRecordedVersion> } | undefined;
  return {
    ...site,
    readVersion(journal, generation, channel, xsds) {
      const key = `${generation} ${channel.name}`;
      if (last?.key !== key) last = { key, version: readVersion(journal, generation, channel, xsds) };
      return last.version;
    },
  };
}

/** A message with the version that made it, ready to be run. */
export interface PreparedReplay {
  readonly record: MessageRecord;
  readonly version: RecordedVersion;
  readonly task: ReplayTask;
}

const buildNotReplayable = (why: NotReplayable): ReplayOutcome => ({ kind: 'unknown', why });

/** Undefined: there is no such message. */
export async function prepareReplay(
  { journal, channels, xsds, readVersion = readRecordedVersion }: ReplaySite,
  id: number,
): Promise<PreparedReplay | NotReplayable | undefined> {
  const record = await readMessageRecord(journal, id);
  if (record === undefined || typeof record === 'string') return record;
  const { generation, channel: of } = record.message;
  if (generation === undefined || record.seen.said === 'failed') return 'did not end';
  const channel = channels.find((one) => one.name === of);
  if (channel === undefined) return 'no channel';
  const version = await readVersion(journal, generation, channel, xsds);
  if (version === undefined) return 'no texts';
  const given = await readStepInput(journal, record, version.channel);
  return typeof given === 'string' ? given : { record, version, task: { version: generation, given } };
}

/** Rejects with ReplayTimeout. */
export async function runReplay(
  ready: PreparedReplay | NotReplayable,
  pool: Pick<ReplayPool, 'run'>,
): Promise<ReplayOutcome> {
  if (typeof ready === 'string') return buildNotReplayable(ready);
  return judgeReplay(ready, await pool.run<ReplayReply>('replayStep', ready.task));
}

/** Is what ran now the same as then? */
export function judgeReplay<T extends ReplayReply>({ record, version }: PreparedReplay, now: T) {
  const kind: 'same' | 'different' = matchesRecord(record, hashResult(now.result)) ? 'same' : 'different';
  return { kind, record, version, result: now.result, now };
}

/** Is it what the journal has of it? A reason is held against it where nobody has decided on the message since. */
export function matchesRecord({ message, seen, prepared }: MessageRecord, result: HashedResult): boolean {
  if (result.step !== seen.step || result.said !== seen.said) return false;
  if (result.said === 'deliver') return result.hash !== undefined && result.hash === prepared;
  const ended = message.state === 'parked' ? 'park' : message.state === 'waiting' ? 'wait' : message.outcome;
  return ended !== seen.said || message.reason === result.reason;
}

/** What the version of then has otherwise than what ran now: the gateway's own version, XSDs. */
export const listChangedIngredients = (
  { ingredients }: RecordedVersion,
  now: ReplayReply,
): readonly string[] =>
  [...new Set([...Object.keys(ingredients), ...Object.keys(now.ingredients)])].filter(
    (what) => ingredients[what] !== now.ingredients[what],
  );
