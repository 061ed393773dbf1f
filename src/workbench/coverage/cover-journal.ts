import type { Channel } from '../../pipeline/channel/channel.ts';
import { type OwnFolders, takeSnapshot } from '../../pipeline/runtime/runtime-snapshot.ts';
import type { ReplayJournal } from '../../replay/rerun/message-record.ts';
import { computeUsage, type UsageOptions, type UsageReport } from './journal-usage.ts';

/** No channel has these mappings: nothing of the journal is about them. */
export interface UnknownMappings {
  readonly unknown: readonly string[];
}

/** What the messages of a journal use of the mappings of these folders as they are now. Messages run in threads of its own. */
export async function coverJournal(
  { journal, channels }: { readonly journal: ReplayJournal; readonly channels: readonly Channel[] },
  own: OwnFolders,
  options: UsageOptions,
): Promise<UsageReport | UnknownMappings> {
  const unknown = (options.mappings ?? []).filter(
    (name) => !channels.some(({ settings }) => settings.map?.includes(name)),
  );
  if (unknown.length > 0) return { unknown };
  return await computeUsage(journal, await takeSnapshot(own), channels, options);
}
