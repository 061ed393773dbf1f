import type { Artifact } from '../../journal/model/message.ts';
import type { Channel } from '../../pipeline/channel/channel.ts';
import { listDecidingMappings } from '../../pipeline/runtime/channel-chain.ts';
import { type ChannelRuntimes, loadChannelRuntimes } from '../../pipeline/runtime/channel-runtime.ts';
import { NotUsable } from '../../pipeline/runtime/not-usable.ts';
import type { RuntimeSnapshot } from '../../pipeline/runtime/runtime-snapshot.ts';
import { buildArtifacts } from '../../pipeline/runtime/used-versions.ts';

/** The mappings that channels use in one state of the folder. */
export interface MappingsInUse {
  /** All that has to be kept of them. */
  readonly artifacts: readonly Artifact[];
  /** Hash of each mapping, by its name. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** Without channels whose mappings cannot be used. */
export function readMappingsInUse(snapshot: RuntimeSnapshot, channels: readonly Channel[]): MappingsInUse {
  const boxes = loadChannelRuntimes(snapshot.own.mappings, snapshot);
  try {
    const used = channels.flatMap((channel) => readOfChannel(boxes, channel) ?? []);
    return {
      artifacts: used.flatMap(({ artifacts }) => artifacts),
      hashes: new Map(used.flatMap(({ hashes }) => [...hashes])),
    };
  } finally {
    boxes.dispose();
  }
}

function readOfChannel(boxes: ChannelRuntimes, channel: Channel): MappingsInUse | undefined {
  try {
    const tools = boxes.forSchemas(channel.settings.schemas);
    return {
      artifacts: buildArtifacts(tools, channel),
      hashes: new Map(listDecidingMappings(tools, channel).map(({ name, hash }) => [name, hash])),
    };
  } catch (error) {
    if (error instanceof NotUsable) return undefined;
    throw error;
  }
}
