import type { Channel } from '../../pipeline/channel/channel.ts';
import type { UnusablePart } from '../../pipeline/runtime/not-usable.ts';
import type { RuntimeSnapshot } from '../../pipeline/runtime/runtime-snapshot.ts';
import type { Finding } from '../../types.ts';
import type { Generations, UnusableVersion } from '../rerun/channel-versions.ts';
import { type VersionReader, withVersionReader } from '../rerun/version-reader.ts';

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
  readonly part: UnusablePart;
  readonly findings: readonly Finding[];
  constructor({ message, part, findings }: UnusableVersion) {
    super(message);
    this.part = part;
    this.findings = findings;
  }
}

/** Throws BrokenEdit for an edit that cannot be used, in any channel that could be used before. Loads both in a thread of its own. */
export async function buildTwoVersions(
  snapshots: TwoVersions['snapshots'],
  channels: readonly Channel[],
  ran: TwoVersions['ran'] = new Map(),
): Promise<TwoVersions> {
  const named = nameSnapshots(ran);
  const older = Object.fromEntries([...named].map(([snapshot, name]) => [name, snapshot]));
  return await withVersionReader({ ...snapshots, ...older }, channels, (reader) =>
    readTwoVersions(reader, snapshots, channels, ran),
  );
}

/** Each once: channels of the same files share one. */
const nameSnapshots = (ran: TwoVersions['ran']): ReadonlyMap<RuntimeSnapshot, string> =>
  new Map([...new Set(ran.values())].map((snapshot, n) => [snapshot, `ran ${n}`]));

/** The same by a reader that knows `running` and `edited`, and the snapshots of `ran`. */
export async function readTwoVersions(
  reader: VersionReader,
  snapshots: TwoVersions['snapshots'],
  channels: readonly Channel[],
  ran: TwoVersions['ran'] = new Map(),
): Promise<TwoVersions> {
  const before = await readRunningGenerations(reader, channels, ran);
  const after = await reader.generations('edited');
  for (const [name, now] of after)
    if (typeof now !== 'string' && typeof before.get(name) === 'string') throw new BrokenEdit(now);
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

async function readRunningGenerations(
  reader: VersionReader,
  channels: readonly Channel[],
  ran: TwoVersions['ran'],
): Promise<Generations> {
  const named = nameSnapshots(ran);
  const versionOf = ({ name }: Channel): string => {
    const own = ran.get(name);
    return (own && named.get(own)) ?? 'running';
  };
  const groups = [...Map.groupBy(channels, versionOf)];
  const found = await Promise.all(groups.map(([version, some]) => reader.generations(version, some)));
  return new Map(found.flatMap((some) => [...some]));
}
