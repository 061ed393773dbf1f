import { FileMapping } from '../../mapping/file-mapping.ts';
import { listParts } from '../../mapping/rule-usage.ts';
import type { Channel } from '../../pipeline/channel/channel.ts';
import type { ChannelRuntimes } from '../../pipeline/runtime/channel-runtime.ts';

/** All that may fire in a mapping, whether a message uses it or not. Plain data: it comes from a thread. */
export interface MappingParts extends ReturnType<typeof listParts> {
  readonly mapping: string;
}

/** Of the mappings that these channels name, each once. Throws NotUsable for mappings that are broken. */
export function listPartsInUse(
  runtimes: ChannelRuntimes,
  channels: readonly Channel[],
): readonly MappingParts[] {
  const found = channels.flatMap(({ settings: { schemas, map = [] } }) => {
    const tools = runtimes.forSchemas(schemas);
    return map.map((name) => [name, tools.mapping(name)] as const);
  });
  return [...new Map(found)].flatMap(([name, mapping]) =>
    mapping instanceof FileMapping ? { mapping: name, ...listParts(mapping) } : [],
  );
}
