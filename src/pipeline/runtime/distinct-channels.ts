import type { Finding } from '../../types.ts';
import type { Channel } from '../channel/channel.ts';

/** Stands for all channels with the same schemas, format and mappings. */
export type DistinctChannel = Channel;

export function listDistinctChannels(channels: readonly Channel[]): readonly DistinctChannel[] {
  const used = channels.map((channel) => {
    const { map, schemas, document, to } = channel.settings;
    const end = 'exchange' in to ? to.exchange : channel.as;
    return [JSON.stringify([map, schemas, document, end, channel.direction]), channel] as const;
  });
  return [...new Map(used).values()];
}

/** Whether a finding of `proveMappings` keeps messages waiting; a fixture that differs does not. */
export const isBlocking = ({ code }: Finding): boolean => code !== 'fixture-differs';
