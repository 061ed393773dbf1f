import type { ReplayCandidate } from '../../journal/journal.ts';
import type { Channel } from '../../pipeline/channel/channel.ts';
import type { RuntimeSnapshot } from '../../pipeline/runtime/runtime-snapshot.ts';
import { EarlyStop } from '../../replay/rerun/early-stop.ts';
import type { MappingParts } from '../../replay/rerun/mapping-parts.ts';
import { type ReplayJournal, readMessageRecord, readStepInput } from '../../replay/rerun/message-record.ts';
import type { MessageUsage } from '../../replay/rerun/message-usage.ts';
import { notReplayableReasons } from '../../replay/rerun/not-replayable.ts';
import { iterateCandidates } from '../../replay/rerun/replay-candidates.ts';
import { ReplayPool, ReplayStopped, ReplayTimeout } from '../../replay/rerun/replay-pool.ts';
import { withVersionReader } from '../../replay/rerun/version-reader.ts';
import { reasonOf } from '../../text/reason-of.ts';
import { type LostChannelPath, LostCounts } from './lost-paths.ts';
import { type MappingUsage, UsageCounts } from './mapping-usage.ts';

/** What the messages of a journal use of the mappings as they are now. Plain data. */
export interface UsageReport {
  /** That were run. */
  readonly messages: number;
  /** Of these, that ended before any mapping. */
  readonly unmapped: number;
  /** That could not be run: how many, for each reason. */
  readonly notRun: readonly { readonly why: string; readonly count: number }[];
  readonly mappings: readonly MappingUsage[];
  readonly lost: readonly LostChannelPath[];
  /** It was ended before all had been run. */
  readonly stopped?: string;
}

export interface UsageOptions {
  /** RFC 3339, UTC: received from then on. */
  readonly since?: string | undefined;
  /** The newest so many. */
  readonly last?: number | undefined;
  /** Of these alone. */
  readonly mappings?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Messages so far; of how many, where that is known. */
  readonly progress?: ((done: number, of?: number) => void) | undefined;
  readonly patience?: number | undefined;
}

/** Messages that are read and run at once: nothing else of a journal is in memory. */
const messagesAtOnce = 4;

/** Nothing can be run with the mappings as they are. */
export class BrokenMappings extends Error {}

/** Runs every message again on what it saw, with the mappings of `snapshot`. Writes nothing. Rejects with BrokenMappings. */
export async function computeUsage(
  journal: ReplayJournal,
  snapshot: RuntimeSnapshot,
  channels: readonly Channel[],
  { since = '', last, mappings, signal, progress, patience }: UsageOptions,
): Promise<UsageReport> {
  const wanted = channels.filter(({ settings: { map = [] } }) =>
    mappings ? map.some((name) => mappings.includes(name)) : map.length > 0,
  );
  const stop = new EarlyStop(signal);
  const parts = await readParts(snapshot, wanted, mappings).catch((cause: unknown) => {
    throw new BrokenMappings(reasonOf(cause), { cause });
  });
  const counting = new UsageTally(parts);
  const pool = new ReplayPool({ running: snapshot }, 2, patience, stop.signal);
  const byName = new Map(wanted.map((channel) => [channel.name, channel]));
  const all = listCandidates(
    journal,
    ({ channel, receivedAt }) => byName.has(channel) && receivedAt >= since,
  );
  const newest = last === undefined ? undefined : await takeNewest(all, last);
  const messages = newest?.values() ?? all;
  const work = async (): Promise<void> => {
    while (stop.reason === undefined) {
      const { value: one } = await messages.next();
      const channel = one && byName.get(one.channel);
      if (one === undefined || channel === undefined) return;
      const used = await readUsage(journal, one.id, channel, pool);
      if (used instanceof ReplayStopped) return;
      counting.add(one, used, await listParties(journal, one.id, used));
      if (used instanceof ReplayTimeout) stop.addTimeouts(1);
      progress?.(counting.done, newest?.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: messagesAtOnce }, work));
    const isWhole = !stop.signal.aborted && (await messages.next()).done === true;
    return counting.report(isWhole ? undefined : stop.reason);
  } finally {
    await pool.close();
  }
}

/** What a message uses, or why it cannot be run; ReplayStopped where nobody wants to know any more. */
async function readUsage(
  journal: ReplayJournal,
  id: number,
  channel: Channel,
  pool: ReplayPool,
): Promise<readonly MessageUsage[] | string | ReplayTimeout | ReplayStopped> {
  const record = await readMessageRecord(journal, id);
  if (record === undefined) return notReplayableReasons['not seen'];
  if (typeof record === 'string') return notReplayableReasons[record];
  const given = await readStepInput(journal, record, channel);
  if (typeof given === 'string') return notReplayableReasons[given];
  try {
    return await pool.run<readonly MessageUsage[]>('listUsage', { version: 'running', given });
  } catch (error) {
    if (error instanceof ReplayTimeout || error instanceof ReplayStopped) return error;
    return `its step fails: ${reasonOf(error)}`;
  }
}

/** Of a message that loses something. */
async function listParties(
  journal: ReplayJournal,
  id: number,
  used: readonly MessageUsage[] | string | ReplayTimeout,
): Promise<readonly string[]> {
  if (typeof used === 'string' || used instanceof ReplayTimeout) return [];
  if (used.every(({ lost }) => lost.length === 0)) return [];
  const keys = await journal.listBusinessKeys([id]);
  return keys.flatMap(({ kind, value }) => (kind === 'party' ? value : []));
}

/** The newest first. */
async function takeNewest(all: AsyncIterable<ReplayCandidate>, most: number): Promise<ReplayCandidate[]> {
  const found: ReplayCandidate[] = [];
  for await (const one of all) found.push(one);
  return found.slice(Math.max(0, found.length - most)).reverse();
}

async function* listCandidates(
  journal: ReplayJournal,
  isWanted: (one: ReplayCandidate) => boolean,
): AsyncGenerator<ReplayCandidate, void> {
  for await (const one of iterateCandidates(journal)) if (isWanted(one)) yield one;
}

/** The mappings are loaded in a thread, to know all that may fire. */
const readParts = (
  snapshot: RuntimeSnapshot,
  channels: readonly Channel[],
  only: readonly string[] | undefined,
): Promise<readonly MappingParts[]> =>
  withVersionReader({ running: snapshot }, channels, async (reader) =>
    (await reader.mappingParts('running')).filter(({ mapping }) => only?.includes(mapping) ?? true),
  );

class UsageTally {
  done = 0;
  #unmapped = 0;
  readonly #notRun = new Map<string, number>();
  readonly #counts: ReadonlyMap<string, UsageCounts>;
  readonly #lost = new LostCounts();

  constructor(all: readonly MappingParts[]) {
    this.#counts = new Map(all.map((parts) => [parts.mapping, new UsageCounts(parts)]));
  }

  add(
    one: ReplayCandidate,
    used: readonly MessageUsage[] | string | ReplayTimeout,
    parties: readonly string[],
  ): void {
    this.done += 1;
    this.#lost.add(one);
    const why = used instanceof ReplayTimeout ? used.message : used;
    if (typeof why === 'string') this.#notRun.set(why, (this.#notRun.get(why) ?? 0) + 1);
    else this.#use(one.id, why, parties);
  }

  report(stopped?: string): UsageReport {
    const notRun = [...this.#notRun].map(([why, count]) => ({ why, count }));
    return {
      messages: this.done - notRun.reduce((sum, { count }) => sum + count, 0),
      unmapped: this.#unmapped,
      notRun,
      mappings: [...this.#counts.values()].map((counts) => counts.report()),
      lost: this.#lost.report(),
      ...(stopped === undefined ? {} : { stopped }),
    };
  }

  #use(message: number, used: readonly MessageUsage[], parties: readonly string[]): void {
    if (used.length === 0) this.#unmapped += 1;
    for (const [name, runs] of Map.groupBy(used, ({ mapping }) => mapping))
      this.#counts.get(name)?.add(message, runs, parties);
  }
}
