import { folderName } from '../folders/endpoint.ts';
import { type Channel, isInbound } from './channel.ts';

/**
 * The lane of each channel: what has one order of arrival. Inbound a folder with all channels that share it, or the folders that
 * `from.lane` joins; outbound the channel. A folder is called by the first of its channels, wherever a gateway has it mounted.
 */
export function lanesOf(channels: readonly Channel[]): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  return new Map(channels.map((channel) => [channel.name, laneOf(channel, first)]));
}

function laneOf(channel: Channel, first: Map<string, string>): string {
  if (!isInbound(channel)) return `outbound/${channel.name}`;
  const { from } = channel.settings;
  if (from.lane !== undefined) return `inbound lane/${from.lane}`;
  const folder = folderName(from);
  first.set(folder, first.get(folder) ?? channel.name);
  return `inbound/${first.get(folder)}`;
}
