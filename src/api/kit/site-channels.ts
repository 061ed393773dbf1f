import type { Config } from '../../config/schema/config-schema.ts';
import { buildChannels, type Channel } from '../../pipeline/channel/channel.ts';

const built = new WeakMap<Config, readonly Channel[]>();

/** The channels of a config. Built once, as the running gateway does: what a channel leaves open stands in files that take time to read. */
export function channelsOf(config: Config): readonly Channel[] {
  const channels = built.get(config) ?? buildChannels(config);
  built.set(config, channels);
  return channels;
}
