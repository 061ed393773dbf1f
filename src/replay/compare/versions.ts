import type { Channel } from '../../pipeline/channel.ts';
import type { Snapshot } from '../../pipeline/workers/snapshot.ts';
import type { Finding } from '../../types.ts';
import { ReplayPool } from '../pool.ts';
import type { Generations, GenerationsTask } from '../worker.ts';

/** The running version and the edited one, by what each channel is made with. */
export interface TwoVersions {
  readonly snapshots: { readonly running: Snapshot; readonly edited: Snapshot };
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

/**
 * Both are loaded in threads of their own: what that takes of memory goes with them. Rejects with EditBroken for an edit that cannot be
 * used, in any channel that could be used before.
 */
export async function twoVersions(
  snapshots: TwoVersions['snapshots'],
  channels: readonly Channel[],
): Promise<TwoVersions> {
  const [before, after] = await generationsOf(snapshots, channels);
  for (const [name, now] of after)
    if (typeof now !== 'string' && typeof before.get(name) === 'string')
      throw new EditBroken(now.reason, now.findings);
  const byName = new Map(channels.map((channel) => [channel.name, channel]));
  const running = (name: string) => {
    const found = before.get(name);
    return typeof found === 'string' ? found : undefined;
  };
  return {
    snapshots,
    channel: (name) => byName.get(name),
    differIn: (name) => byName.has(name) && running(name) !== after.get(name),
    running,
  };
}

async function generationsOf(snapshots: TwoVersions['snapshots'], channels: readonly Channel[]) {
  const pool = new ReplayPool(snapshots);
  try {
    const of = (version: keyof TwoVersions['snapshots']) =>
      pool.run<Generations>('generations', { version, channels } satisfies GenerationsTask);
    return await Promise.all([of('running'), of('edited')]);
  } finally {
    await pool.close();
  }
}
