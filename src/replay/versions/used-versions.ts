import type { Artifact } from '../../journal/message.ts';
import type { Channel } from '../../pipeline/channel.ts';
import { artifactsOf } from '../../pipeline/workers/made-with.ts';
import { NotUsable } from '../../pipeline/workers/not-usable.ts';
import type { Snapshot } from '../../pipeline/workers/snapshot.ts';
import { loadToolboxes, type Toolboxes } from '../../pipeline/workers/toolbox.ts';

/** The mappings that channels use in one state of the folder. */
export interface UsedVersions {
  /** All that has to be kept of them. */
  readonly artifacts: readonly Artifact[];
  /** Hash of each mapping, by its name. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** Without channels whose mappings cannot be used. */
export function readUsedVersions(snapshot: Snapshot, channels: readonly Channel[]): UsedVersions {
  const boxes = loadToolboxes(snapshot.own.mappings, snapshot);
  try {
    const used = channels.flatMap((channel) => usedBy(boxes, channel) ?? []);
    return {
      artifacts: used.flatMap(({ artifacts }) => artifacts),
      hashes: new Map(used.flatMap(({ hashes }) => [...hashes])),
    };
  } finally {
    boxes.dispose();
  }
}

function usedBy(boxes: Toolboxes, channel: Channel): UsedVersions | undefined {
  try {
    const tools = boxes.with(channel.settings.schemas);
    const names = channel.settings.map ?? [];
    return {
      artifacts: artifactsOf(tools, channel),
      hashes: new Map(names.map((name) => [name, tools.mapping(name).hash])),
    };
  } catch (error) {
    if (error instanceof NotUsable) return undefined;
    throw error;
  }
}
