import type { Journal } from '../../journal/journal.ts';
import { takeSnapshot } from '../../pipeline/runtime/runtime-snapshot.ts';
import type { ReplayReply, ReplayTask } from '../../replay/replay-worker.ts';
import {
  type MessageRecord,
  type NotReplayable,
  readMessageRecord,
  readStepInput,
} from '../../replay/rerun/message-record.ts';
import type { ReplaySite } from '../../replay/rerun/replay-message.ts';
import { ReplayPool, ReplayTimeout } from '../../replay/rerun/replay-pool.ts';
import type { ReplayResult } from '../../replay/rerun/replay-result.ts';
import type { Direction } from '../../types.ts';

/** What would become of messages that are tried again now: check and prepare of today on their documents. Nothing is sent, nothing is written. */

export interface RetryOutlook {
  /** The most frequent end first. */
  readonly ends: readonly RetryEnd[];
  /** Messages that were tried, the first of those that are meant; and all that are meant. */
  readonly tried: number;
  readonly of: number;
}

/** Messages that would end alike. Of several of one order, only the first is told as it would be: what it changes is not there yet. */
export interface RetryEnd {
  /** `deliver`: it would be sent or published. `unknown`: that cannot be told, `why`. */
  readonly said: ReplayResult['said'] | 'unknown';
  /** Why, in the words of the journal; empty where it would be delivered. */
  readonly reason: string;
  readonly why?: NotReplayable | 'does not end';
  readonly direction: Direction;
  readonly messages: readonly number[];
}

/** What would become of one message, with what would be sent or published. */
export interface RetryPreview extends Omit<RetryEnd, 'messages'> {
  readonly bytes?: Uint8Array;
}

export interface RetrySite extends Pick<ReplaySite, 'channels'> {
  readonly journal: ReplaySite['journal'] & Pick<Journal, 'orderState'>;
  /** Folders of mappings and XSDs as the gateway uses them (`resolveOwnFolders`). */
  readonly folders: Parameters<typeof takeSnapshot>[0];
}

export interface RetryLimits {
  /** Messages that are tried. */
  readonly most?: number;
  readonly threads?: number;
  readonly stop?: AbortSignal;
}

const version = 'today';
const atOnce = 50;

export async function tryRetries(
  site: RetrySite,
  ids: readonly number[],
  { most = 500, threads = 1, stop }: RetryLimits = {},
): Promise<RetryOutlook> {
  const pool = new ReplayPool({ [version]: await takeSnapshot(site.folders) }, threads, undefined, stop);
  const wanted = ids.slice(0, most);
  const ends: (Omit<RetryEnd, 'messages'> & { readonly id: number })[] = [];
  try {
    for (let at = 0; at < wanted.length && !stop?.aborted; at += atOnce)
      ends.push(
        ...(await Promise.all(wanted.slice(at, at + atOnce).map((id) => endOf(site, pool, id)))).flat(),
      );
  } finally {
    await pool.close();
  }
  const alike = Map.groupBy(ends, ({ id: _, ...end }) => JSON.stringify(end));
  const grouped = [...alike.values()].flatMap((some) => {
    const [first] = some;
    if (first === undefined) return [];
    const { id: _, ...end } = first;
    return [{ ...end, messages: some.map(({ id }) => id) }];
  });
  return {
    ends: grouped.sort((a, b) => b.messages.length - a.messages.length),
    ...{ tried: ends.length, of: ids.length },
  };
}

/** Undefined: there is no such message. */
export async function previewRetry(
  site: RetrySite,
  id: number,
  stop: AbortSignal,
): Promise<RetryPreview | undefined> {
  const pool = new ReplayPool({ [version]: await takeSnapshot(site.folders) }, 1, undefined, stop);
  try {
    return await tryOne(site, pool, id);
  } finally {
    await pool.close();
  }
}

/** None: there is no such message any more. */
async function endOf(site: RetrySite, pool: ReplayPool, id: number) {
  const end = await tryOne(site, pool, id);
  if (end === undefined) return [];
  const { bytes: _, ...told } = end;
  return [{ id, ...told }];
}

async function tryOne(
  { journal, channels }: RetrySite,
  pool: ReplayPool,
  id: number,
): Promise<RetryPreview | undefined> {
  const message = await journal.message(id);
  if (message === undefined) return undefined;
  const { direction } = message;
  const unknown = (why: NonNullable<RetryEnd['why']>) =>
    ({ said: 'unknown', reason: '', why, direction }) as const;
  const record = await readMessageRecord(journal, id);
  if (record === undefined || typeof record === 'string') return unknown(record ?? 'not seen');
  const channel = channels.find(({ name }) => name === record.message.channel);
  if (channel === undefined) return unknown('no channel');
  const given = await readStepInput(journal, record, channel, await readState(journal, record));
  if (typeof given === 'string') return unknown(given);
  try {
    const { result } = await pool.run<ReplayReply>('replayStep', { version, given } satisfies ReplayTask);
    const { said, reason, bytes } = result;
    if (said !== 'deliver') return { said, reason, direction };
    return { said, reason: '', direction, ...(bytes === undefined ? {} : { bytes }) };
  } catch (error) {
    if (error instanceof ReplayTimeout) return unknown('does not end');
    throw error;
  }
}

/** The order as it is now, not as it was then. */
const readState = async (
  journal: Pick<Journal, 'orderState'>,
  { message: { address }, seen }: MessageRecord,
): Promise<string | undefined> => (address === undefined ? seen.state : await journal.orderState(address));
