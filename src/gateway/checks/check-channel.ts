import { folderTitleOf } from '../../folders/endpoint-settings.ts';
import { type Channel, isInboundChannel } from '../../pipeline/channel/channel.ts';
import { checkExchange } from './check-exchange.ts';
import { checkChannelFolders } from './check-folders.ts';
import type { CheckedSite, CheckResult } from './check-result.ts';

/**
 * What `gateway check` finds of one channel beside the running gateway: its folder, and whether the exchange answers. Its mapping is loaded
 * already; what is wrong with that is among the reasons of health.
 */
export async function checkChannel(
  { config, channels }: CheckedSite,
  name: string,
): Promise<readonly CheckResult[]> {
  const sharing = listSharingFolder(channels, name);
  const folders = await checkChannelFolders(config, sharing);
  const settings = Object.fromEntries(
    Object.entries(config.channels).filter(([other]) => sharing.some((channel) => channel.name === other)),
  );
  return [...folders, ...(await checkExchange({ ...config, channels: settings }))];
}

/** With those that share its folder: a file of another is none that nobody takes. */
function listSharingFolder(channels: readonly Channel[], name: string): readonly Channel[] {
  const asked = channels.find((channel) => channel.name === name);
  if (asked === undefined) throw new Error(`There is no channel ${name}.`);
  const folder = folderOf(asked);
  return channels.filter((channel) => folderOf(channel) === folder);
}

const folderOf = (channel: Channel): string =>
  folderTitleOf(isInboundChannel(channel) ? channel.settings.from : channel.settings.to);
