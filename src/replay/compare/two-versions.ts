import type { Channel } from '../../pipeline/channel/channel.ts';
import { type ChannelRuntimes, loadChannelRuntimes } from '../../pipeline/runtime/channel-runtime.ts';
import { computeGeneration } from '../../pipeline/runtime/generation-hash.ts';
import { NotUsable } from '../../pipeline/runtime/not-usable.ts';
import type { RuntimeSnapshot } from '../../pipeline/runtime/runtime-snapshot.ts';
import type { Finding } from '../../types.ts';

/** The running version and the edited one, by what each channel is made with. */
export interface TwoVersions {
  readonly snapshots: { readonly running: RuntimeSnapshot; readonly edited: RuntimeSnapshot };
  /** Of channels that ran with something else than the others, by name. */
  readonly ran: ReadonlyMap<string, RuntimeSnapshot>;
  channel(name: string): Channel | undefined;
  /** Does the edit touch what this channel makes? */
  differIn(channel: string): boolean;
  /** The generation of the running version in that channel. */
  running(channel: string): string | undefined;
}

/** The edited version cannot be used: what is wrong with it. */
export class BrokenEdit extends Error {
  readonly findings: readonly Finding[];
  constructor(message: string, findings: readonly Finding[]) {
    super(message);
    this.findings = findings;
  }
}

/** Throws EditBroken for an edit that cannot be used, in any channel that could be used before. */
export function buildTwoVersions(
  snapshots: TwoVersions['snapshots'],
  channels: readonly Channel[],
  ran: TwoVersions['ran'] = new Map(),
): TwoVersions {
  const before = computeRunningGenerations(snapshots.running, channels, ran);
  const after = computeGenerations(snapshots.edited, channels);
  for (const [name, now] of after)
    if (now instanceof NotUsable && !(before.get(name) instanceof NotUsable))
      throw new BrokenEdit(now.message, now.findings);
  const byName = new Map(channels.map((channel) => [channel.name, channel]));
  const running = (name: string) => {
    const found = before.get(name);
    return typeof found === 'string' ? found : undefined;
  };
  return {
    snapshots,
    ran,
    channel: (name) => byName.get(name),
    differIn: (name) => byName.has(name) && running(name) !== after.get(name),
    running,
  };
}

function computeRunningGenerations(
  running: RuntimeSnapshot,
  channels: readonly Channel[],
  ran: TwoVersions['ran'],
): ReadonlyMap<string, string | NotUsable> {
  const bySnapshot = Map.groupBy(channels, ({ name }) => ran.get(name) ?? running);
  return new Map([...bySnapshot].flatMap(([snapshot, some]) => [...computeGenerations(snapshot, some)]));
}

/** What each channel is made with, or why it cannot be used. */
export function computeGenerations(
  snapshot: RuntimeSnapshot,
  channels: readonly Channel[],
): ReadonlyMap<string, string | NotUsable> {
  const tools = loadChannelRuntimes(snapshot.own.mappings, snapshot);
  try {
    const found = new Map<string, string | NotUsable>();
    for (const channel of channels) found.set(channel.name, computeOrExplain(tools, channel));
    return found;
  } finally {
    tools.dispose();
  }
}

function computeOrExplain(tools: ChannelRuntimes, channel: Channel): string | NotUsable {
  try {
    return computeGeneration(tools.forSchemas(channel.settings.schemas), channel);
  } catch (error) {
    if (error instanceof NotUsable) return error;
    throw error;
  }
}
