import { isInbound } from '../../config/absolute-paths.ts';
import type { Config } from '../../config/schema/config-schema.ts';
import { folderTitleOf } from '../../folders/endpoint-settings.ts';
import { checkExchange } from './check-exchange.ts';
import { checkFolders } from './check-folders.ts';
import type { CheckResult } from './check-result.ts';

/**
 * What `gateway check` finds of one channel beside the running gateway: its folder, and whether the exchange answers. Its mapping is loaded
 * already; what is wrong with that is among the reasons of health.
 */
export async function checkChannel(config: Config, name: string): Promise<readonly CheckResult[]> {
  const channels = sharingFolder(config, name);
  const folders = await checkFolders({ ...config, channels });
  return [...folders, ...(await checkExchange({ ...config, channels }))];
}

/** With those that share its folder: a file of another is none that nobody takes. */
function sharingFolder({ channels }: Config, name: string): Config['channels'] {
  const asked = channels[name];
  if (asked === undefined) throw new Error(`There is no channel ${name}.`);
  const folder = folderOf(asked);
  return Object.fromEntries(Object.entries(channels).filter(([, channel]) => folderOf(channel) === folder));
}

const folderOf = (channel: Config['channels'][string]): string =>
  folderTitleOf(isInbound(channel) ? channel.from : channel.to);
