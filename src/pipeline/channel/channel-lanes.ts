import { dryRunNameOf } from '../../dry-run-names.ts';
import { folderTitleOf } from '../../folders/endpoint-settings.ts';
import type { NewMessage } from '../../journal/model/message.ts';
import { type Channel, type InboundChannel, isDryRun, isInboundChannel } from './channel.ts';

/**
 * The lane of each channel: what has one order of arrival. Inbound a folder with all channels that share it, or the folders that
 * `from.lane` joins; outbound the channel. A folder is called by one of its channels, wherever a gateway has it mounted.
 */
export function resolveLanes(channels: readonly Channel[]): ReadonlyMap<string, string> {
  const sharing = Map.groupBy(channels.filter(isInboundChannel), ({ settings }) =>
    folderTitleOf(settings.from),
  );
  const nameLane = (channel: Channel): string =>
    isDryRun(channel) ? dryRunNameOf(resolveLane(channel, sharing)) : resolveLane(channel, sharing);
  return new Map(channels.map((channel) => [channel.name, nameLane(channel)]));
}

function resolveLane(channel: Channel, sharing: ReadonlyMap<string, readonly InboundChannel[]>): string {
  if (!isInboundChannel(channel)) return `outbound/${channel.name}`;
  const { from } = channel.settings;
  if (from.lane !== undefined) return `inbound lane/${from.lane}`;
  return `inbound/${nameFolderByChannel(sharing.get(folderTitleOf(from)) ?? [channel])}`;
}

/** The channel by which a folder is called: the same whatever their order in the config is. */
export const nameFolderByChannel = (sharing: readonly Pick<Channel, 'name'>[]): string =>
  sharing.map(({ name }) => name).sort()[0] ?? '';

/** Each document in the lane of its channel. */
export const assignLanes = (
  documents: readonly NewMessage[],
  lanes: ReadonlyMap<string, string>,
): readonly NewMessage[] =>
  documents.map((document) => ({ ...document, lane: lanes.get(document.channel) ?? document.channel }));
