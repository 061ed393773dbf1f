import type { Channel } from '../../pipeline/channel.ts';
import { generationOf } from '../../pipeline/workers/generation-hash.ts';
import { NotUsable } from '../../pipeline/workers/not-usable.ts';
import type { Snapshot } from '../../pipeline/workers/snapshot.ts';
import { loadToolboxes, type Toolboxes } from '../../pipeline/workers/toolbox.ts';
import type { Finding } from '../../types.ts';

/** The running version and the edited one, by what each channel is made with. */
export interface TwoVersions {
  readonly snapshots: { readonly running: Snapshot; readonly edited: Snapshot };
  /** Of channels that ran with something else than the others, by name. */
  readonly ran: ReadonlyMap<string, Snapshot>;
  channel(name: string): Channel | undefined;
  /** Does the edit touch what this channel makes? */
  differIn(channel: string): boolean;
  /** The generation of the running version in that channel. */
  running(channel: string): string | undefined;
}

/** The edited version cannot be used: what is wrong with it. */
export class EditBroken extends Error {
  readonly findings: readonly Finding[];
  constructor(message: string, findings: readonly Finding[]) {
    super(message);
    this.findings = findings;
  }
}

/** Throws EditBroken for an edit that cannot be used, in any channel that could be used before. */
export function twoVersions(
  snapshots: TwoVersions['snapshots'],
  channels: readonly Channel[],
  ran: TwoVersions['ran'] = new Map(),
): TwoVersions {
  const before = runningGenerations(snapshots.running, channels, ran);
  const after = generationsOf(snapshots.edited, channels);
  for (const [name, now] of after)
    if (now instanceof NotUsable && !(before.get(name) instanceof NotUsable))
      throw new EditBroken(now.message, now.findings);
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

function runningGenerations(
  running: Snapshot,
  channels: readonly Channel[],
  ran: TwoVersions['ran'],
): ReadonlyMap<string, string | NotUsable> {
  const bySnapshot = Map.groupBy(channels, ({ name }) => ran.get(name) ?? running);
  return new Map([...bySnapshot].flatMap(([snapshot, some]) => [...generationsOf(snapshot, some)]));
}

/** What each channel is made with, or why it cannot be used. */
export function generationsOf(
  snapshot: Snapshot,
  channels: readonly Channel[],
): ReadonlyMap<string, string | NotUsable> {
  const tools = loadToolboxes(snapshot.own.mappings, snapshot);
  try {
    const found = new Map<string, string | NotUsable>();
    for (const channel of channels) found.set(channel.name, generationIn(tools, channel));
    return found;
  } finally {
    tools.dispose();
  }
}

function generationIn(tools: Toolboxes, channel: Channel): string | NotUsable {
  try {
    return generationOf(tools.with(channel.settings.schemas), channel);
  } catch (error) {
    if (error instanceof NotUsable) return error;
    throw error;
  }
}
