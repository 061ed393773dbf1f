import type { Artifact } from '../../journal/model/message.ts';
import type { Channel } from '../../pipeline/channel/channel.ts';
import { listDecidingMappings } from '../../pipeline/runtime/channel-chain.ts';
import type { ChannelRuntimes } from '../../pipeline/runtime/channel-runtime.ts';
import { computeGeneration } from '../../pipeline/runtime/generation-hash.ts';
import { NotUsable, type UnusablePart } from '../../pipeline/runtime/not-usable.ts';
import { buildArtifacts } from '../../pipeline/runtime/used-versions.ts';
import type { Finding } from '../../types.ts';

/** What channels are made with in one version of the folders. Plain data: it comes from a thread. */

/** The generation of each channel, or why it cannot be used, by name. */
export type Generations = ReadonlyMap<string, string | UnusableVersion>;

/** `NotUsable`, as it goes between threads. */
export interface UnusableVersion {
  readonly message: string;
  readonly part: UnusablePart;
  readonly findings: readonly Finding[];
}

export function listGenerations(runtimes: ChannelRuntimes, channels: readonly Channel[]): Generations {
  const read = (channel: Channel) =>
    orUnusable(() => computeGeneration(runtimes.forSchemas(channel.settings.schemas), channel));
  return new Map(channels.map((channel) => [channel.name, read(channel)]));
}

/** The mappings that channels use. */
export interface MappingsInUse {
  /** All that has to be kept of them. */
  readonly artifacts: readonly Artifact[];
  /** Hash of each mapping, by its name. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** Without channels whose mappings cannot be used. */
export function listMappingsInUse(runtimes: ChannelRuntimes, channels: readonly Channel[]): MappingsInUse {
  const used = channels.flatMap((channel) => {
    const found = orUnusable(() => listOfChannel(runtimes, channel));
    return 'message' in found ? [] : found;
  });
  return {
    artifacts: used.flatMap(({ artifacts }) => artifacts),
    hashes: new Map(used.flatMap(({ hashes }) => [...hashes])),
  };
}

function listOfChannel(runtimes: ChannelRuntimes, channel: Channel): MappingsInUse {
  const tools = runtimes.forSchemas(channel.settings.schemas);
  return {
    artifacts: buildArtifacts(tools, channel),
    hashes: new Map(listDecidingMappings(tools, channel).map(({ name, hash }) => [name, hash])),
  };
}

function orUnusable<T>(read: () => T): T | UnusableVersion {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof NotUsable)) throw error;
    return { message: error.message, part: error.part, findings: error.findings };
  }
}
