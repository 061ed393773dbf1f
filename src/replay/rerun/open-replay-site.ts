import type { Config } from '../../config/schema/config-schema.ts';
import type { Channel } from '../../pipeline/channel/channel.ts';
import { resolveOwnFolders, takeSnapshot } from '../../pipeline/runtime/runtime-snapshot.ts';
import type { ReplayJournal } from './message-record.ts';
import type { ReplaySite } from './replay-message.ts';

/** What a replay needs, of a config with its channels and an open journal. */
export async function openReplaySite(
  config: Config,
  journal: ReplayJournal,
  channels: readonly Channel[],
): Promise<ReplaySite> {
  const { files } = await takeSnapshot({ schemas: resolveOwnFolders(config).schemas ?? [] });
  const xsds = Object.fromEntries(Object.entries(files).filter(([name]) => name.endsWith('.xsd')));
  return { journal, channels, xsds };
}
